// Walks by cursor pages: from any position the pages lead through the list that the same query has without pages.
import { expect } from 'chai';
import fc from 'fast-check';
import { everything, type Filter } from '#application/model/filter';
import type { CursorPage, ListPosition, Query, SortKey } from '#application/model/query';
import type { ResourceType } from '#domain/schema';
import type { UnitOfWork } from '#application/ports/unit-of-work';
import { sortKeys } from '../agreement/trees.ts';
import { compare, not, or, related, text, unset } from './filter-notation.ts';
import { clear, findIds, queryFor } from './fixtures.ts';
import { addComputer, addPerson } from './persons.ts';
import { seedOf } from '../support/depth.ts';
import type { CurrentUnitOfWork } from './storage-under-test.ts';
import { steps, walk } from './walk.ts';

const RUNS = 60;

export function describeWalks(unitOfWork: CurrentUnitOfWork): void {
  describe('reader: cursor pages', () => {
    let ids: readonly string[] = [];

    before(async () => {
      await clear(unitOfWork());
      ids = await fill(unitOfWork());
    });

    it('lead through the whole list in both directions, for any filter, sort and size', () =>
      fc.assert(
        fc.asyncProperty(queries, sizes, async (query, size) => {
          const { reader } = unitOfWork();
          const whole = await reader.find(query);
          for (const direction of ['after', 'before'] as const) {
            const pages = await walk(reader, query, { size, direction });
            expect(pages.flatMap(({ records }) => records)).to.deep.equal(whole.records);
            const full = direction === 'after' ? pages.slice(0, -1) : pages.slice(1);
            for (const { records } of full) expect(records).to.have.length(size);
          }
        }),
        { numRuns: RUNS, seed: seedOf('the walks', 1) },
      ));

    it('total the matches on every page, and only if asked', () =>
      fc.assert(
        fc.asyncProperty(queries, sizes, async (query, size) => {
          const { reader } = unitOfWork();
          const { length } = await findIds(reader, query);
          const past: ListPosition = { keys: query.sort.map(() => null), id: '9223372036854775807' };
          const queryOf = (direction: CursorPage['direction'], total: boolean): Query => ({
            ...query,
            total,
            page: { kind: 'cursor', size, direction, position: past },
          });
          for (const direction of ['after', 'before'] as const) {
            expect(await reader.find(queryOf(direction, true))).to.have.property('total', length);
            expect(await reader.find(queryOf(direction, false))).not.to.have.property('total');
          }
        }),
        { numRuns: RUNS / 3, seed: seedOf('the totals of walks', 1) },
      ));

    it('bring related resources of their own records only', async () => {
      const related = [{ relationship: 'owner', attributes: ['name'], linkage: [] }];
      const query = queryFor('computer', { sort: [by('-serial')], related });
      const { reader } = unitOfWork();
      const all = await reader.find(query);
      const owners = new Map((all.related ?? []).map((owner) => [owner.id, owner]));
      for (const direction of ['after', 'before'] as const)
        for (const page of await walk(reader, { ...query, linkage: ['owner'] }, { size: 2, direction })) {
          const expected = new Set(page.records.flatMap(({ linkage }) => linkage['owner'] ?? []));
          expect(page.related).to.deep.equal([...expected].map((id) => owners.get(id)));
        }
    });

    it('give each record a position of its own', async () => {
      const query = queryFor('computer', { sort: [by('-owner.birthDate'), by('serial'), by('owner.id')] });
      const [page] = await walk(unitOfWork().reader, query, { size: 1000, direction: 'after' });
      const { records } = await unitOfWork().reader.find({ ...query, attributes: ['serial'], linkage: ['owner'] });
      expect(page?.pageInfo?.positions.map(({ id }) => id)).to.deep.equal(records.map(({ id }) => id));
      for (const [index, { attributes, linkage }] of records.entries()) {
        const [birthDate, ...rest] = page?.pageInfo?.positions[index]?.keys ?? [];
        expect(rest).to.deep.equal([attributes['serial'], linkage['owner']?.[0] ?? null]);
        expect([null, '1815-12-10', '1990-06-15', '2000-02-29']).to.include(birthDate);
      }
    });

    describeOddPositions(unitOfWork, () => ids);
    describeChanges(unitOfWork);
  });
}

