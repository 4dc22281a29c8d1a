import { expect } from 'chai';
import { compare, not, related } from './filter-notation.ts';
import type { UnitOfWork } from '#application/ports/unit-of-work';
import { everything, nothing } from '#application/model/filter';
import type { CursorPage, ListPosition, Query, ResourceRecord, SortKey } from '#application/model/query';
import type { ResourceType } from '#domain/schema';
import type { Batch } from '#application/ports/resource-reader';
import { FindResources, relatedTo } from '#application/reading/find-resources';
import { updatePerson } from '#product/use-cases';
import { describeBoundedViews } from './bounded-views.ts';
import { queryFor, clear, findIds, wholeView } from './fixtures.ts';
import { addPerson, transferComputers } from './persons.ts';
import type { CurrentUnitOfWork } from './storage-under-test.ts';
import { expectSame, gather, wholeList } from './whole-lists.ts';
import { aNewComputer, aNewPerson } from '../support/builders.ts';
import { writeOnce } from '../support/write-once.ts';

/** More than a batch, and not a multiple of one. */
const PERSONS = 1203;
const COMPUTERS = 1407;

export function describeStreams(unitOfWork: CurrentUnitOfWork): void {
  describe('streams', () => {
    let personIds: readonly string[] = [];

    before(async () => {
      await clear(unitOfWork());
      personIds = await addPersons(unitOfWork());
      await addComputers(unitOfWork(), personIds);
    });
    after(() => clear(unitOfWork()));

    describeRecords(unitOfWork);
    describeLists(unitOfWork, () => personIds);
    describeBoundedViews(unitOfWork, () => personIds);
    describeReaders(unitOfWork);
  });
}

/** More than a batch of persons. */
const earlyNames = compare('name', 'less', 'P8');

const key = (attribute: string, descending = false, path: readonly string[] = []): SortKey => ({
  attribute,
  descending,
  path,
});

function describeRecords(unitOfWork: CurrentUnitOfWork): void {
  const person = { attributes: ['name', 'email', 'birthDate'], linkage: ['computers'] };
  const computer = { attributes: ['serial'], linkage: ['owner'] };
  const queries: readonly [name: string, query: Query][] = [
    ['everything by id', queryFor('person', person)],
    ['nothing but identifiers', queryFor('computer')],
    [
      'sorted, with equal and unset values',
      queryFor('person', { ...person, sort: [key('birthDate', true), key('name')] }),
    ],
    ['sorted through a relationship', queryFor('computer', { ...computer, sort: [key('name', true, ['owner'])] })],
    ['filtered', queryFor('computer', { ...computer, filter: not(compare('serial', 'less', 'S5')) })],
    ['nothing', queryFor('person', { ...person, filter: nothing })],
    [
      'related to some only',
      queryFor('computer', { ...computer, sort: [key('name', true, ['owner'])], reachable: { person: earlyNames } }),
    ],
    [
      'with some of its linkage',
      queryFor('person', { ...person, reachable: { computer: compare('serial', 'less', 'S5') } }),
    ],
  ];
  for (const [name, query] of queries) {
    it(`yield the records of a list, in order: ${name}`, async () => {
      const batches = await collect(unitOfWork().stream((reader) => reader.stream(query)));
      const { records } = await unitOfWork().reader.find(query);
      expect(batches.flatMap((batch) => batch.records)).to.deep.equal(records);
      for (const batch of batches) expect(batch.records.length).to.be.above(0).and.at.most(2000);
    });

    it(`yield the records of a page, in order: ${name}`, async () => {
      const page = { kind: 'numbered', size: 601, number: 2 } as const;
      const batches = await collect(unitOfWork().stream((reader) => reader.stream({ ...query, page })));
      const { records } = await unitOfWork().reader.find({ ...query, page });
      expect(batches.flatMap((batch) => batch.records)).to.deep.equal(records);
    });

    it(`yield the records of pages by cursor, and where they are: ${name}`, async () => {
      const { pageInfo } = await unitOfWork().reader.find({ ...query, page: cursorPage('after', 300) });
      const from = pageInfo?.positions.at(-1);
      for (const page of [cursorPage('after', 601, from), cursorPage('before', 601), cursorPage('before', 601, from)]) {
        const batches = await collect(unitOfWork().stream((reader) => reader.stream({ ...query, page })));
        const found = await unitOfWork().reader.find({ ...query, page });
        expect(batches.flatMap((batch) => batch.records)).to.deep.equal(found.records);
        expect(batches.flatMap((batch) => batch.pageInfo?.positions ?? [])).to.deep.equal(found.pageInfo?.positions);
        for (const batch of batches) expect(batch.pageInfo?.hasMore).to.equal(found.pageInfo?.hasMore);
      }
    });
  }

  it('can be read one after another, with other queries in between', async () => {
    const seen = await collect(
      unitOfWork().stream(async function* (reader) {
        for (const type of ['person', 'computer'] as const)
          for await (const batch of reader.stream(queryFor(type))) {
            const [first] = batch.records;
            const { records } = await reader.find(queryFor(type, { page: { kind: 'numbered', size: 1, number: 1 } }));
            yield { count: batch.records.length, isThere: first !== undefined && records.length === 1 };
          }
      }),
    );
    expect(seen.reduce((sum, { count }) => sum + count, 0)).to.equal(PERSONS + COMPUTERS);
    expect(seen.every(({ isThere }) => isThere)).to.equal(true);
  });

  it('leave out what has come out of reach meanwhile, unless they read a snapshot', async () => {
    const query = queryFor('person', { attributes: ['name'], filter: earlyNames, reachable: { person: earlyNames } });
    const { records } = await unitOfWork().reader.find(query);
    const last = records.at(-1);
    if (last === undefined) throw new Error('there is nobody');
    const rename = (name: unknown): Promise<unknown> =>
      writeOnce(unitOfWork())((transaction) =>
        updatePerson(transaction, last.id, { attributes: { name: String(name) }, linkage: {} }),
      );
    let isSnapshot: boolean | undefined;
    const stream = unitOfWork().stream((reader) => {
      ({ isSnapshot } = reader);
      return reader.stream(query);
    });
    const seen: ResourceRecord[] = [];
    for await (const batch of stream) {
      if (seen.length === 0) await rename('Z');
      seen.push(...batch.records);
    }
    await rename(last.attributes['name']);
    expect(isSnapshot).to.be.a('boolean');
    expect(seen).to.deep.equal(isSnapshot === true ? records : records.slice(0, -1));
  });

  it('pass errors of the work on unchanged', async () => {
    const error = new RangeError('mine');
    const stream = unitOfWork().stream(async function* (reader) {
      for await (const batch of reader.stream(queryFor('person'))) {
        yield batch;
        throw error;
      }
    });
    const seen: unknown[] = [];
    const failure = await (async () => {
      for await (const batch of stream) seen.push(batch);
    })().catch((caught: unknown) => caught);
    expect(failure).to.equal(error);
    expect(seen).to.have.lengthOf(1);
  });
}

