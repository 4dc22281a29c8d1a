import { expect } from 'chai';
import type { FileDialect } from '../../../../src/cli/import/file-dialect.ts';
import type { Entry } from '../../../../src/cli/import/entry.ts';
import { openInput } from '../../../../src/cli/import/open-input.ts';
import { writableNames } from '../../../support/resource-objects.ts';

/** Splits the text into small chunks, so that a line or a character spans several. */
async function* pieces(text: string | Uint8Array): AsyncGenerator<Uint8Array> {
  const bytes = Buffer.from(text);
  const size = bytes.length < 10_000 ? 3 : 64 * 1024;
  for (let at = 0; at < bytes.length; at += size) yield bytes.subarray(at, at + size);
}

const plain: FileDialect = {
  typeName: undefined,
  delimiter: undefined,
  dates: undefined,
  map: new Map(),
  isUpdate: false,
};

async function read(text: string | Uint8Array, dialect: Partial<FileDialect> = {}) {
  const { reportFormat, reportHead, entries } = await openInput(pieces(text), { ...plain, ...dialect });
  const found: Entry[] = [];
  for await (const entry of entries) found.push(entry);
  return { reportFormat, reportHead, found };
}

async function contentsOf(text: string, dialect?: Partial<FileDialect>) {
  return (await read(text, dialect)).found.map(({ place, content }) => ({ place, ...content }));
}

function person(line: number, attributes: object) {
  return {
    place: `line ${line}`,
    kind: 'resource',
    op: 'add',
    leftOut: [],
    path: '/persons',
    resource: { type: 'person', attributes },
  };
}

function unusable(line: number, reason: string) {
  return { place: `line ${line}`, kind: 'unusable', reason };
}

const failureOf = (text: string | Uint8Array, dialect?: Partial<FileDialect>): Promise<string> =>
  read(text, dialect).then(
    () => 'it was read',
    (error: unknown) => String(error),
  );