function describeOddPositions(unitOfWork: CurrentUnitOfWork, ids: () => readonly string[]): void {
  const last = '9223372036854775807';
  const tooLarge = '99999999999999999999';
  /** Positions that no record has, and how many persons are before them. */
  const cases: readonly (readonly [sort: string, keys: readonly (string | null)[], id: string, before: number])[] = [
    ['', [], tooLarge, 9],
    ['', [], `-${tooLarge}`, 0],
    ['id', [tooLarge], '1', 9],
    ['id', [`-${tooLarge}`], '1', 0],
    ['-id', [tooLarge], '1', 0],
    ['-id', [`-${tooLarge}`], '1', 9],
    ['name', ['ada\0'], last, 5],
    ['-name', ['ada\0'], last, 4],
    // Lone surrogates sort by their code point: before U+E000.
    ['name', ['\ud83d'], '0', 6],
    ['-name', ['\ud83d'], '0', 3],
    ['name', [null], last, 9],
    ['-name', [null], '0', 0],
    ['birthDate', ['0001-01-01'], '0', 0],
    ['-birthDate', ['9999-12-31'], last, 3],
  ];
  for (const [sort, keys, id, before] of cases)
    it(`split the list sorted by "${sort}" at ${JSON.stringify([...keys, id])}`, async () => {
      const query = queryFor('person', { sort: sort === '' ? [] : [by(sort)] });
      const whole = await findIds(unitOfWork().reader, query);
      expect(whole).to.have.members(ids());
      const on = async (direction: CursorPage['direction']): Promise<string[]> => {
        const page = { kind: 'cursor', size: 100, direction, position: { keys, id } } as const;
        return findIds(unitOfWork().reader, { ...query, page });
      };
      expect(await on('before')).to.deep.equal(whole.slice(0, before));
      expect(await on('after')).to.deep.equal(whole.slice(before));
    });
}

function describeChanges(unitOfWork: CurrentUnitOfWork): void {
  const nameless = queryFor('person', { filter: not(text('name', 'startsWith', 'temporary')) });

  it('go on behind a record that has been deleted', async () => {
    for (const sort of [[], [by('birthDate')], [by('-name'), by('email')]])
      for (const direction of ['after', 'before'] as const) {
        const { reader } = unitOfWork();
        const expected = await findIds(reader, nameless);
        const lost = await addPersons(unitOfWork(), 12);
        const query = queryFor('person', { sort });
        const met: string[] = [];
        for await (const { records } of steps(reader, query, { size: 1, direction })) {
          const passed = records.map(({ id }) => id);
          met.push(...passed);
          await removePersons(
            unitOfWork(),
            passed.filter((id) => lost.includes(id)),
          );
        }
        expect(met).to.include.members(expected);
        expect(new Set(met)).to.have.length(met.length);
        expect(await findIds(reader, queryFor('person'))).to.deep.equal(expected);
      }
  });

  it('meet each record that stays as it is exactly once, while others come, go and change', async () => {
    for (const sort of [[], [by('birthDate')], [by('-name')], [by('-email'), by('name')]]) {
      const { reader } = unitOfWork();
      const expected = await findIds(reader, { ...nameless, sort });
      for (const direction of ['after', 'before'] as const) {
        let isOver = false;
        const disturb = async (): Promise<void> => {
          for (let round = 0; !isOver; round += 1) {
            const ids = await addPersons(unitOfWork(), 3);
            await renamePersons(unitOfWork(), ids, `temporary ${round}`);
            await removePersons(unitOfWork(), ids);
          }
        };
        const disturbance = disturb();
        const met: string[] = [];
        for await (const { records } of steps(reader, { ...nameless, sort }, { size: 2, direction })) {
          await addAndRemove(unitOfWork());
          const stable = records.map(({ id }) => id).filter((id) => expected.includes(id));
          if (direction === 'after') met.push(...stable);
          else met.unshift(...stable);
        }
        isOver = true;
        await disturbance;
        expect(met).to.deep.equal(expected);
      }
    }
  });
}

