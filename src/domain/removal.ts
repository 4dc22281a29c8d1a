// Decides what the deletion of an entity does to those that refer to it. Pure functions: the caller has locked all these entities.
import { entityName, type Entity } from './entity.ts';
import type { OnDelete } from './resource.ts';
import { ended, moveAll, type Entities, type Link, type Move } from './relationships.ts';
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

/**
 * @param entities at least the entities that refer to the removed one or to those deleted with it
 * @param links all many-to-many links of the removed entities
 */
export function removalOf(entity: Entity, entities: Entities, links: readonly Link[]): Removal {
  const linksTo = linksIn(entities);
  const removed: [Entity, ...Entity[]] = [entity];
  const known = new Set([entityName(entity)]);
  // The array grows while it is iterated.
  for (const each of removed)
    for (const { type, relationship, holding } of linksTo(each)) {
      if (relationshipOf(type, relationship).onDelete !== 'cascade') continue;
      const found = holding.filter((one) => !known.has(entityName(one)));
      for (const one of found) known.add(entityName(one));
      removed.push(...found);
    }
  const left = removed
    .flatMap(linksTo)
    .map((link) => ({ ...link, holding: link.holding.filter((one) => !known.has(entityName(one))) }))
    .filter(({ holding }) => holding.length > 0);
  const isRefused = ({ type, relationship }: Holding): boolean =>
    relationshipOf(type, relationship).onDelete === 'refuse';
  const unset = left.filter((link) => !isRefused(link));
  const isOfRemoved = ({ type, id, relationship, target }: Link): boolean =>
    known.has(entityName({ type, id })) ||
    known.has(entityName({ type: relationshipOf(type, relationship).to, id: target }));
  return {
    removed,
    moves: [
      ...removed.flatMap((each) => relationshipNames(each.type, 'one').flatMap((name) => moveAll([each], name, null))),
      ...unset.flatMap(({ relationship, holding }) => moveAll(holding, relationship, null)),
      ...links.filter(isOfRemoved).map(ended),
    ],
    refused: left.filter(isRefused),
  };
}

/** The possible consequences of deleting entities of a type, according to the model. */
export interface RemovalReach {
  /** The type itself and the types whose entities can be deleted along with it. */
  readonly removed: ReadonlySet<ResourceType>;
  /** The possible effects on entities that refer to a deleted one. */
  readonly effects: ReadonlySet<OnDelete>;
}

export function removalReach(type: ResourceType): RemovalReach {
  const removed = new Set([type]);
  const effects = new Set<OnDelete>();
  // The set grows while it is iterated.
  for (const each of removed)
    for (const { to, inverse } of relationshipNames(each, 'many').map((name) => relationshipOf(each, name))) {
      const { cardinality, onDelete } = relationshipOf(to, inverse);
      // A many-to-many link ends with either end.
      if (cardinality === 'many') continue;
      effects.add(onDelete);
      if (onDelete === 'cascade') removed.add(to);
    }
  return { removed, effects };
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
      // A many-to-many relationship has no targets, only links.
      const holding = byTarget[to][inverse]?.get(id);
      return holding === undefined ? [] : [{ type: to, relationship: inverse, holding }];
    });
}
