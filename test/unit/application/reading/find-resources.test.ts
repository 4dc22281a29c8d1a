import { expect } from 'chai';
import { MemoryUnitOfWork } from '#adapters/memory/unit-of-work';
import type { ResourceReader } from '#application/ports/resource-reader';
import type { UnitOfWork } from '#application/ports/unit-of-work';
import { everything } from '#application/model/filter';
import type { ResourceRecord } from '#application/model/query';
import type { ResourceType } from '#domain/schema';
import type { ListRequest, View, Viewed, ViewedList, ViewedResource } from '#application/model/view';
import { FindResource } from '#application/reading/find-resource';
import { FindResources } from '#application/reading/find-resources';
import { compare } from '../../../contract/filter-notation.ts';
import { wholeView } from '../../../contract/fixtures.ts';
import { addComputer, addPerson } from '../../../contract/persons.ts';
import { personAttributes } from '../../../support/builders.ts';

const list = { filter: everything, sort: [], page: undefined, total: true, view: wholeView };

describe('reading', () => {
  let unitOfWork: UnitOfWork;
  let [ada, bob, c1, c2, c3] = ['', '', '', '', ''];

  beforeEach(async () => {
    unitOfWork = new MemoryUnitOfWork();
    ada = await addPerson(unitOfWork, 'Ada');
    bob = await addPerson(unitOfWork, 'Bob');
    c1 = await addComputer(unitOfWork, 'C-1', ada);
    c2 = await addComputer(unitOfWork, 'C-2', bob);
    c3 = await addComputer(unitOfWork, 'C-3', ada);
  });

  it('finds one resource', async () => {
    const { record, included } = await findOne(unitOfWork, 'person', ada, wholeView);
    expect(record).to.have.all.keys('type', 'id', 'attributes', 'linkage', 'version');
    expect(record).to.deep.include({ type: 'person', id: ada, attributes: personAttributes() });
    expect(record.linkage['computers']).to.deep.equal([c1, c3]);
    expect(included).to.equal(undefined);
  });

  it('finds neither missing resources nor malformed identifiers', async () => {
    for (const id of ['999', '0', '01', 'abc', '', '9223372036854775808', "1'"]) {
      const failure = await findOne(unitOfWork, 'person', id, wholeView).catch(factsOf);
      expect(failure, id).to.deep.include({ name: 'NotFoundError', type: 'person', id });
    }
  });

  it('does not query the storage for malformed identifiers', async () => {
    const counted = countQueries(unitOfWork);
    for (const id of ['0', 'abc', '9223372036854775808'])
      await findOne(counted.unitOfWork, 'computer', id, wholeView).catch(factsOf);
    expect(counted.count()).to.equal(0);
  });

  it('finds a list with the total of all pages', async () => {
    const request = { ...list, type: 'computer', page: { kind: 'numbered', size: 2, number: 1 } } as const;
    const { records, total, included } = await findAll(unitOfWork, request);
    expect(keys(records)).to.deep.equal([`computer ${c1}`, `computer ${c2}`]);
    expect([total, included]).to.deep.equal([3, undefined]);
  });

  it('counts the records when there is no page', async () => {
    expect((await findAll(unitOfWork, { ...list, type: 'computer' })).total).to.equal(3);
  });

  it('finds the related resources of one resource, with every feature of a list', async () => {
    const parent = { type: 'person', id: ada, relationship: 'computers' } as const;
    const all = whole(await new FindResources(unitOfWork).executeRelated(parent, { ...list, type: 'computer' }));
    expect([keys(all.records), all.total]).to.deep.equal([[`computer ${c1}`, `computer ${c3}`], 2]);
    const filter = compare('serial', 'greater', 'C-1');
    const page = { kind: 'numbered', size: 1, number: 1 } as const;
    const some = whole(
      await new FindResources(unitOfWork).executeRelated(parent, { ...list, type: 'computer', filter, page }),
    );
    expect([keys(some.records), some.total]).to.deep.equal([[`computer ${c3}`], 1]);
  });

  it('does not find the related resources of a missing one', async () => {
    const parent = { type: 'person', id: '999', relationship: 'computers' } as const;
    const failure = await new FindResources(unitOfWork)
      .executeRelated(parent, { ...list, type: 'computer' })
      .catch(factsOf);
    expect(failure).to.deep.include({ name: 'NotFoundError', type: 'person', id: '999' });
  });

  it('finds the owner of a computer, if it has one', async () => {
    const free = await addComputer(unitOfWork, 'C-4');
    const find = new FindResource(unitOfWork);
    const ownerOf = (id: string) => ({ type: 'computer', id, relationship: 'owner' }) as const;
    const { related: owner } = await find.executeRelated(ownerOf(c1), wholeView, Infinity);
    expect(owner && whole(owner).record.id).to.equal(ada);
    const { parent, related } = await find.executeRelated(ownerOf(free), wholeView, Infinity);
    expect([parent.id, parent.version, related]).to.deep.equal([free, 1, undefined]);
    expect(await find.executeRelated(ownerOf('999'), wholeView, Infinity).catch(factsOf)).to.deep.include({
      type: 'computer',
      id: '999',
    });
  });

  const includes: readonly [paths: readonly string[], expected: () => readonly string[]][] = [
    [[], () => []],
    [['computers'], () => [`computer ${c1}`, `computer ${c3}`, `computer ${c2}`]],
    [
      ['computers.owner'],
      () => [`computer ${c1}`, `computer ${c3}`, `computer ${c2}`, `person ${ada}`, `person ${bob}`],
    ],
    [['computers', 'computers'], () => [`computer ${c1}`, `computer ${c3}`, `computer ${c2}`]],
    [
      ['computers.owner.computers', 'computers'],
      () => [`computer ${c1}`, `computer ${c3}`, `computer ${c2}`, `person ${ada}`, `person ${bob}`],
    ],
  ];
  for (const [paths, expected] of includes)
    it(`includes each resource of "${paths.join()}" once, in order of first occurrence`, async () => {
      const view = { ...wholeView, include: paths.map((path) => path.split('.')) };
      const { included } = await findAll(unitOfWork, { ...list, type: 'person', view });
      expect(keys(included ?? [])).to.deep.equal(expected());
    });

  it('includes nothing when nothing is related', async () => {
    const nobody = await addPerson(unitOfWork, 'Eve');
    const view = { ...wholeView, include: [['computers', 'owner']] };
    expect((await findOne(unitOfWork, 'person', nobody, view)).included).to.deep.equal([]);
  });

  it('reads resources and those directly related to them in one query', async () => {
    const view = { ...wholeView, include: [['owner'], ['owner']] };
    const { unitOfWork: counted, count } = countQueries(unitOfWork);
    await new FindResources(counted).execute({
      ...list,
      type: 'computer',
      page: { kind: 'numbered', size: 20, number: 1 },
      view,
    });
    await findOne(counted, 'computer', c1, view);
    expect(count()).to.equal(2);
  });

  it('does not need a query per resource', async () => {
    const view = { ...wholeView, include: [['owner'], ['owner', 'computers', 'owner']] };
    const queriesSent = async (): Promise<number> => {
      const counted = countQueries(unitOfWork);
      const page = { kind: 'numbered', size: 20, number: 1 } as const;
      await new FindResources(counted.unitOfWork).execute({ ...list, type: 'computer', page, view });
      return counted.count();
    };
    const few = await queriesSent();
    for (let count = 0; count < 50; count += 1) await addComputer(unitOfWork, 'C', count % 2 === 0 ? ada : bob);
    expect(few).to.be.at.most(2);
    expect(await queriesSent()).to.be.at.most(3);
  });
});

