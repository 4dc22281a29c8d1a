// Derives the resources that a write's linkage identifies, and the to-one relationships that it changes.
import { moveAll, moveSet, type Movable, type Move } from '#domain/relationships';
import { relationshipOf, type AnyLinkage, type ResourceType } from '#domain/schema';
import type { Locked } from '../access/judge-rows.ts';
import type { ResourceIdentifier } from '../model/query.ts';
import { entitiesIn, referringIn, seenTarget } from './locked.ts';
import type { NamedResource } from './locks.ts';

/** All resources that linkage identifies. Members of a to-many relationship leave their current target. */
export function namedBy(type: ResourceType, linkage: AnyLinkage): readonly NamedResource[] {
  return Object.entries(linkage).flatMap(([name, linked]) => {
    const { to, cardinality, inverse } = relationshipOf(type, name);
    const moves = cardinality === 'many' ? [inverse] : [];
    return idsIn(linked).map((id) => ({ type: to, id, moves }));
  });
}

/** A resource whose linkage is set: its to-one relationships move, its to-many relationships change as a whole. */
export function relinked({ type, id }: ResourceIdentifier, linkage: AnyLinkage): NamedResource {
  const names = Object.keys(linkage).filter((name) => linkage[name] !== undefined);
  const withCardinality = (cardinality: 'one' | 'many'): readonly string[] =>
    names.filter((name) => relationshipOf(type, name).cardinality === cardinality);
  return { type, id, moves: withCardinality('one'), sets: withCardinality('many') };
}

/**
 * The moves that result from setting the linkage of a resource. Links to hidden resources stay; `Permitted` refuses a move away from one.
 * @param locked has every resource that the linkage identifies, and all members of the relationships that it replaces
 */
export function movesOf(locked: Locked, entity: Movable, linkage: AnyLinkage): readonly Move[] {
  return Object.entries(linkage).flatMap(([name, linked]) => {
    if (linked === undefined) return [];
    const { to, cardinality, inverse } = relationshipOf(entity.type, name);
    const ids = idsIn(linked);
    if (cardinality === 'many')
      return moveSet(
        referringIn(locked.visible, to, inverse, entity.id),
        entitiesIn(locked, to, ids),
        inverse,
        entity.id,
      );
    const [target = null] = ids;
    return target === null && seenTarget(locked, entity, name) === undefined ? [] : moveAll([entity], name, target);
  });
}

/** The identifiers in the linkage of one relationship; none if it is emptied or unchanged. */
export function idsIn(linked: AnyLinkage[string]): readonly string[] {
  return typeof linked === 'string' ? [linked] : (linked ?? []);
}
