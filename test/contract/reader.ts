import { expect } from 'chai';
import { everything, hasIdentifier, hasIdentifierIn, nothing, type Filter } from '#application/model/filter';
import type { UnitOfWork } from '#application/ports/unit-of-work';
import type { FindResult, Page, SortKey } from '#application/model/query';
import type { ResourceType } from '#domain/schema';
import { queryFor, clear, findIds } from './fixtures.ts';
import { addComputer, addPerson, transferComputers } from './persons.ts';
import type { CurrentUnitOfWork } from './storage-under-test.ts';

export function describeReader(unitOfWork: CurrentUnitOfWork): void {
  describe('reader: records', () => {
    describeRecords(unitOfWork);
  });
  describe('reader: sort', () => {
    describeSort(unitOfWork);
  });
  describe('reader: page and total', () => {
    describePages(unitOfWork);
  });
}

function describeRecords(unitOfWork: CurrentUnitOfWork): void {
  let [ada, bob, first, second, free] = ['', '', '', '', ''];

  before(async () => {
    await clear(unitOfWork());
    ada = await addPerson(unitOfWork(), 'Ada', { email: 'ada@example.org', birthDate: '1815-12-10' });
    bob = await addPerson(unitOfWork(), 'Bob');
    first = await addComputer(unitOfWork(), 'C-1', ada);
    free = await addComputer(unitOfWork(), 'C-2');
    second = await addComputer(unitOfWork(), 'C-3', ada);
  });

  it('returns versions of the records, but not of related ones, if the query asks for them', async () => {
    const changes = {
      attributes: ['name'],
      linkage: ['computers'],
      related: [{ relationship: 'computers', attributes: ['serial'], linkage: ['owner'] }],
    };
    await transferComputers(unitOfWork(), [first, second], bob);
    await transferComputers(unitOfWork(), [first, second], ada);
    const plain = await unitOfWork().reader.find(queryFor('person', changes));
    const versioned = await unitOfWork().reader.find(queryFor('person', { ...changes, version: true }));
    expect(plain.records.map(({ version }) => version)).to.deep.equal([undefined, undefined]);
    const records = plain.records.map((record) => ({ ...record, version: 1 }));
    expect(versioned).to.deep.equal({ ...plain, records });

    const page = { kind: 'numbered', number: 1, size: 2 } as const;
    const query = queryFor('computer', { linkage: ['owner'], version: true, page, total: true });
    expect(await unitOfWork().reader.find(query)).to.deep.equal({
      total: 3,
      records: [
        { type: 'computer', id: first, attributes: {}, linkage: { owner: [ada] }, version: 3 },
        { type: 'computer', id: free, attributes: {}, linkage: { owner: [] }, version: 1 },
      ],
    });
  });

  it('returns the selected attributes and linkage', async () => {
    const query = queryFor('person', { attributes: ['name', 'email', 'birthDate'], linkage: ['computers'] });
    expect((await unitOfWork().reader.find(query)).records).to.deep.equal([
      {
        type: 'person',
        id: ada,
        attributes: { name: 'Ada', email: 'ada@example.org', birthDate: '1815-12-10' },
        linkage: { computers: [first, second] },
      },
      {
        type: 'person',
        id: bob,
        attributes: { name: 'Bob', email: null, birthDate: null },
        linkage: { computers: [] },
      },
    ]);
  });

  it('returns at most one identifier as linkage of a to-one relationship', async () => {
    const query = queryFor('computer', { attributes: ['serial'], linkage: ['owner'] });
    expect((await unitOfWork().reader.find(query)).records).to.deep.equal([
      { type: 'computer', id: first, attributes: { serial: 'C-1' }, linkage: { owner: [ada] } },
      { type: 'computer', id: free, attributes: { serial: 'C-2' }, linkage: { owner: [] } },
      { type: 'computer', id: second, attributes: { serial: 'C-3' }, linkage: { owner: [ada] } },
    ]);
  });

  it('omits linkage that is longer than the query allows', async () => {
    const query = queryFor('person', { linkage: ['computers'], longestLinkage: 1 });
    expect((await unitOfWork().reader.find(query)).records).to.deep.equal([
      { type: 'person', id: ada, attributes: {}, linkage: {}, omitted: ['computers'] },
      { type: 'person', id: bob, attributes: {}, linkage: { computers: [] } },
    ]);
    const enough = await unitOfWork().reader.find({ ...query, longestLinkage: 2 });
    expect(enough.records[0]?.linkage).to.deep.equal({ computers: [first, second] });
    const related = [{ relationship: 'owner', attributes: [], linkage: ['computers'] }];
    const found = await unitOfWork().reader.find(queryFor('computer', { longestLinkage: 1, related }));
    expect(found.related).to.deep.equal([
      { type: 'person', id: ada, attributes: {}, linkage: {}, omitted: ['computers'] },
    ]);
  });

  it('omits the linkage of a record to which more is related than the query allows', async () => {
    const related = (most: number) => [{ relationship: 'computers', attributes: [], linkage: [], most }];
    const query = queryFor('person', { linkage: ['computers'], longestLinkage: 1 });
    const few = await unitOfWork().reader.find({ ...query, related: related(2) });
    expect(few.records[0]?.linkage).to.deep.equal({ computers: [first, second] });
    expect(few.related?.map(({ id }) => id)).to.deep.equal([first, second]);
    const many = await unitOfWork().reader.find({ ...query, related: related(1) });
    expect(many.records.map(({ omitted }) => omitted)).to.deep.equal([['computers'], undefined]);
  });

  it('returns nothing that is not selected', async () => {
    const bare = { attributes: {}, linkage: {} };
    expect(await unitOfWork().reader.find(queryFor('person'))).to.deep.equal({
      records: [
        { type: 'person', id: ada, ...bare },
        { type: 'person', id: bob, ...bare },
      ],
    });
    const { records } = await unitOfWork().reader.find(queryFor('person', { attributes: ['birthDate'] }));
    expect(records.map(({ attributes }) => attributes)).to.deep.equal([
      { birthDate: '1815-12-10' },
      { birthDate: null },
    ]);
  });

  it('returns related resources with the selected attributes and linkage', async () => {
    const related = [{ relationship: 'computers', attributes: ['serial'], linkage: ['owner'] }];
    const query = queryFor('person', { linkage: ['computers'], related });
    expect(await unitOfWork().reader.find(query)).to.deep.equal({
      records: [
        { type: 'person', id: ada, attributes: {}, linkage: { computers: [first, second] } },
        { type: 'person', id: bob, attributes: {}, linkage: { computers: [] } },
      ],
      related: [
        { type: 'computer', id: first, attributes: { serial: 'C-1' }, linkage: { owner: [ada] } },
        { type: 'computer', id: second, attributes: { serial: 'C-3' }, linkage: { owner: [ada] } },
      ],
    });
    const bare = [{ relationship: 'computers', attributes: [], linkage: [] }];
    expect(await unitOfWork().reader.find(queryFor('person', { related: bare, total: true }))).to.deep.equal({
      records: [ada, bob].map((id) => ({ type: 'person', id, attributes: {}, linkage: {} })),
      total: 2,
      related: [first, second].map((id) => ({ type: 'computer', id, attributes: {}, linkage: {} })),
    });
  });

  it('returns a shared related resource once, in the order of first reference', async () => {
    const related = [{ relationship: 'owner', attributes: ['name', 'birthDate'], linkage: ['computers'] }];
    const third = await addComputer(unitOfWork(), 'C-4', bob);
    const sort = [{ path: [], attribute: 'serial', descending: true }];
    const query = queryFor('computer', { sort, related, page: { kind: 'numbered', size: 10, number: 1 }, total: true });
    expect(await unitOfWork().reader.find(query)).to.deep.equal({
      records: [third, second, free, first].map((id) => ({ type: 'computer', id, attributes: {}, linkage: {} })),
      total: 4,
      related: [
        { type: 'person', id: bob, attributes: { name: 'Bob', birthDate: null }, linkage: { computers: [third] } },
        {
          type: 'person',
          id: ada,
          attributes: { name: 'Ada', birthDate: '1815-12-10' },
          linkage: { computers: [first, second] },
        },
      ],
    });
    await removeComputers(unitOfWork(), bob);
  });

  it('returns any string of related resources unchanged', async () => {
    const serials = ['"\\\n\t\u0001', '\ufeff mark', 'ü 😀 {1,2}', "null'', []"];
    const owner = await addPerson(unitOfWork(), 'Carl');
    for (const serial of serials) await addComputer(unitOfWork(), serial, owner);
    const related = [{ relationship: 'computers', attributes: ['serial'], linkage: [] }];
    const found = await unitOfWork().reader.find(queryFor('person', { filter: hasIdentifierIn([owner]), related }));
    expect(found.related?.map(({ attributes }) => attributes['serial'])).to.deep.equal(serials);
    await removeComputers(unitOfWork(), owner);
    await unitOfWork().write(async ({ repositories: { person } }) => {
      await person.lock([owner]);
      await person.remove([owner]);
    });
  });

  it('returns no related resources for an empty page', async () => {
    const related = [{ relationship: 'computers', attributes: ['serial'], linkage: [] }];
    for (const number of [2, 5000]) {
      const query = queryFor('person', { page: { kind: 'numbered', size: 10, number }, total: true, related });
      expect(await unitOfWork().reader.find(query)).to.deep.equal({ records: [], total: 2, related: [] });
    }
    const none = queryFor('person', {
      filter: nothing,
      page: { kind: 'numbered', size: 10, number: 1 },
      total: true,
      related,
    });
    expect(await unitOfWork().reader.find(none)).to.deep.equal({ records: [], total: 0, related: [] });
  });

  it('returns complete linkage whatever the page size', async () => {
    const query = queryFor('person', {
      linkage: ['computers'],
      page: { kind: 'numbered', size: 1, number: 1 },
      total: true,
    });
    expect(await unitOfWork().reader.find(query)).to.deep.equal({
      records: [{ type: 'person', id: ada, attributes: {}, linkage: { computers: [first, second] } }],
      total: 2,
    });
  });

  it('orders linkage by identifier as a number', async () => {
    const eve = await addPerson(unitOfWork(), 'Eve');
    const ids: string[] = [];
    for (let count = 0; count < 12; count += 1) ids.push(await addComputer(unitOfWork(), 'many'));
    for (const id of ids.toReversed()) await transferComputers(unitOfWork(), [id], eve);
    const query = queryFor('person', { filter: hasIdentifierIn([eve]), linkage: ['computers'] });
    expect((await unitOfWork().reader.find(query)).records[0]?.linkage).to.deep.equal({ computers: ids });
  });

  it('returns an empty result without error', async () => {
    const query = queryFor('person', { filter: nothing, linkage: ['computers'], total: true });
    expect(await unitOfWork().reader.find(query)).to.deep.equal({ records: [], total: 0 });
  });
}

