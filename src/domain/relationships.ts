// Decides what happens to entities when links change: which ones move, and whose versions grow. Pure functions: the
// caller has locked all entities that it passes.
import { compareIdentifiers } from './identifier.ts';
import { entityName, nextVersion, stampsOf, touched, type Draft, type Entity } from './entity.ts';
import { isManyToMany, relationshipOf, type ResourceType } from './schema.ts';

/**
 * A change of a relationship, from its to-one side; for a many-to-many relationship, from the declaring side. `null` means no target. A
 * many-to-many link only starts or ends, so its `from` or `to` is `null`.
 */
export interface Move {
  readonly type: ResourceType;
  readonly id: string;
  readonly relationship: string;
  readonly from: string | null;
  readonly to: string | null;
}

/** A link of a many-to-many relationship, from the declaring side. */
export interface Link {
  readonly type: ResourceType;
  readonly id: string;
  readonly relationship: string;
  readonly target: string;
}

/** The changes of one write. */
export interface ChangeSet {
  /** A resource to create. In `moves` its identifier is `NEW`. */
  readonly added?: Draft;
  /** Attributes and relationships of `added` that the service fills in. */
  readonly filled?: ReadonlySet<string>;
  /** An entity with changed attributes, in its next version. */
  readonly revised?: Entity;
  readonly moves?: readonly Move[];
  readonly removed?: readonly Entity[];
}

/** Stands for the identifier of the added resource, which only the storage assigns. Random, because clients can send any text as an identifier. */
export const NEW: string = crypto.randomUUID();

/** Entities by type and identifier. */
export type Entities = Readonly<Record<ResourceType, ReadonlyMap<string, Entity>>>;

export type Movable = Pick<Entity, 'type' | 'id' | 'targets'>;
type Identified = Pick<Entity, 'type' | 'id'>;

/** The moves that link entities to a resource by a to-one relationship; none for entities already linked to it. */
export function moveAll(entities: Iterable<Movable>, relationship: string, to: string | null): readonly Move[] {
  return [...entities].flatMap(({ type, id, targets }) => {
    const from = targets[relationship] ?? null;
    return from === to ? [] : [{ type, id, relationship, from, to }];
  });
}

/**
 * The moves after which exactly the entities in `wanted` are linked to a resource by a to-one relationship.
 * @param present the entities linked to it now
 */
export function moveSet(
  present: Iterable<Movable>,
  wanted: readonly Movable[],
  relationship: string,
  to: string,
): readonly Move[] {
  const kept = new Set(wanted.map(({ id }) => id));
  const dropped = [...present].filter(({ id }) => !kept.has(id));
  return [...moveAll(dropped, relationship, null), ...moveAll(wanted, relationship, to)];
}

/**
 * The link of a many-to-many relationship between two resources.
 * @param relationship from either side
 */
export function linkBetween({ type, id }: Identified, relationship: string, other: string): Link {
  const { to, inverse, end } = relationshipOf(type, relationship);
  return end === 'to'
    ? { type: to, id: other, relationship: inverse, target: id }
    : { type, id, relationship, target: other };
}

/** The order of the links of one relationship: by the identifier on the declaring side, then by the other. */
export function compareLinks(one: Link, other: Link): number {
  return compareIdentifiers(one.id, other.id) || compareIdentifiers(one.target, other.target);
}

/** The identifiers at the other ends of a resource's links. */
export function linkedIn(links: readonly Link[], { type, id }: Identified, relationship: string): readonly string[] {
  const { to, inverse, end } = relationshipOf(type, relationship);
  return links.flatMap((link) => {
    if (end === 'from')
      return link.type === type && link.relationship === relationship && link.id === id ? [link.target] : [];
    return link.type === to && link.relationship === inverse && link.target === id ? [link.id] : [];
  });
}

/**
 * The moves that link a resource to others in a many-to-many relationship.
 * @param present the identifiers that it is linked to now, or at least those among `others`
 */
