// Members of sets that are read twice: before locking, to find the resources to lock, and again once the locks are held.
import type { Entities, Link } from '#domain/relationships';
import { resourceTypes, type ResourceType } from '#domain/schema';
import { CollisionError } from '../model/errors.ts';
import type { WriteTransaction } from './write-transaction.ts';
import { setsReadEarly } from './lock-order.ts';
import { idsOf, mayBeRemoved, type Touched, type WantedByType } from './wanted.ts';

/** The members of a set in `setsReadEarly`. */
export interface EarlyMembers {
  readonly type: ResourceType;
  readonly ids: readonly string[];
  /** True if they are deleted with the resources that have them. */
  readonly isDeleted: boolean;
  /** The links, if the relationship is many-to-many. */
  readonly links: readonly Link[];
}

/** Reads the sets of `setsReadEarly` that change as a whole. */
export async function readEarlyMembers(
  { repositories }: WriteTransaction,
  wanted: WantedByType,
): Promise<readonly EarlyMembers[]> {
  const reads = resourceTypes.flatMap((type) =>
    setsReadEarly[type].flatMap(({ name, to, inverse, end, cascades }) =>
      [true, false].map(async (isDeleted): Promise<readonly EarlyMembers[]> => {
        const isMeant = (touched: Touched): boolean =>
          touched.sets?.includes(name) === true && (cascades && mayBeRemoved(touched)) === isDeleted;
        const holders = idsOf(wanted[type], isMeant);
        if (holders.length === 0) return [];
        if (end === undefined)
          return [{ type: to, ids: await repositories[to].referringTo(inverse, holders), isDeleted, links: [] }];
        const links = await repositories[type].linksOf(name, holders);
        const ids = links.map(({ id, target }) => (end === 'from' ? target : id));
        return [{ type: to, ids, isDeleted, links }];
      }),
    ),
  );
  return (await Promise.all(reads)).flat();
}

/** The links among the members, each once. A link between two resources whose sets both change was read from both sides. */
export function linksAmong(members: readonly EarlyMembers[]): readonly Link[] {
  const links = members.flatMap((each) => each.links);
  const nameOf = ({ type, id, relationship, target }: Link): string => [type, id, relationship, target].join(' ');
  return [...new Map(links.map((link) => [nameOf(link), link])).values()];
}

/** @throws CollisionError if a member of a set is not locked, or if it will be deleted but a resource that its deletion changes is not locked */
export function requireMembers(members: readonly EarlyMembers[], wanted: WantedByType, locked: Entities): void {
  const isReady = (type: ResourceType, id: string, isDeleted: boolean): boolean =>
    isDeleted ? mayBeRemoved(wanted[type].get(id) ?? {}) : locked[type].has(id);
  const unlocked = members.flatMap(({ type, ids, isDeleted }) =>
    ids.filter((id) => !isReady(type, id, isDeleted)).map((id) => ({ type, id })),
  );
  if (unlocked.length > 0) throw new CollisionError('resources have just been linked', unlocked);
}