function describeLists(unitOfWork: CurrentUnitOfWork, personIds: () => readonly string[]): void {
  const lists: readonly [type: ResourceType, paths: readonly string[], sort?: readonly SortKey[]][] = [
    ['person', []],
    ['person', ['computers']],
    ['person', ['computers'], [key('name', true)]],
    ['person', ['computers.owner', 'computers']],
    ['computer', ['owner']],
    ['computer', ['owner'], [key('serial', true)]],
    ['computer', ['owner.computers.owner', 'owner'], [key('name', true, ['owner'])]],
  ];
  for (const [type, paths, sort = []] of lists) {
    const include = paths.length === 0 ? undefined : paths.map((path) => path.split('.'));
    const request = { type, filter: everything, sort, view: { ...wholeView, include } };

    it(`show the same as a whole list, in order: ${type} ${paths.join()} ${JSON.stringify(sort)}`, async () => {
      await expectSame(unitOfWork(), { ...request, page: undefined, total: true });
    });

    it(`show the same as a whole page, in order: ${type} ${paths.join()} ${JSON.stringify(sort)}`, async () => {
      for (const page of [{ kind: 'numbered', size: 1101, number: 1 }, cursorPage('before', 1101)] as const)
        await expectSame(unitOfWork(), { ...request, page, total: true });
      await expectSame(unitOfWork(), {
        ...request,
        page: { kind: 'numbered', size: 1101, number: 2 },
        total: true,
      });
    });
  }

  it('return short lists whole', async () => {
    const filter = compare('name', 'equal', 'P1');
    const view = { ...wholeView, include: [['computers']] };
    const request = { type: 'person', filter, sort: [], page: undefined, total: true, view } as const;
    expect((await new FindResources(unitOfWork()).execute(request)).kind).to.equal('whole');
    await expectSame(unitOfWork(), request);
  });

  it('return a list in parts when it includes many resources', async () => {
    const [owner = ''] = personIds();
    const view = { ...wholeView, include: [['computers']] };
    const filter = compare('id', 'equal', owner);
    const request = { type: 'person', filter, sort: [], page: undefined, total: true, view } as const;
    expect((await new FindResources(unitOfWork()).execute(request)).kind).to.equal('parts');
    await expectSame(unitOfWork(), request);
  });

  it('return a page past the end whole, without resources', async () => {
    const request = { type: 'person', filter: everything, sort: [], total: true, view: wholeView } as const;
    for (const size of [30, 1101]) {
      const page = { kind: 'numbered', size, number: 1000 } as const;
      const found = await new FindResources(unitOfWork()).execute({ ...request, page });
      const { data, total } = await gather(found);
      expect(found.kind).to.equal('whole');
      expect([data, total]).to.deep.equal([[], PERSONS]);
    }
  });

  it('include exactly the linked resources, whatever is transferred meanwhile', async () => {
    const [owner = ''] = personIds();
    const free = (
      await findIds(unitOfWork().reader, queryFor('computer', { filter: not(related('owner', everything)) }))
    )[0];
    const view = { ...wholeView, include: [['computers']] };
    const list = await new FindResources(unitOfWork()).execute({
      type: 'person',
      filter: everything,
      sort: [],
      page: undefined,
      total: true,
      view,
    });
    if (list.kind === 'whole') throw new Error('the list is short');
    const linked = new Set<string>();
    const included: string[] = [];
    const taken: string[] = [];
    for await (const part of list.parts) {
      if (part.kind === 'end') break;
      if (part.kind === 'linkage') for (const id of part.ids) linked.add(id);
      else if (part.place === 'included') included.push(...part.records.map(({ id }) => id));
      else for (const { linkage } of part.records) for (const id of linkage['computers'] ?? []) linked.add(id);
      if (taken.length > 0) continue;
      taken.push(...[...linked].slice(0, 3));
      await transferComputers(unitOfWork(), taken, null);
      await transferComputers(unitOfWork(), [free ?? ''], owner);
    }
    expect(linked).to.include(taken[0]).and.not.include(free);
    expect(included.toSorted()).to.deep.equal([...linked].sort());
    await transferComputers(unitOfWork(), taken, owner);
    await transferComputers(unitOfWork(), [free ?? ''], null);
  });

  it('return the resources related to one resource, and fail when it does not exist', async () => {
    const [id = ''] = personIds();
    const parent = { type: 'person', id, relationship: 'computers' } as const;
    const view = { ...wholeView, include: [['owner']] };
    const request = { type: 'computer', filter: everything, sort: [], page: undefined, total: true, view } as const;
    const found = await new FindResources(unitOfWork()).executeRelated(parent, request);
    expect(found.kind).to.equal('parts');
    expect(await gather(found)).to.deep.equal(
      await gather(await wholeList(unitOfWork(), { ...request, filter: relatedTo(parent, everything) })),
    );
    const failure: unknown = await new FindResources(unitOfWork())
      .executeRelated({ ...parent, id: '999999999' }, request)
      .catch((error: unknown) => error);
    expect(failure).to.have.property('name', 'NotFoundError');
  });
}