describe('A CSV file to import', () => {
  it('has a person per row, in whatever order its columns are', async () => {
    expect(await contentsOf('birth_date, name ,email\r\n1815-12-10,Ada,ada@example.org\r\n,Böb,\r\n')).to.deep.equal([
      person(2, { birth_date: '1815-12-10', name: 'Ada', email: 'ada@example.org' }),
      person(3, { name: 'Böb' }),
    ]);
  });

  it('has a computer per row, with or without its owner', async () => {
    const owner = { data: { type: 'person', id: '7' } };
    expect(await contentsOf('serial,owner\nA-1,7\nA-2,\n')).to.deep.equal([
      {
        place: 'line 2',
        kind: 'resource',
        op: 'add',
        leftOut: [],
        path: '/computers',
        resource: { type: 'computer', attributes: { serial: 'A-1' }, relationships: { owner } },
      },
      {
        place: 'line 3',
        kind: 'resource',
        op: 'add',
        leftOut: [],
        path: '/computers',
        resource: { type: 'computer', attributes: { serial: 'A-2' } },
      },
    ]);
  });

  it('may begin with a byte order mark, and have empty lines and line breaks in cells', async () => {
    expect(await contentsOf('\uFEFF\nname\n\n"Ada\nLovelace"\n"A ""B"", C"\n')).to.deep.equal([
      person(4, { name: 'Ada\nLovelace' }),
      person(6, { name: 'A "B", C' }),
    ]);
  });

  it('may have been edited on a system with other line endings', async () => {
    const rows = [2, 3, 5, 6].map((line) => person(line, { name: `P${line}` }));
    expect(await contentsOf('name\r\nP2\nP3\r\r\nP5\rP6\n')).to.deep.equal(rows);
  });

  it('sends an empty cell of an attribute that cannot be unset, for the service to refuse it', async () => {
    expect(await contentsOf('name,email\n,a@example.org\n')).to.deep.equal([
      person(2, { name: '', email: 'a@example.org' }),
    ]);
  });

  const persons = String.raw`persons \(${writableNames('person').join(',')}\)`;
  const headers: readonly (readonly [header: string, typeName: string | undefined, message: RegExp])[] = [
    [
      'nmae,email',
      undefined,
      new RegExp(`match no resource type: ${persons}: unknown field "nmae" \\(did you mean "name"\\?\\)$`),
    ],
    ['x,y', undefined, new RegExp(`${persons}: unknown field "x", unknown field "y", "name" is missing; computers`)],
    ['name,email;birth_date', undefined, /may be separated by commas or semicolons: choose one with --delimiter$/],
    ['email', undefined, /"name" is missing/],
    ['name,,', undefined, /\): a field without a name \(use --map = to leave it out\)/],
    ['name,email,name', undefined, /the header has "name" twice/],
    ['Name,email,NAME', undefined, /"Name" and "NAME" both mean "name"/],
    ['serial', 'persons', new RegExp(`match no resource type: ${persons}: unknown field "serial", "name" is missing$`)],
  ];
  for (const [header, typeName, message] of headers)
    it(`is refused if its header is "${header}"${typeName === undefined ? '' : ` for ${typeName}`}`, async () => {
      expect(await failureOf(`${header}\n1,2\n`, { typeName })).to.match(message);
    });

  it('is refused if it is empty', async () => {
    expect(await failureOf('')).to.match(/the file has no header/);
  });

  it('is refused if it is no CSV, or not UTF-8', async () => {
    expect(await failureOf(Buffer.from('name\nJos\xE9\n', 'latin1'))).to.match(/not encoded in UTF-8/);
    expect(await failureOf(Buffer.from('\uFEFFname\n', 'utf16le'))).to.match(/encoded in UTF-16: save it as UTF-8$/);
    expect(await failureOf('PK\u0003\u0004…')).to.match(/an Excel workbook, or .*: save it as "CSV UTF-8"$/);
  });

  it('is reported with three additional columns, which an import of the report ignores', async () => {
    const { reportHead, found } = await read('email,name\n"x, y",Ada\n');
    const report = reportHead + String(found[0]?.reported(['one', 'two']));
    expect(report).to.equal('email,name,import_line,import_error,import_row\n"x, y",Ada,2,one; two,\n');
    const again = await read(report);
    expect(again.found[0]?.content).to.deep.equal(found[0]?.content);
    expect(again.reportHead + String(again.found[0]?.reported(['three']))).to.equal(
      'email,name,import_line,import_error,import_row\n"x, y",Ada,2,three,\n',
    );
  });

  for (const [row, cells] of [
    ['Ada', 'Ada,,2,no,Ada'],
    ['Ada,a@example.org,', 'Ada,a@example.org,2,no,"Ada,a@example.org,"'],
    ['"A ""B""",a@example.org,"7\n",', '"A ""B""",a@example.org,2,no,"""A """"B"""""",a@example.org,""7\n"","'],
  ] as const)
    it(`refuses a row of the wrong length, also in each tabular report of it, until it is corrected: ${row}`, async () => {
      let text = `name,email\n${row}\n`;
      for (let round = 0; round < 3; round += 1) {
        const { reportHead, found } = await read(text);
        expect(found.map(({ content }) => content.kind)).to.deep.equal(['unusable']);
        text = reportHead + String(found[0]?.reported(['no']));
        expect(text).to.equal(`name,email,import_line,import_error,import_row\n${cells}\n`);
      }
      const corrected = await contentsOf(`${text.slice(0, text.indexOf('\n'))}\nAda,,2,no,\n`);
      expect(corrected).to.deep.equal([person(2, { name: 'Ada' })]);
    });

  it('is separated by commas, semicolons or tabs, like its report', async () => {
    for (const delimiter of [',', ';', '\t']) {
      const table = (...rows: readonly (readonly string[])[]) => rows.map((row) => `${row.join(delimiter)}\n`).join('');
      const { reportHead, found } = await read(`\n${table(['name', 'email'], ['"a, b; c\td"', ''])}`);
      const name = 'a, b; c\td';
      expect(found[0]?.content).to.deep.include({ resource: { type: 'person', attributes: { name } } });
      expect(reportHead).to.equal(table(['name', 'email', 'import_line', 'import_error', 'import_row']));
      const again = await read(reportHead + String(found[0]?.reported(['one; two'])));
      expect(again.found[0]?.content).to.deep.equal(found[0]?.content);
    }
    expect(await contentsOf('name|email\nAda;|\n', { delimiter: '|' })).to.deep.equal([person(2, { name: 'Ada;' })]);
    expect(await contentsOf('name\nAda; Grace\n')).to.deep.equal([person(2, { name: 'Ada; Grace' })]);
  });

  it('may spell its headings differently or have them mapped', async () => {
    const ada = person(2, { name: 'Ada', birth_date: '1815-12-10' });
    expect(await contentsOf('NAME, Birth Date \nAda,1815-12-10\n')).to.deep.equal([ada]);
    expect(await contentsOf('Name,birth-date\nAda,1815-12-10\n')).to.deep.equal([ada]);
    const map = new Map([
      ['Full name, a=b', 'name'],
      ['Born', 'birth_date'],
      ['Notes', ''],
    ]);
    expect(await contentsOf('"Full name, a=b",Notes,Born\nAda,x,1815-12-10\n', { map })).to.deep.equal([ada]);
    expect(await failureOf('name\nAda\n', { map })).to.match(
      /--map names the column "Full name, a=b", which is not in the header$/,
    );
    expect(await failureOf('Born,name\n,Ada\n', { map: new Map([['Born', 'birthdate']]) })).to.match(
      /unknown field "birthdate" \(did you mean "birth_date"\?\)/,
    );
  });

  it('reports the line and cell where an unclosed quote opens', async () => {
    const rows = 'name,email\r\n"A\r\nda",\r\n\r\nBob,';
    for (const [text, message] of [
      [`${rows}"x\r\nCy,\r\nEve,\r\n`, 'line 5: the quote that opens cell 2 ("email") is not closed'],
      [`${rows}"x\r\n"Cy",\r\n`, 'line 5: the quote that opens cell 2 ("email") is closed before the end of the cell'],
      [`${rows}x"y"\r\n`, 'line 5: cell 2 ("email") contains a quote but does not begin with one'],
      [
        `${rows}"${'x'.repeat(2 ** 20)}\n`,
        'line 5: the row is longer than 1,048,576 bytes; check if the quote that opens cell 2',
      ],
      ['name,"email\nAda,\n', 'line 1: the quote that opens cell 2 is not closed'],
    ] as const)
      expect(await failureOf(text)).to.include(message);
  });

  it('needs an option for the format of its dates', async () => {
    const text = 'name,birth_date\nAda,03/04/1999\nBob,13.4.1999\n';
    const [found] = await contentsOf(text);
    const reason = '"birth_date" is "03/04/1999": set the order of day, month and year with --dates dmy, mdy or ymd';
    expect(found).to.deep.equal({ ...unusable(2, reason), isOptionAtFault: true });
    expect(await contentsOf(text, { dates: 'mdy' })).to.deep.equal([
      person(2, { name: 'Ada', birth_date: '1999-03-04' }),
      unusable(3, '"birth_date" is "13.4.1999", which is not a date such as 12/31/1999'),
    ]);
  });
});

