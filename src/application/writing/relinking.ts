// Derives the resources that a write's linkage identifies, and the relationships that it changes.
import { endLinks, linkedIn, moveAll, moveSet, startLinks, type Movable, type Move } from '#domain/relationships';
import { isManyToMany, relationshipOf, type AnyLinkage, type ResourceType } from '#domain/schema';
import type { Locked } from '../access/judge-rows.ts';
import type { ResourceIdentifier } from '../model/query.ts';
import { entitiesIn, referringIn, seenTarget } from './locked.ts';
import type { NamedResource } from './wanted.ts';

/** All resources that linkage identifies. Members of a one-to-many relationship move away from their current target. */
export function namedBy(type: ResourceType, linkage: AnyLinkage): readonly NamedResource[] {
  return Object.entries(linkage).flatMap(([name, linked]) => {
    const { to, inverse } = relationshipOf(type, name);
    const moves = relationshipOf(to, inverse).cardinality === 'one' ? [inverse] : [];
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
    const moves = movesBy(locked, entity, name, idsIn(linked));
    // If a write sets both sides, the side that holds the link decides whether a resource is linked to itself.
    const { end, cardinality } = relationshipOf(entity.type, name);
    const holdsLinks = cardinality === 'one' || end === 'from';
    return holdsLinks || !isSetByInverse(entity.type, name, linkage)
      ? moves
      : moves.filter(({ id }) => id !== entity.id);
  });
}

/** True if linkage also sets the other side of a relationship of a type to itself, and can therefore link a resource to itself. */
export function isSetByInverse(type: ResourceType, relationship: string, linkage: AnyLinkage): boolean {
  const { to, inverse } = relationshipOf(type, relationship);
  return to === type && linkage[inverse] !== undefined;
}

function movesBy(locked: Locked, entity: Movable, relationship: string, ids: readonly string[]): readonly Move[] {
  const declared = relationshipOf(entity.type, relationship);
  const { to, cardinality, inverse } = declared;
  if (isManyToMany(declared)) return moveLinks(locked, entity, relationship, ids);
  if (cardinality === 'many')
    return moveSet(
      referringIn(locked.visible, to, inverse, entity.id),
      entitiesIn(locked, to, ids),
      inverse,
      entity.id,
    );
  const [target = null] = ids;
  const isHidden = seenTarget(locked, entity, relationship) === undefined;
  return target === null && isHidden ? [] : moveAll([entity], relationship, target);
}

/** The moves after which a many-to-many relationship links a resource to exactly these resources and to hidden ones. */
function moveLinks(
  { visible, links }: Locked,
  entity: Movable,
  relationship: string,
  wanted: readonly string[],
): readonly Move[] {
  const { to } = relationshipOf(entity.type, relationship);
  const present = linkedIn(links, entity, relationship);
  const kept = new Set(wanted);
  const dropped = present.filter((id) => visible[to].has(id) && !kept.has(id));
  return [...endLinks(entity, relationship, dropped), ...startLinks(entity, relationship, wanted, present)];
}

/** The identifiers in the linkage of one relationship; none if it is emptied or unchanged. */
export function idsIn(linked: AnyLinkage[string]): readonly string[] {
  return typeof linked === 'string' ? [linked] : (linked ?? []);
}
