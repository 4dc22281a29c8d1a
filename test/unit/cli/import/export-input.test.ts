import { expect } from 'chai';
import type { FileDialect } from '../../../../src/cli/import/file-dialect.ts';
import { openInput } from '../../../../src/cli/import/open-input.ts';

const created: FileDialect = {
  typeName: undefined,
  delimiter: undefined,
  dates: undefined,
  map: new Map(),
  isUpdate: false,
};
const updated: FileDialect = { ...created, isUpdate: true };

async function read(text: string, dialect: FileDialect) {
  async function* bytes(): AsyncGenerator<Uint8Array> {
    yield Buffer.from(text);
  }
  const { reportHead, entries } = await openInput(bytes(), dialect);
  const contents: object[] = [];
  let report = reportHead;
  for await (const entry of entries) {
    contents.push(entry.content);
    report += entry.reported(['no']);
  }
  return { contents, report };
}

const failureOf = (text: string, dialect: FileDialect): Promise<string> =>
  read(text, dialect).then(() => 'it was read', String);

const owner = (id: string) => ({ owner: { data: { type: 'person', id } } });

describe('An exported CSV file', () => {
  const persons = 'id,birth_date,display_name,computers\r\n7,1815-12-10,ADA <ada@example.org>,1 2\r\n8,,BOB,\r\n';
  const computers = "id,serial,owner\r\n1,'=MARK-1,7\r\n2,O'Hara,\r\n";

  it('creates its resources anew, with their to-one links', async () => {
    const leftOut = ['id'];
    const computer = { kind: 'resource', op: 'add', path: '/computers', leftOut };
    const attributes = { serial: '=MARK-1' };
    expect((await read(computers, created)).contents).to.deep.equal([
      { ...computer, resource: { type: 'computer', attributes, relationships: owner('7') } },
      { ...computer, resource: { type: 'computer', attributes: { serial: "O'Hara" } } },
    ]);
  });

  it('changes its resources; empty cells unset fields', async () => {
    expect((await read(computers, updated)).contents).to.deep.equal([
      {
        kind: 'resource',
        op: 'update',
        path: '/computers/1',
        resource: { type: 'computer', id: '1', attributes: { serial: '=MARK-1' }, relationships: owner('7') },
        leftOut: [],
      },
      {
        kind: 'resource',
        op: 'update',
        path: '/computers/2',
        resource: {
          type: 'computer',
          id: '2',
          attributes: { serial: "O'Hara" },
          relationships: { owner: { data: null } },
        },
        leftOut: [],
      },
    ]);
    const linked = ['1', '2'].map((id) => ({ type: 'computer', id }));
    expect((await read(persons, updated)).contents).to.deep.equal([
      {
        kind: 'resource',
        op: 'update',
        path: '/persons/7',
        resource: {
          type: 'person',
          id: '7',
          attributes: { birth_date: '1815-12-10' },
          relationships: { computers: { data: linked } },
        },
        leftOut: ['display_name'],
      },
      {
        kind: 'resource',
        op: 'update',
        path: '/persons/8',
        resource: {
          type: 'person',
          id: '8',
          attributes: { birth_date: null },
          relationships: { computers: { data: [] } },
        },
        leftOut: ['display_name'],
      },
    ]);
  });

  it('creates persons only if a column is mapped to their name', async () => {
    expect(await failureOf(persons, created)).to.match(
      /: "name" is missing\. To change the resources with these ids, add --update$/,
    );
    const { contents } = await read(persons, { ...created, map: new Map([['display_name', 'name']]) });
    expect(contents[1]).to.deep.include({
      resource: { type: 'person', attributes: { name: 'BOB' } },
      leftOut: ['id', 'computers'],
    });
  });

  it('is reported unchanged, so that the report is an export again', async () => {
    for (const dialect of [created, updated]) {
      const { contents, report } = await read(computers, dialect);
      expect(report).to.match(/^id,serial,owner,import_line,import_error,import_row\n1,'=MARK-1,7,2,no,\n/);
      expect((await read(report, dialect)).contents).to.deep.equal(contents);
    }
  });

  it('needs an id in each row and a field to change', async () => {
    expect((await read('id,serial\n,A\n', updated)).contents).to.deep.equal([
      { kind: 'unusable', reason: '"id" is empty' },
    ]);
    expect(await failureOf('serial\nA\n', updated)).to.match(/computers \(serial,owner.*\): "id" is missing/);
    expect(await failureOf('id,display_name\n1,A\n', updated)).to.match(/no field can be imported/);
  });

  it('keeps apostrophes without ids, because it is not an export then', async () => {
    expect((await read("serial\n'=MARK-1\n", created)).contents[0]).to.deep.include({
      resource: { type: 'computer', attributes: { serial: "'=MARK-1" } },
    });
  });
});

describe('An exported NDJSON file, or a JSON:API document of the service', () => {
  const links = { self: '/persons/7' };
  const linked = [{ type: 'computer', id: '1' }];
  const person = {
    type: 'person',
    id: '7',
    attributes: { birth_date: null, display_name: 'ADA' },
    relationships: { computers: { links, data: linked } },
    links,
  };
  const computer = {
    type: 'computer',
    id: '1',
    attributes: { serial: "'=1" },
    relationships: { owner: { links, ...owner('7').owner } },
    links,
  };
  const texts = [
    [person, computer].map((object) => JSON.stringify(object)).join('\n'),
    JSON.stringify({ data: [person, computer], links }),
  ];

  it('creates its resources anew, without fields that only the service sets', async () => {
    for (const text of texts)
      expect((await read(text, created)).contents).to.deep.equal([
        {
          kind: 'resource',
          op: 'add',
          path: '/persons',
          resource: { type: 'person', attributes: { birth_date: null }, relationships: {} },
          leftOut: ['id', 'display_name', 'computers'],
        },
        {
          kind: 'resource',
          op: 'add',
          path: '/computers',
          resource: { type: 'computer', attributes: { serial: "'=1" }, relationships: computer.relationships },
          leftOut: ['id'],
        },
      ]);
  });

  it('changes its resources', async () => {
    for (const text of texts)
      expect((await read(text, updated)).contents).to.deep.equal([
        {
          kind: 'resource',
          op: 'update',
          path: '/persons/7',
          resource: {
            type: 'person',
            id: '7',
            attributes: { birth_date: null },
            relationships: person.relationships,
          },
          leftOut: ['display_name'],
        },
        {
          kind: 'resource',
          op: 'update',
          path: '/computers/1',
          resource: { type: 'computer', id: '1', attributes: { serial: "'=1" }, relationships: computer.relationships },
          leftOut: [],
        },
      ]);
  });

  it('does not need linkage that the document omits', async () => {
    const text = JSON.stringify({ data: { ...computer, relationships: { owner: { links } } } });
    for (const [dialect, leftOut] of [
      [created, ['id', 'owner']],
      [updated, ['owner']],
    ] as const) {
      const [content] = (await read(text, dialect)).contents;
      expect(content)
        .to.deep.include({ leftOut })
        .and.have.nested.property('resource.relationships')
        .that.deep.equals({});
    }
  });

  it('changes nothing without an id', async () => {
    expect((await read('{"type":"person","attributes":{}}\n{"serial":"A","id":1}', updated)).contents).to.deep.equal([
      { kind: 'unusable', reason: 'the resource object has no id' },
      {
        kind: 'resource',
        op: 'update',
        path: '/computers/1',
        resource: { type: 'computer', id: '1', attributes: { serial: 'A' } },
        leftOut: [],
      },
    ]);
  });
});