export function startLinks(
  from: Identified,
  relationship: string,
  others: readonly string[],
  present: readonly string[],
): readonly Move[] {
  const known = new Set(present);
  return others
    .filter((id) => !known.has(id))
    .map((other) => {
      const { target, ...link } = linkBetween(from, relationship, other);
      return { ...link, from: null, to: target };
    });
}

/** The moves that end the links of a resource to others. */
export function endLinks(from: Identified, relationship: string, others: readonly string[]): readonly Move[] {
  return others.map((other) => ended(linkBetween(from, relationship, other)));
}

/** The move that ends a link. */
export function ended({ target, ...link }: Link): Move {
  return { ...link, from: target, to: null };
}

/** An entity before and after a write. `before` is undefined if the write creates it. */
export interface Changed {
  readonly before: Entity | undefined;
  readonly after: Entity;
}

/**
 * Applies a change to entities.
 * @param entities as stored now; at least those that move, and both ends of each move
 * @returns the changed entities, each in its next version: the added entity (in version 1, or 2 if others move to it), the revised one, those that
 * move, and those whose set they leave or join
 */
export function outcomeOf({ added, revised, moves = [], removed }: ChangeSet, entities: Entities): readonly Changed[] {
  const newborn = added && { ...added, id: NEW, version: 1 };
  const next = new Map<string, Entity>();
  const find = (type: ResourceType, id: string): Entity =>
    id === NEW && newborn !== undefined ? newborn : entityIn(entities, type, id);
  const changed = (entity: Entity): Entity => next.get(entityName(entity)) ?? nextVersion(entity);
  const put = (entity: Entity): void => {
    next.set(entityName(entity), entity);
  };
  const relinked = new Set<string>();
  if (revised !== undefined) put(revised);
  for (const { type, id, relationship, from, to } of moves) {
    const declared = relationshipOf(type, relationship);
    const { to: targetType } = declared;
    const [left, joined] = [from, to].map((target) => (target === null ? undefined : find(targetType, target)));
    // The added entity already has its links to others.
    if (id !== NEW || to === NEW) {
      const moved = changed(find(type, id));
      const isLink = isManyToMany(declared);
      if (isLink) relinked.add(entityName(moved));
      put(isLink ? moved : { ...moved, targets: { ...moved.targets, [relationship]: joined?.id ?? null } });
    }
    for (const target of [left, joined]) if (target !== undefined) put(changed(target));
  }
  for (const each of removed ?? []) next.delete(entityName(each));
  if (newborn !== undefined && !next.has(entityName(newborn))) put(newborn);
  return [...next.values()].map((after) => {
    const change = { before: after.id === NEW ? undefined : entityIn(entities, after.type, after.id), after };
    const isStamped = stampsOf(after.type, 'changed').length > 0 && isChanged(change, relinked);
    return isStamped ? { ...change, after: touched(after) } : change;
  });
}

/** Replaces `NEW` among the targets of an entity by the identifier of the added one. */
export function identified(entity: Entity, id: string): Entity {
  const links = Object.entries(entity.targets);
  if (!links.some(([, target]) => target === NEW)) return entity;
  return {
    ...entity,
    targets: Object.fromEntries(links.map(([name, target]) => [name, target === NEW ? id : target])),
  };
}

/**
 * True if a write changes the entity itself: its attributes, its targets, or its links in a many-to-many relationship that its type declares.
 * Other links change only its version.
 * @param relinked the entities whose declared links change, as named by `entityName`
 */
function isChanged({ before, after }: Changed, relinked: ReadonlySet<string>): boolean {
  return (
    before === undefined ||
    relinked.has(entityName(after)) ||
    Object.entries(after.attributes).some(([name, value]) => before.attributes[name] !== value) ||
    Object.entries(after.targets).some(([name, target]) => before.targets[name] !== target)
  );
}

/** @throws Error if the caller left it out */
function entityIn(entities: Entities, type: ResourceType, id: string): Entity {
  const entity = entities[type].get(id);
  if (entity === undefined) throw new Error(`${type} ${id} is missing among the locked entities`);
  return entity;
}
