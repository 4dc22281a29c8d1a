// The changes of one transaction as a list. Each resource has one change, no matter how often it was written.
import { entityName, type Entity } from './entity.ts';
import { isManyToMany, relationshipOf } from './schema.ts';
import type { Changed, Move } from './relationships.ts';

/** A resource that one transaction created, updated or deleted. */
export interface Change {
  /** The resource as the transaction found it; undefined if the transaction created it. */
  readonly before: Entity | undefined;
  /** The resource as the transaction leaves it; undefined if the transaction deleted it. */
  readonly after: Entity | undefined;
  /** The many-to-many links added and removed, by the relationships that the type declares. */
  readonly links: Readonly<Record<string, ChangedLinks>>;
}

/** The identifiers at the other ends of links. */
export interface ChangedLinks {
  readonly added: readonly string[];
  readonly removed: readonly string[];
}

export type ChangeAction = 'created' | 'updated' | 'deleted';

export function actionOf({ before, after }: Pick<Change, 'before' | 'after'>): ChangeAction {
  if (before === undefined) return 'created';
  return after === undefined ? 'deleted' : 'updated';
}

/** The changed resource in its last state. */
export function changedEntity({ before, after }: Pick<Change, 'before' | 'after'>): Entity {
  const subject = after ?? before;
  if (subject === undefined) throw new Error('a change without a resource');
  return subject;
}

/** The attributes and the targets that an update changes, by member. */
export function changedMembers(
  before: Entity,
  after: Entity,
): Readonly<Record<'attributes' | 'targets', readonly string[]>> {
  const differing = (member: 'attributes' | 'targets'): readonly string[] =>
    Object.keys(after[member]).filter((name) => after[member][name] !== before[member][name]);
  return { attributes: differing('attributes'), targets: differing('targets') };
}

/** The writes of one transaction so far, folded by resource. */
export class TransactionChanges {
  readonly #folded = new Map<string, Folded>();

  /**
   * Adds one write.
   * @param stored the entities before this write, and as they are stored now
   * @param removed the entities that it deleted
   * @param moves all moves of the write, with `NEW` replaced by the identifier of the added resource
   */
  add(stored: readonly Changed[], removed: readonly Entity[], moves: readonly Move[]): void {
    for (const { before, after } of stored) this.#foldedOf(after, before).after = after;
    for (const entity of removed) this.#foldedOf(entity, entity).after = undefined;
    for (const { type, id, relationship, from, to } of moves) {
      if (!isManyToMany(relationshipOf(type, relationship))) continue;
      const folded = this.#folded.get(entityName({ type, id }));
      if (folded === undefined) throw new Error(`a link of the unchanged ${type} ${id}`);
      folded.links ??= new Map();
      const links = folded.links.get(relationship) ?? new LinkChanges();
      folded.links.set(relationship, links);
      if (from !== null) links.end(from);
      if (to !== null) links.start(to);
    }
  }

  /** The changes, each resource once, in no particular order. A resource that ends as it began is left out, even if its version has grown. */
  list(): readonly Change[] {
    const changes: Change[] = [];
    for (const { before, after, links } of this.#folded.values()) {
      const change = { before, after, links: changedLinks(links) };
      if (isChange(change)) changes.push(change);
    }
    return changes;
  }

  /** @param before the state to begin with if the transaction has not written the entity yet */
  #foldedOf(entity: Entity, before: Entity | undefined): Folded {
    const name = entityName(entity);
    const folded = this.#folded.get(name) ?? { before, after: entity, links: undefined };
    this.#folded.set(name, folded);
    return folded;
  }
}

interface Folded {
  readonly before: Entity | undefined;
  after: Entity | undefined;
  /** Created on demand: a write may change many resources, and an empty map for each would take more memory than everything else. */
  links: Map<string, LinkChanges> | undefined;
}

const NO_LINKS: Change['links'] = {};

function changedLinks(links: Folded['links']): Change['links'] {
  return links === undefined ? NO_LINKS : Object.fromEntries([...links].filter(([, { isEmpty }]) => !isEmpty));
}

/** A link that is added and removed again is not a change, nor is one that is removed and added again. */
class LinkChanges implements ChangedLinks {
  readonly #added = new Set<string>();
  readonly #removed = new Set<string>();

  start(target: string): void {
    if (!this.#removed.delete(target)) this.#added.add(target);
  }

  end(target: string): void {
    if (!this.#added.delete(target)) this.#removed.add(target);
  }

  get isEmpty(): boolean {
    return this.#added.size === 0 && this.#removed.size === 0;
  }

  get added(): readonly string[] {
    return [...this.#added];
  }

  get removed(): readonly string[] {
    return [...this.#removed];
  }
}

function isChange({ before, after, links }: Change): boolean {
  if (before === undefined || after === undefined) return before !== after;
  const { attributes, targets } = changedMembers(before, after);
  return attributes.length > 0 || targets.length > 0 || Object.keys(links).length > 0;
}
