import type { Entity } from '#domain/entity';
import type { Link } from '#domain/relationships';
import { perType, relationshipNames, relationshipOf, type ResourceType } from '#domain/schema';
import { MemoryChanges } from './changes.ts';
import { StoredAnswers } from './idempotency-store.ts';
import { LinkIndex, movedLinks, toOneLinksTo } from './link-index.ts';
import type { UndoLog } from './undo-log.ts';

/** The rows of every type. Changes are noted in the undo log of their transaction. */
export class MemoryStore {
  /** As in `UnitOfWork`. */
  readonly epoch = crypto.randomUUID().replaceAll('-', '');
  readonly answers = new StoredAnswers();
  readonly changes = new MemoryChanges();
  readonly #tables = perType(() => new MemoryTable<Entity>());
  readonly #indexes = new Map<string, LinkIndex>();

  nextId(type: ResourceType): string {
    return this.#tables[type].nextId();
  }

  get(type: ResourceType, id: string): Entity | undefined {
    return this.#tables[type].get(id);
  }

  /** The rows of a type, by identifier. */
  all(type: ResourceType): Iterable<Entity> {
    return this.#tables[type].all();
  }

  slice(type: ResourceType, start: number, end: number): readonly Entity[] {
    return this.#tables[type].slice(start, end);
  }

  size(type: ResourceType): number {
    return this.#tables[type].size;
  }

  /** The rows of a type that refer to each row by a to-one or many-to-many relationship. */
  index(type: ResourceType, relationship: string): LinkIndex {
    const name = `${type}.${relationship}`;
    const known = this.#indexes.get(name);
    if (known !== undefined) return known;
    const index = new LinkIndex();
    this.#indexes.set(name, index);
    return index;
  }

  /** Adds a row, or replaces the one with its identifier. */
  put(row: Entity, undoLog: UndoLog): void {
    const before = this.get(row.type, row.id);
    this.#tables[row.type].put(row, undoLog);
    this.#relink(row.type, row.id, [before, row], undoLog);
  }

  /** Removes a row. Unsets the to-one references to it whose `onDelete` is `unset`, like SQL's `on delete set null`. */
  remove(type: ResourceType, id: string, undoLog: UndoLog): void {
    const before = this.get(type, id);
    if (before === undefined) return;
    for (const { from, relationship } of toOneLinksTo(type))
      if (relationshipOf(from, relationship).onDelete === 'unset')
        for (const source of this.index(from, relationship).sourcesOf(id)) {
          const row = this.get(from, source);
          if (row !== undefined) this.put({ ...row, targets: { ...row.targets, [relationship]: null } }, undoLog);
        }
    this.#tables[type].remove(id, undoLog);
    this.#relink(type, id, [before, undefined], undoLog);
  }

  /**
   * Checks the foreign keys to a removed row, at the end of its transaction.
   * @throws Error if a reference or a link to it is left
   */
  requireUnlinked(type: ResourceType, id: string): void {
    for (const name of relationshipNames(type, 'many')) {
      const { to, inverse } = relationshipOf(type, name);
      const [source] = this.index(to, inverse).sourcesOf(id);
      if (source !== undefined) throw new Error(`${to} ${source} is still linked to the removed ${type} ${id}`);
    }
  }

  /**
   * Adds or removes a link of a many-to-many relationship.
   * @throws Error if a link to add exists, or a link to remove does not
   */
  link({ type, id, relationship, target }: Link, isAdded: boolean, undoLog: UndoLog): void {
    const { to, inverse } = relationshipOf(type, relationship);
    const [forwards, backwards] = [this.index(type, relationship), this.index(to, inverse)];
    if (forwards.has(id, target) === isAdded)
      throw new Error(`${type} ${id} ${isAdded ? 'already has' : 'lacks'} the ${relationship} ${target}`);
    const set = (isLinked: boolean): void => {
      const [from, now] = [isLinked ? null : target, isLinked ? target : null];
      forwards.move(id, from, now);
      backwards.move(target, isLinked ? null : id, isLinked ? id : null);
    };
    set(isAdded);
    undoLog.recordChange(() => set(!isAdded));
  }

  /** Updates the indexes for a row that changes. */
  #relink(type: ResourceType, id: string, [before, after]: readonly (Entity | undefined)[], undoLog: UndoLog): void {
    for (const { link, from, to } of movedLinks(type, before, after)) {
      const index = this.index(type, link.relationship);
      index.move(id, from, to);
      undoLog.recordChange(() => {
        index.move(id, to, from);
      });
    }
  }
}

/**
 * Rows in the order of their identifiers, which only grow: a map keeps the order of insertion. A removed row leaves an
 * empty entry until its transaction is final, so that undoing the removal restores the order.
 */
class MemoryTable<Row extends { readonly id: string }> {
  readonly #rows = new Map<string, Row | undefined>();
  #lastId = 0;
  #size = 0;

  get size(): number {
    return this.#size;
  }

  /** A new identifier. Like an SQL sequence, it never returns one again. */
  nextId(): string {
    this.#lastId += 1;
    return String(this.#lastId);
  }

  get(id: string): Row | undefined {
    return this.#rows.get(id);
  }

  /** The rows, by identifier. */
  *all(): Generator<Row, void, undefined> {
    for (const row of this.#rows.values()) if (row !== undefined) yield row;
  }

  /** The rows from position `start`, counted from 0, to before `end`; reads no further. */
  slice(start: number, end: number): readonly Row[] {
    const rows: Row[] = [];
    let position = 0;
    for (const row of this.all()) {
      if (position >= end) break;
      if (position >= start) rows.push(row);
      position += 1;
    }
    return rows;
  }

  /** Adds a row, or replaces the one with its identifier. */
  put(row: Row, undoLog: UndoLog): void {
    const before = this.#rows.get(row.id);
    this.#rows.set(row.id, row);
    if (before === undefined) this.#size += 1;
    undoLog.recordChange(() => {
      if (before === undefined) {
        this.#rows.delete(row.id);
        this.#size -= 1;
      } else this.#rows.set(row.id, before);
    });
  }

  remove(id: string, undoLog: UndoLog): void {
    const before = this.#rows.get(id);
    if (before === undefined) return;
    this.#rows.set(id, undefined);
    this.#size -= 1;
    undoLog.recordChange(
      () => {
        this.#rows.set(id, before);
        this.#size += 1;
      },
      () => this.#rows.delete(id),
    );
  }
}
