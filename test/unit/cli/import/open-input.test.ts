import { expect } from 'chai';
import type { Entry } from '../../../../src/cli/import/entry.ts';
import { openInput } from '../../../../src/cli/import/open-input.ts';
import { writableNames } from '../../../support/resource-objects.ts';

/** @param size of the pieces in which the bytes arrive */
async function* pieces(text: string | Uint8Array, size = 3): AsyncGenerator<Uint8Array> {
  const bytes = Buffer.from(text);
  for (let at = 0; at < bytes.length; at += size) yield bytes.subarray(at, at + size);
}

async function read(text: string | Uint8Array, typeName?: string) {
  const { format, reportHead, entries } = await openInput(pieces(text), typeName);
  const found: Entry[] = [];
  for await (const entry of entries) found.push(entry);
  return { format, reportHead, found };
}

async function contentsOf(text: string, typeName?: string) {
  return (await read(text, typeName)).found.map(({ place, content }) => ({ place, ...content }));
}

function person(line: number, attributes: object) {
  return { place: `line ${line}`, kind: 'resource', path: '/persons', resource: { type: 'person', attributes } };
}

function unusable(line: number, reason: string) {
  return { place: `line ${line}`, kind: 'unusable', reason };
}

const failureOf = (text: string | Uint8Array, typeName?: string): Promise<string> =>
  read(text, typeName).then(
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
        path: '/computers',
        resource: { type: 'computer', attributes: { serial: 'A-1' }, relationships: { owner } },
      },
      {
        place: 'line 3',
        kind: 'resource',
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
      new RegExp(`fits no type: ${persons}: unknown column "nmae" \\(did you mean "name"\\?\\)$`),
    ],
    ['x,y', undefined, new RegExp(`${persons}: unknown column "x", unknown column "y", "name" is missing; computers`)],
    ['name;email', undefined, /separated by semicolons: save the file with commas$/],
    ['name\temail', undefined, /separated by tabs: save the file with commas$/],
    ['id,name', undefined, /"id" cannot be imported/],
    ['name,display_name', undefined, /"display_name" cannot be imported/],
    ['name,computers', undefined, /"computers" cannot be imported/],
    ['email', undefined, /"name" is missing/],
    ['name,email,name', undefined, /the header has "name" twice/],
    ['serial', 'persons', new RegExp(`fits no type: ${persons}: unknown column "serial", "name" is missing$`)],
  ];
  for (const [header, typeName, message] of headers)
    it(`is refused if its header is "${header}"${typeName === undefined ? '' : ` for ${typeName}`}`, async () => {
      expect(await failureOf(`${header}\n1,2\n`, typeName)).to.match(message);
    });

  it('is refused if it is empty', async () => {
    expect(await failureOf('')).to.match(/the file has no header/);
  });

  it('is refused if it is no CSV, or not UTF-8', async () => {
    expect(await failureOf('name\n"Ada\n')).to.match(/Quote Not Closed/);
    expect(await failureOf(Buffer.from('name\nJos\xE9\n', 'latin1'))).to.match(/not encoded in UTF-8/);
    expect(await failureOf(Buffer.from('\uFEFFname\n', 'utf16le'))).to.match(/encoded in UTF-16: save it as UTF-8$/);
    expect(await failureOf('PK\u0003\u0004…')).to.match(/an Excel workbook, or .*: save it as "CSV UTF-8"$/);
  });

  it('is reported with two more columns, which are ignored when the report is imported', async () => {
    const { reportHead, found } = await read('email,name\n"x, y",Ada\n');
    const report = reportHead + String(found[0]?.reported(['one', 'two']));
    expect(report).to.equal('email,name,import_line,import_error\n"x, y",Ada,2,one; two\n');
    const again = await read(report);
    expect(again.found[0]?.content).to.deep.equal(found[0]?.content);
    expect(again.reportHead + String(again.found[0]?.reported(['three']))).to.equal(
      'email,name,import_line,import_error\n"x, y",Ada,2,three\n',
    );
  });

  for (const row of ['Ada', 'Ada,a@example.org,', 'Ada,a@example.org,,,'])
    it(`refuses a row of another length, also in each report of it: ${row}`, async () => {
      let text = `name,email\n${row}\n`;
      for (let round = 0; round < 3; round += 1) {
        const { reportHead, found } = await read(text);
        expect(found.map(({ content }) => content.kind)).to.deep.equal(['unusable']);
        text = reportHead + String(found[0]?.reported(['no']));
      }
      expect(text).to.equal(`name,email,import_line,import_error\n${row},2,no\n`);
    });
});

describe('An NDJSON file to import', () => {
  it('has a resource object per line, of any type', async () => {
    const lines = ['{"type":"person","attributes":{"name":"A\u2028da"}}', '', ' {"type":"computer"}\r'];
    expect((await read(lines.join('\n'))).format).to.equal('ndjson');
    expect(await contentsOf(lines.join('\n'))).to.deep.equal([
      person(1, { name: 'A\u2028da' }),
      { place: 'line 3', kind: 'resource', path: '/computers', resource: { type: 'computer' } },
    ]);
  });

  it('refuses the lines that are no such object, and reads on', async () => {
    const found = await contentsOf('{"type":"spaceship"}\n[1]\n{"type":7}\n{"id":"1"}\n{"type":"person"}');
    expect(found).to.deep.equal([
      unusable(1, 'no type is called "spaceship"'),
      unusable(2, 'the line is not a resource object'),
      unusable(3, 'the resource object has no type'),
      unusable(4, 'the resource object has no type'),
      { place: 'line 5', kind: 'resource', path: '/persons', resource: { type: 'person' } },
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
