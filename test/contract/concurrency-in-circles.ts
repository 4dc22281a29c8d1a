// Races in types that refer to themselves or to each other. A resource is the target of one write and moves in another, so no order of types protects it.
import type { UnitOfWork } from '#application/ports/unit-of-work';
import { unguarded } from '#application/writing/commands';
import { writeRunner } from '#application/writing/write-transaction';
import { writes } from '#application/writing/writes';
import { areInCircle, resourceTypes, type ResourceType } from '#domain/schema';
import { addRows, clear } from './fixtures.ts';
import { expectConsistent, expectFailuresOfRace, repeatRace, stateOf } from './races.ts';
import type { Work } from './random-writes.ts';
import { expectTold } from './told.ts';
import { toOneLinks, membersOf, type Link } from './rows-of-types.ts';
import type { CurrentUnitOfWork } from './storage-under-test.ts';

const ROUNDS = 8;
/** The number of resources of each type, and of writers for each relationship. */
const RING = 8;

/** The to-one relationships of each circle of types. */
const circles: ReadonlyMap<ResourceType | undefined, readonly Link[]> = Map.groupBy(
  toOneLinks.filter(({ type, to }) => areInCircle(type, to)),
  ({ type }) => resourceTypes.find((first) => areInCircle(first, type)),
);

export function describeConcurrencyInCircles(unitOfWork: CurrentUnitOfWork, deadlocks: () => number | undefined): void {
  for (const circle of circles.values())
    describe(`concurrent writes that move resources in a ring through ${circle.map(nameOf).join(' and ')}`, () => {
      for (const [what, write] of Object.entries(ways))
        it(`${what} neither deadlock nor fail, and leave both sides consistent`, () =>
          repeatRace(ROUNDS, deadlocks, async () => {
            await clear(unitOfWork());
            await race(unitOfWork(), circle, write);
          }));
    });
}

function nameOf({ type, relationship }: Link): string {
  return `${type}.${relationship}`;
}

type Ring = (type: ResourceType, place: number) => string;

async function race(unitOfWork: UnitOfWork, circle: readonly Link[], write: Way): Promise<void> {
  const ids = new Map<ResourceType, readonly string[]>();
  for (const { type } of circle) ids.set(type, ids.get(type) ?? (await addRows(unitOfWork, type, RING)));
  const ring: Ring = (type, place) => ids.get(type)?.[place % RING] ?? '';
  const [before, since] = [await stateOf(unitOfWork), await unitOfWork.changes.end()];
  const works = circle.flatMap((link) => Array.from({ length: RING }, (_, place) => write(link, ring, place)));
  expectFailuresOfRace(await Promise.allSettled(works.map((work) => writeRunner(unitOfWork)(work))), circle);
  const after = await stateOf(unitOfWork);
  for (const link of circle) expectConsistent(link, before, after);
  await expectTold(unitOfWork, since, before, after);
}

type Way = (link: Link, ring: Ring, place: number) => Work;

/** Assigns the next resource to each. */
const assign: Way =
  ({ type, relationship, to }, ring, place) =>
  (transaction) =>
    writesOf(writes[type].toOne, relationship).assign(transaction, ring(type, place), ring(to, place + 1), unguarded);

/** Replaces the set of each resource by the next ones, which several writers compete for. */
const replace: Way =
  ({ type, to, inverse }, ring, place) =>
  (transaction) => {
    const members = [2, 1, 3].slice(0, membersOf(to, inverse, 3)).map((step) => ring(type, place + step));
    return writesOf(writes[to].toMany, inverse).replace(transaction, ring(to, place), members, unguarded);
  };

/** Deletes the target of each resource. */
const remove: Way =
  ({ type, relationship }, ring, place) =>
  (transaction) =>
    writesOf(writes[type].toOne, relationship).remove(transaction, ring(type, place), unguarded);

const ways: Readonly<Record<string, Way>> = {
  'that assign the next resource to each': assign,
  'that replace the set of each by the next ones': replace,
  'that assign, replace sets and delete': (link, ring, place) => {
    const turn = [assign, replace, assign, remove][place % 4] ?? assign;
    return turn(link, ring, place);
  },
};

function writesOf<Of>(byName: Readonly<Record<string, Of>>, relationship: string): Of {
  const found = byName[relationship];
  if (found === undefined) throw new Error(`${relationship} has no writes`);
  return found;
}