/** Removes the computers of a person. */
function removeComputers(unitOfWork: UnitOfWork, owner: string): Promise<void> {
  return unitOfWork.write(async ({ repositories: { person, computer } }) => {
    await person.lock([owner]);
    const owned = await computer.referringTo('owner', [owner]);
    await computer.lock(owned);
    await computer.remove(owned);
  });
}

function describeSort(unitOfWork: CurrentUnitOfWork): void {
  const ids = new Map<string, string>();

  before(async () => {
    await clear(unitOfWork());
    ids.clear();
    const people: readonly [key: string, name: string, email: string | null, birthDate: string | null][] = [
      ['b1', 'b', 'x@example.org', '2001-01-01'],
      ['a1', 'a', null, '1999-12-31'],
      ['B', 'B', 'y@example.org', null],
      ['a2', 'a', 'x@example.org', '0999-01-01'],
      ['accented', '\u00e9', null, null],
      ['private', '\uffee', null, null],
      ['astral', '\u{1F600}', null, null],
      ['short', 'a ', null, null],
      ['digits10', '10', null, null],
      ['digits9', '9', null, null],
    ];
    for (const [key, name, email, birthDate] of people)
      ids.set(key, await addPerson(unitOfWork(), name, { email, birthDate }));
    const machines: readonly [key: string, serial: string, owner: string | undefined][] = [
      ['c1', 'same', 'b1'],
      ['c2', 'same', undefined],
      ['c3', 'same', 'a1'],
      ['c4', 'other', 'B'],
      ['c5', 'same', 'a2'],
    ];
    for (const [key, serial, owner] of machines)
      ids.set(key, await addComputer(unitOfWork(), serial, owner === undefined ? null : ids.get(owner)));
  });

  const people = ['b1', 'a1', 'B', 'a2', 'accented', 'private', 'astral', 'short', 'digits10', 'digits9'];
  const cases: readonly [name: string, type: ResourceType, sort: readonly SortKey[], expected: readonly string[]][] = [
    ['sorts by identifier by default', 'person', [], people],
    ['sorts by identifier as a number', 'person', [by('id')], people],
    ['sorts by identifier, descending', 'person', [by('-id')], people.toReversed()],
    [
      'sorts by code point: upper case before lower case, astral characters last, ties by identifier',
      'person',
      [by('name')],
      ['digits10', 'digits9', 'B', 'a1', 'a2', 'short', 'b1', 'accented', 'private', 'astral'],
    ],
    [
      'breaks ties by ascending identifier when descending, too',
      'person',
      [by('-name')],
      ['astral', 'private', 'accented', 'b1', 'short', 'a1', 'a2', 'B', 'digits9', 'digits10'],
    ],
    [
      'sorts unset values last',
      'person',
      [by('birthDate')],
      ['a2', 'a1', 'b1', 'B', 'accented', 'private', 'astral', 'short', 'digits10', 'digits9'],
    ],
    [
      'sorts unset values first when descending',
      'person',
      [by('-birthDate')],
      ['B', 'accented', 'private', 'astral', 'short', 'digits10', 'digits9', 'b1', 'a1', 'a2'],
    ],
    [
      'breaks ties by the next key',
      'person',
      [by('email'), by('-name'), by('id')],
      ['b1', 'a2', 'B', 'astral', 'private', 'accented', 'short', 'a1', 'digits9', 'digits10'],
    ],
    ['applies the direction of each key', 'computer', [by('serial'), by('-id')], ['c4', 'c5', 'c3', 'c2', 'c1']],
    [
      'sorts by a related attribute, unrelated resources last',
      'computer',
      [by('owner.birthDate')],
      ['c5', 'c3', 'c1', 'c2', 'c4'],
    ],
    [
      'sorts by a related attribute, unrelated resources first when descending',
      'computer',
      [by('-owner.name')],
      ['c2', 'c1', 'c3', 'c5', 'c4'],
    ],
    ['sorts by a related identifier', 'computer', [by('-owner.id')], ['c2', 'c5', 'c4', 'c3', 'c1']],
    [
      'sorts by attributes of different resources',
      'computer',
      [by('-serial'), by('owner.name'), by('owner.birthDate')],
      ['c5', 'c3', 'c1', 'c2', 'c4'],
    ],
  ];

  for (const [name, type, sort, expected] of cases)
    it(name, async () => {
      const found = await findIds(unitOfWork().reader, queryFor(type, { sort }));
      expect(found).to.deep.equal(expected.map((key) => ids.get(key)));
    });

  it('sorts before it pages', async () => {
    const query = queryFor('person', {
      sort: [by('-name')],
      page: { kind: 'numbered', size: 3, number: 2 },
      linkage: ['computers'],
    });
    const expected = ['b1', 'short', 'a1'].map((key) => ids.get(key));
    expect(await findIds(unitOfWork().reader, query)).to.deep.equal(expected);
  });
}