function describeReaders(unitOfWork: CurrentUnitOfWork): void {
  it('do not block writers while paused, and end when the consumer stops', async () => {
    const batches = openPersons(unitOfWork());
    const first = await batches.next();
    expect(first.done).not.to.equal(true);
    const added = await addPerson(unitOfWork(), 'meanwhile');
    expect(
      await findIds(unitOfWork().reader, queryFor('person', { filter: compare('id', 'equal', added) })),
    ).to.deep.equal([added]);
    await batches.return?.();
    expect(await batches.next()).to.deep.equal({ done: true, value: undefined });
  });

  it('yield the records of their snapshot, whatever is added meanwhile', async () => {
    const before = await findIds(unitOfWork().reader, queryFor('person'));
    const batches = openPersons(unitOfWork());
    const first = await batches.next();
    await addPerson(unitOfWork(), 'too late');
    const seen: ResourceRecord[] = first.done === true ? [] : [...first.value.records];
    for (let next = await batches.next(); next.done !== true; next = await batches.next())
      seen.push(...next.value.records);
    expect(seen.map(({ id }) => id)).to.deep.equal(before);
  });

  it('release their connections, however many are abandoned', async () => {
    for (let count = 0; count < 30; count += 1)
      for await (const batch of unitOfWork().stream((reader) => reader.stream(queryFor('person')))) {
        expect(batch.records.length).to.be.above(0);
        break;
      }
    expect(await unitOfWork().read(async () => 42)).to.equal(42);
  });
}

function openPersons(unitOfWork: UnitOfWork): AsyncIterator<Batch> {
  const stream = unitOfWork.stream((reader) => reader.stream(queryFor('person')));
  return stream[Symbol.asyncIterator]();
}

function cursorPage(direction: CursorPage['direction'], size: number, position?: ListPosition): CursorPage {
  return { kind: 'cursor', size, direction, position };
}

async function collect<Item>(items: AsyncIterable<Item>): Promise<readonly Item[]> {
  const collected: Item[] = [];
  for await (const item of items) collected.push(item);
  return collected;
}

/** Many names and dates are equal; many dates are unset. */
function addPersons(unitOfWork: UnitOfWork): Promise<readonly string[]> {
  return unitOfWork.write(async ({ repositories }) => {
    const ids: string[] = [];
    for (let count = 0; count < PERSONS; count += 1) {
      const birthDate = count % 3 === 0 ? null : `19${10 + (count % 7)}-01-01`;
      const { id } = await repositories.person.add(aNewPerson({ name: `P${(count * 7) % 10}`, birthDate }));
      ids.push(id);
    }
    return ids;
  });
}

/** The first person owns half of them; some computers have no owner. */
function addComputers(unitOfWork: UnitOfWork, personIds: readonly string[]): Promise<void> {
  return unitOfWork.write(async ({ repositories: { person, computer } }) => {
    await person.lock(personIds);
    for (let count = 0; count < COMPUTERS; count += 1) {
      const owner = count % 2 === 0 ? personIds[0] : count % 5 === 0 ? undefined : personIds[(count * 31) % PERSONS];
      await computer.add(aNewComputer({ serial: `S${(count * 3) % 10}`, owner: owner ?? null }));
    }
  });
}
