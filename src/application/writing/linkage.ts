// What a write says of relationships: what it names, and which to-one relationships move by it.
import { moveAll, moveSet, type Entities, type Movable, type Move } from '#domain/relationships';
import { relationshipOf, type AnyLinkage, type ResourceType } from '#domain/schema';
import type { ResourceIdentifier } from '../model/query.ts';
import { entitiesIn, referringIn, type NamedResource } from './locks.ts';

/** Everything that the linkage of a resource identifies. Members of a to-many relationship move from where they are. */
export function namedBy(type: ResourceType, linkage: AnyLinkage): readonly NamedResource[] {
  return Object.entries(linkage).flatMap(([name, linked]) => {
    const { to, cardinality, inverse } = relationshipOf(type, name);
    const moves = cardinality === 'many' ? [inverse] : [];
    return idsIn(linked).map((id) => ({ type: to, id, moves }));
  });
}

/** A resource that is given linkage: it moves itself, and to-many relationships change as a whole. */
export function relinked({ type, id }: ResourceIdentifier, linkage: AnyLinkage): NamedResource {
  const names = Object.keys(linkage).filter((name) => linkage[name] !== undefined);
  const withCardinality = (cardinality: 'one' | 'many'): readonly string[] =>
    names.filter((name) => relationshipOf(type, name).cardinality === cardinality);
  return { type, id, moves: withCardinality('one'), sets: withCardinality('many') };
}

/**
 * What moves when a resource is given linkage.
 * @param locked with all that the linkage identifies, and the whole sets that it replaces
 */
export function movesOf(locked: Entities, entity: Movable, linkage: AnyLinkage): readonly Move[] {
  return Object.entries(linkage).flatMap(([name, linked]) => {
    if (linked === undefined) return [];
    const { to, cardinality, inverse } = relationshipOf(entity.type, name);
    const ids = idsIn(linked);
    if (cardinality === 'one') return moveAll([entity], name, ids[0] ?? null);
    return moveSet(referringIn(locked, to, inverse, entity.id), entitiesIn(locked, to, ids), inverse, entity.id);
  });
}

/** The identifiers of one relationship; none if it leads nowhere or stays. */
function idsIn(linked: AnyLinkage[string]): readonly string[] {
  return typeof linked === 'string' ? [linked] : (linked ?? []);
}