/** `-path.attribute` as a sort key. */
function by(text: string): SortKey {
  const descending = text.startsWith('-');
  const names = text.slice(descending ? 1 : 0).split('.');
  return { path: names.slice(0, -1), attribute: names.at(-1) ?? '', descending };
}

function describePages(unitOfWork: CurrentUnitOfWork): void {
  const ids: string[] = [];
  const last = 2 ** 53 - 1;
  const notFirst = (): Filter => ({ kind: 'not', filter: hasIdentifierIn(ids.slice(0, 1)) });

  before(async () => {
    await clear(unitOfWork());
    ids.length = 0;
    for (let count = 0; count < 7; count += 1) ids.push(await addComputer(unitOfWork(), `C-${6 - count}`));
  });

  const pages: readonly [page: Page | undefined, from: number, to: number][] = [
    [undefined, 0, 7],
    [{ kind: 'numbered', size: 3, number: 1 }, 0, 3],
    [{ kind: 'numbered', size: 3, number: 2 }, 3, 6],
    [{ kind: 'numbered', size: 3, number: 3 }, 6, 7],
    [{ kind: 'numbered', size: 3, number: 4 }, 7, 7],
    [{ kind: 'numbered', size: 7, number: 1 }, 0, 7],
    [{ kind: 'numbered', size: 7, number: 2 }, 7, 7],
    [{ kind: 'numbered', size: 1, number: 7 }, 6, 7],
    [{ kind: 'numbered', size: last, number: 1 }, 0, 7],
    [{ kind: 'numbered', size: 1, number: last }, 7, 7],
    [{ kind: 'numbered', size: last, number: last }, 7, 7],
  ];

  for (const [page, from, to] of pages)
    it(`returns records ${from} to ${to} and the total for ${JSON.stringify(page ?? 'no page')}`, async () => {
      const { reader } = unitOfWork();
      const expected = ids.slice(from, to);
      for (const filter of [everything, hasIdentifierIn(ids)]) {
        const found = await reader.find(queryFor('computer', { filter, page, total: true }));
        expect(found.records.map(({ id }) => id)).to.deep.equal(expected);
        expect(found.total).to.equal(7);
      }
      const sorted = queryFor('computer', { page, sort: [by('-serial')], total: true });
      expect(await findIds(reader, sorted)).to.deep.equal(expected);
    });

  it('totals the matches, not all resources', async () => {
    const query = queryFor('computer', {
      filter: notFirst(),
      page: { kind: 'numbered', size: 4, number: 2 },
      total: true,
    });
    const found = await unitOfWork().reader.find(query);
    expect(found.records.map(({ id }) => id)).to.deep.equal(ids.slice(5));
    expect(found.total).to.equal(6);
  });

  it('returns the total past the last page, too', async () => {
    const query = queryFor('computer', {
      filter: notFirst(),
      page: { kind: 'numbered', size: 4, number: 9 },
      total: true,
    });
    expect(await unitOfWork().reader.find(query)).to.deep.equal({ records: [], total: 6 });
  });

  it('pages a filter on one identifier', async () => {
    const one = (number: number | undefined): Promise<FindResult> => {
      const page = number === undefined ? undefined : ({ kind: 'numbered', size: 4, number } as const);
      return unitOfWork().reader.find(queryFor('computer', { filter: hasIdentifier(ids[3] ?? ''), page, total: true }));
    };
    const record = { type: 'computer', id: ids[3], attributes: {}, linkage: {} };
    for (const page of [undefined, 1]) expect(await one(page)).to.deep.equal({ records: [record], total: 1 });
    expect(await one(2)).to.deep.equal({ records: [], total: 1 });
  });

  it('returns no total unless asked', async () => {
    const found = await unitOfWork().reader.find(
      queryFor('computer', { page: { kind: 'numbered', size: 2, number: 1 } }),
    );
    expect(found).not.to.have.property('total');
    expect(found.records).to.have.lengthOf(2);
  });

  it('returns a total without a page', async () => {
    expect((await unitOfWork().reader.find(queryFor('computer', { total: true }))).total).to.equal(7);
  });
}
