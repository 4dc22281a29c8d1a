import { expect } from 'chai';
import { plainDialect } from '#adapters/http/api/media-types';
import { apiRoutes } from '#adapters/http/koa/routes';
import { unconditional } from '#adapters/http/request/conditions';
import { nobody } from '#application/model/actor';
import type { UnitOfWork } from '#application/ports/unit-of-work';
import { useCasesOn } from '#application/use-cases';
import { lockOrder } from '#application/writing/lock-order';
import { writeRunner } from '#application/writing/write-transaction';
import type { Targets } from '#domain/entity';
import { isManyToMany, relationshipOf } from '#domain/schema';
import { Random } from '../chaos/random.ts';
import { apiOf } from '../support/api-on-storage.ts';
import { addDraft, addRows, clear, completed } from './fixtures.ts';
import { expectConsistent, expectFailuresOfRace, repeatRace, stateOf } from './races.ts';
import { isShown, operation, singleWrite } from './random-writes.ts';
import { exampleOf, toOneLinks, manyToManyLinks, membersOf, type Link } from './rows-of-types.ts';
import type { CurrentUnitOfWork } from './storage-under-test.ts';
import { expectTold, follow } from './told.ts';

const ROUNDS = 12;
const WRITERS = 16;
const HOLDERS = 4;
/** If a holder may have as many. */
const ITEMS = 8;
/** The most operations in a list. */
const LENGTH = 6;

/** Lists of operations lock more than single writes, and later than any of their operations alone would. */
export function describeConcurrencyOfLists(unitOfWork: CurrentUnitOfWork, deadlocks: () => number | undefined): void {
  describe('concurrent lists of operations and single writes', () => {
    for (const link of [...toOneLinks, ...manyToManyLinks].filter(isShown))
      it(`of ${link.type}.${link.relationship} neither deadlock nor fail, and leave both sides consistent`, () =>
        repeatRace(ROUNDS, deadlocks, async (round) => {
          await clear(unitOfWork());
          await race(unitOfWork(), link, new Random(round));
        }));
  });
}

async function race(unitOfWork: UnitOfWork, link: Link, random: Random): Promise<void> {
  const { type, relationship, to } = link;
  const isShared = isManyToMany(relationshipOf(type, relationship));
  const holders = await addRows(unitOfWork, to, isShared ? membersOf(type, relationship, HOLDERS) : HOLDERS);
  const items = await (isShared ? addLinked(unitOfWork, link, holders) : addReferring(unitOfWork, link, holders));
  const targets = await unitOfWork.write(async (transaction) => {
    const forEach: Targets[] = [];
    while (forEach.length < WRITERS * LENGTH) forEach.push((await completed(transaction, exampleOf(to))).targets);
    return forEach;
  });
  const world = { link, holders, items, targets, random };
  const [before, since] = [await stateOf(unitOfWork), await unitOfWork.changes.end()];
  const operate = apiRoutes(apiOf(useCasesOn({ unitOfWork }))).find(({ name }) => name === 'operations')?.handler;
  if (operate === undefined) throw new Error('there is no route for lists of operations');
  const followers = [7, 1 + random.below(100)].map((most) => follow(unitOfWork, since, () => most));
  const writes = Array.from({ length: WRITERS }, (_, index) => {
    if (index % 2 === 0) return writeRunner(unitOfWork)(singleWrite(world));
    const operations = Array.from({ length: 2 + random.below(LENGTH - 1) }, () => operation(world));
    const body = { document: { 'atomic:operations': operations } };
    return operate({
      requestId: 'list',
      actor: nobody,
      identifyAgain: async () => nobody,
      dialect: plainDialect,
      path: '',
      id: '',
      queryString: '',
      body,
      conditions: unconditional,
    });
  });
  expectFailuresOfRace(await Promise.allSettled(writes), [link]);
  const after = await stateOf(unitOfWork);
  expectConsistent(link, before, after);
  const told = await expectTold(unitOfWork, since, before, after);
  for (const follower of followers) expect(await follower.finish()).to.deep.equal(told);
}

/** Adds items. Every second one refers to a holder, or all do if the relationship is required. */
function addReferring(
  unitOfWork: UnitOfWork,
  { type, relationship, to, inverse }: Link,
  holders: readonly string[],
): Promise<readonly string[]> {
  const { isRequired } = relationshipOf(type, relationship);
  return unitOfWork.write(async (transaction) => {
    const ids: string[] = [];
    await transaction.repositories[to].lock(holders);
    for (let made = 0; made < membersOf(to, inverse, ITEMS); made += 1) {
      const target = isRequired || made % 2 === 0 ? (holders[made % HOLDERS] ?? null) : null;
      const example = exampleOf(type, made);
      const added = { ...example, targets: { ...example.targets, [relationship]: target } };
      ids.push((await addDraft(transaction, added)).id);
    }
    return ids;
  });
}

/** Adds items. Every second one is linked to all holders. */
async function addLinked(
  unitOfWork: UnitOfWork,
  { type, relationship, to, inverse }: Link,
  holders: readonly string[],
): Promise<readonly string[]> {
  const items = await addRows(unitOfWork, type, membersOf(to, inverse, ITEMS));
  await unitOfWork.write(async ({ repositories }) => {
    for (const each of lockOrder.filter((one) => one === type || one === to))
      await repositories[each].lock([...(each === type ? items : []), ...(each === to ? holders : [])]);
    const added = items
      .filter((_id, index) => index % 2 === 0)
      .flatMap((id) => holders.map((target) => ({ type, id, relationship, target })));
    await repositories[type].relink(relationship, { added, removed: [] });
  });
  return items;
}