describe('An NDJSON file to import', () => {
  it('has a resource object per line, of any type', async () => {
    const lines = ['{"type":"person","attributes":{"name":"A\u2028da"}}', '', ' {"type":"computer"}\r'];
    expect((await read(lines.join('\n'))).reportFormat).to.equal('ndjson');
    expect(await contentsOf(lines.join('\n'))).to.deep.equal([
      person(1, { name: 'A\u2028da' }),
      { place: 'line 3', kind: 'resource', op: 'add', leftOut: [], path: '/computers', resource: { type: 'computer' } },
    ]);
  });

  it('refuses the lines that are no such object, and reads on', async () => {
    const found = await contentsOf('{"type":"spaceship"}\n[1]\n{"type":7}\n{"attributes":{}}\n{"type":"person"}');
    expect(found).to.deep.equal([
      unusable(1, 'there is no type "spaceship"'),
      unusable(2, 'the line is not an object'),
      unusable(3, 'the resource object has no type'),
      unusable(4, 'the resource object has no type'),
      { place: 'line 5', kind: 'resource', op: 'add', leftOut: [], path: '/persons', resource: { type: 'person' } },
    ]);
    expect((await contentsOf('{"type":\n'))[0]).to.include({ kind: 'unusable', place: 'line 1' });
  });

  it('is reported with the reasons in meta, and what is not JSON as text', async () => {
    const { found } = await read('{"type":"person"}\n{bad\n');
    expect(found.map((entry) => JSON.parse(entry.reported(['no'])) as unknown)).to.deep.equal([
      { type: 'person', meta: { import_line: 1, import_errors: ['no'] } },
      { meta: { import_line: 2, import_errors: ['no'], import_text: '{bad' } },
    ]);
  });
});