/** `-path.attribute` as a sort key. */
function by(key: string): SortKey {
  const descending = key.startsWith('-');
  const names = key.slice(descending ? 1 : 0).split('.');
  return { path: names.slice(0, -1), attribute: names.at(-1) ?? '', descending };
}

/** Of the types whose lists are walked. */
const filters = {
  person: [
    everything,
    not(unset('birthDate')),
    or(unset('email'), compare('name', 'less', 'b')),
    text('name', 'likeIgnoringCase', '%a%'),
    related('computers', text('serial', 'like', 'S%')),
  ],
  computer: [everything, related('owner', everything), not(related('owner', unset('email')))],
} satisfies Partial<Record<ResourceType, readonly Filter[]>>;

const queries: fc.Arbitrary<Query> = fc
  .constantFrom('person' as const, 'computer' as const)
  .chain((type) =>
    fc
      .record({ filter: fc.constantFrom(...filters[type]), sort: sortKeys(type) })
      .map(({ filter, sort }) => queryFor(type, { filter, sort })),
  );

const sizes = fc.constantFrom(1, 2, 3, 4, 9, 50, 2 ** 53 - 1);

/** Names, e-mail addresses and dates with ties and gaps, in both senses of order by code unit and code point. */
const persons: readonly (readonly [name: string, email: string | null, birthDate: string | null])[] = [
  ['ada', 'ada@example.org', '1815-12-10'],
  ['bob', null, '1990-06-15'],
  ['ada', null, null],
  ['Ada', 'ada@example.org', '1990-06-15'],
  ['\uffff', 'z@example.org', null],
  ['\u{1f600}', null, '2000-02-29'],
  ['ada', 'ada@example.org', null],
  ['\u{1f600}', 'a@example.org', '1815-12-10'],
  ['ac', null, '1990-06-15'],
];

async function fill(unitOfWork: UnitOfWork): Promise<readonly string[]> {
  const ids: string[] = [];
  for (const [name, email, birthDate] of persons) ids.push(await addPerson(unitOfWork, name, { email, birthDate }));
  for (const [index, owner] of [0, 0, 1, null, 2, 0, 5, null, 3, 1].entries())
    await addComputer(unitOfWork, `S-${(index * 7) % 4}`, owner === null ? null : (ids[owner] ?? null));
  return ids;
}

async function addPersons(unitOfWork: UnitOfWork, count: number): Promise<readonly string[]> {
  const ids: string[] = [];
  for (let index = 0; index < count; index += 1) {
    const rest = index % 2 === 0 ? { email: 'b@example.org' } : { birthDate: '1950-01-01' };
    ids.push(await addPerson(unitOfWork, `temporary ${index % 3}`, rest));
  }
  return ids;
}

async function addAndRemove(unitOfWork: UnitOfWork): Promise<void> {
  await removePersons(unitOfWork, await addPersons(unitOfWork, 2));
}

function renamePersons(unitOfWork: UnitOfWork, ids: readonly string[], name: string): Promise<void> {
  return unitOfWork.write(async ({ repositories: { person: repository } }) => {
    const locked = await repository.lock(ids);
    await repository.save(
      locked.map((person) => ({ ...person, attributes: { ...person.attributes, name }, version: person.version + 1 })),
    );
  });
}

function removePersons(unitOfWork: UnitOfWork, ids: readonly string[]): Promise<void> {
  return unitOfWork.write(async ({ repositories: { person: repository } }) => {
    await repository.lock(ids);
    await repository.remove(ids);
  });
}
