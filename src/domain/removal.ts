// Decides what the deletion of an entity does to those that refer to it. Pure functions: the caller has locked all these entities.
import type { Entity } from './entity.ts';
import { moveAll, type Entities, type Move } from './relationships.ts';
import { perType, relationshipNames, relationshipOf, type ResourceType } from './schema.ts';

export interface Removal {
  /** The entity itself, then those that are deleted with it. */
  readonly removed: readonly [Entity, ...Entity[]];
  /** The links that end. */
  readonly moves: readonly Move[];
  /** The links that prevent the deletion. */
  readonly refused: readonly Holding[];
}

/** The entities that refer to a deleted one by a to-one relationship. */
export interface Holding {
  readonly type: ResourceType;
  readonly relationship: string;
  readonly holding: readonly Entity[];
}

/** @param entities at least those that refer to the entity, and to those that are deleted with it */
export function removalOf(entity: Entity, entities: Entities): Removal {
  const linksTo = linksIn(entities);
  const removed: [Entity, ...Entity[]] = [entity];
  const known = new Set([nameOf(entity)]);
  // The array grows while it is iterated.
  for (const each of removed)
    for (const { type, relationship, holding } of linksTo(each)) {
      if (relationshipOf(type, relationship).onDelete !== 'cascade') continue;
      const found = holding.filter((one) => !known.has(nameOf(one)));
      for (const one of found) known.add(nameOf(one));
      removed.push(...found);
    }
  const left = removed
    .flatMap(linksTo)
    .map((link) => ({ ...link, holding: link.holding.filter((one) => !known.has(nameOf(one))) }))
    .filter(({ holding }) => holding.length > 0);
  const isRefused = ({ type, relationship }: Holding): boolean =>
    relationshipOf(type, relationship).onDelete === 'refuse';
  const ended = left.filter((link) => !isRefused(link));
  return {
    removed,
    moves: [
      ...removed.flatMap((each) => relationshipNames(each.type, 'one').flatMap((name) => moveAll([each], name, null))),
      ...ended.flatMap(({ relationship, holding }) => moveAll(holding, relationship, null)),
    ],
    refused: left.filter(isRefused),
  };
}

/** Finds the entities that refer to another, grouped by relationship. */
function linksIn(entities: Entities): (to: Entity) => readonly Holding[] {
  const byTarget = perType((type) =>
    Object.fromEntries(
      relationshipNames(type, 'one').map((name) => [
        name,
        Map.groupBy(entities[type].values(), ({ targets }) => targets[name] ?? null),
      ]),
    ),
  );
  return ({ type, id }) =>
    relationshipNames(type, 'many').flatMap((name) => {
      const { to, inverse } = relationshipOf(type, name);
      const holding = byTarget[to][inverse]?.get(id);
      return holding === undefined ? [] : [{ type: to, relationship: inverse, holding }];
    });
}

function nameOf({ type, id }: Entity): string {
  return `${type} ${id}`;
}