/** The result of a view that is read as a whole. */
function whole<Whole>(viewed: Viewed<Whole>): Whole {
  if (viewed.kind === 'parts') throw new Error('it is read in parts');
  return viewed.whole;
}

async function findOne(unitOfWork: UnitOfWork, type: ResourceType, id: string, view: View): Promise<ViewedResource> {
  return whole(await new FindResource(unitOfWork).execute(type, id, view, Infinity));
}

async function findAll(unitOfWork: UnitOfWork, request: ListRequest): Promise<ViewedList> {
  return whole(await new FindResources(unitOfWork).execute(request));
}

function keys(records: readonly ResourceRecord[]): readonly string[] {
  return records.map(({ type, id }) => `${type} ${id}`);
}

function factsOf(error: unknown): object {
  return error instanceof Error ? { ...error } : { error };
}

/** The same unit of work, and a count of the queries to its readers. */
function countQueries(unitOfWork: UnitOfWork): { readonly unitOfWork: UnitOfWork; readonly count: () => number } {
  let queries = 0;
  const counting = (reader: ResourceReader): ResourceReader => ({
    find: (query) => {
      queries += 1;
      return reader.find(query);
    },
  });
  return {
    unitOfWork: {
      epoch: () => unitOfWork.epoch(),
      changes: unitOfWork.changes,
      purgeAnswers: (limit) => unitOfWork.purgeAnswers(limit),
      reader: counting(unitOfWork.reader),
      read: (work) => unitOfWork.read((reader) => work(counting(reader))),
      stream: (work) => unitOfWork.stream(work),
      write: (work) =>
        unitOfWork.write((transaction) => work({ ...transaction, reader: counting(transaction.reader) })),
    },
    count: () => queries,
  };
}