describe('A JSON file to import', () => {
  const ada = { type: 'person', attributes: { name: 'Ada' } };
  const contents = [
    { place: 'item 1', kind: 'resource', op: 'add', leftOut: [], path: '/persons', resource: ada },
    { place: 'item 2', kind: 'resource', op: 'add', leftOut: [], path: '/computers', resource: { type: 'computer' } },
  ];
  const items = [ada, { type: 'computer' }];

  for (const [what, text] of [
    ['an array', JSON.stringify(items)],
    ['an array of several lines', `\uFEFF\r\n${JSON.stringify(items, undefined, 2).replaceAll('\n', '\r\n')}`],
    ['a document', JSON.stringify({ data: items })],
    ['a document of several lines', JSON.stringify({ meta: {}, data: items }, undefined, 2)],
    ['a document that begins with another member', `{"jsonapi":{"version":"1.0"},"data":${JSON.stringify(items)}}`],
    ['a document that begins with meta', JSON.stringify({ meta: { count: 2 }, data: items })],
  ] as const)
    it(`is ${what}`, async () => {
      expect(await contentsOf(text)).to.deep.equal(contents);
    });

  it('may be a single record', async () => {
    for (const text of [JSON.stringify({ data: ada }), JSON.stringify(ada, undefined, 2)])
      expect(await contentsOf(text)).to.deep.equal(contents.slice(0, 1));
  });

  it('may contain plain objects, like NDJSON, which are read like rows', async () => {
    const records = [
      { 'Full name': 'Ada', birthDate: '10/12/1815', email: null, notes: 1 },
      { birthDate: '1906-12-09', 'Full name': 'Grace' },
      { serial: 7, owner: 1 },
    ];
    const map = new Map([
      ['Full name', 'name'],
      ['notes', ''],
    ]);
    const found = [
      { type: 'person', attributes: { name: 'Ada', birth_date: '1815-12-10' } },
      { type: 'person', attributes: { birth_date: '1906-12-09', name: 'Grace' } },
      {
        type: 'computer',
        attributes: { serial: '7' },
        relationships: { owner: { data: { type: 'person', id: '1' } } },
      },
    ];
    for (const text of [JSON.stringify(records), records.map((each) => JSON.stringify(each)).join('\n')]) {
      const read = await contentsOf(text, { dates: 'dmy', map });
      expect(read.map((each) => ('resource' in each ? each.resource : each.reason))).to.deep.equal(found);
    }
    const [ambiguous, unknown, nested] = await contentsOf(
      JSON.stringify([{ name: 'Ada', birth_date: '1/2/1999' }, { nmae: 'Bob' }, { name: { first: 'Cy' } }]),
    );
    for (const number of ['12345678901234567890', '-9007199254740993', '1e400'])
      expect((await contentsOf(`{"serial":${number}}`))[0]).to.deep.include({
        reason: '"serial" is a number too large to read exactly; write it as a string',
      });
    expect(ambiguous).to.deep.include({ kind: 'unusable', isOptionAtFault: true });
    expect(unknown)
      .to.have.property('reason')
      .that.matches(/unknown field "nmae" \(did you mean "name"\?\)/);
    expect(nested).to.deep.include({ place: 'item 3', reason: '"name" is an object or a list' });
  });

  it('is reported as importable NDJSON', async () => {
    const { reportFormat, found } = await read('[{"name":" "},{"type":"person"},7]');
    expect(reportFormat).to.equal('ndjson');
    const report = found.map((entry) => entry.reported(['no'])).join('');
    expect(report.split('\n').slice(0, 3)).to.deep.equal([
      '{"name":" ","meta":{"import_item":1,"import_errors":["no"]}}',
      '{"type":"person","meta":{"import_item":2,"import_errors":["no"]}}',
      '{"meta":{"import_item":3,"import_errors":["no"],"import_text":"7"}}',
    ]);
    const again = await contentsOf(report.replace('" "', '"Ada"'));
    expect(again.map((each) => ('reason' in each ? each.reason : each.kind))).to.deep.equal([
      'resource',
      'resource',
      'the resource object has no type',
    ]);
    const [first = '', , last = ''] = report.split('\n');
    expect((await read(`${last}\n${first}\n`)).found, 'that begins with meta').to.have.lengthOf(2);
  });

  it('is refused if an option does not apply to resource objects', async () => {
    const text = JSON.stringify([{ type: 'person', attributes: { name: 'Ada' } }]);
    for (const [dialect, reason] of [
      [{ dates: 'dmy' }, '--dates applies to CSV and plain objects, but this is a resource object'],
      [{ map: new Map([['Name', 'name']]) }, '--map applies to CSV and plain objects, but this is a resource object'],
      [{ typeName: 'computers' }, 'its type is "person", but --type is computers'],
    ] as const)
      expect((await contentsOf(text, dialect))[0]).to.deep.include({ kind: 'unusable', reason });
    expect((await contentsOf(text, { typeName: 'persons' }))[0]).to.have.property('kind', 'resource');
  });

  it('is refused if it is not valid JSON or has a delimiter option', async () => {
    expect(await failureOf('[{"type":"person"},\n]')).to.match(/the file is not JSON: Unexpected token/);
    expect(await failureOf('[]', { delimiter: ';' })).to.match(/--delimiter is for CSV, but this is JSON$/);
  });
});
