import type { Repository } from '../../application/ports/repository.ts';
import type { ResourceType } from '../../application/model/schema.ts';
import type { Entity } from '../../domain/entity.ts';
import { compareIdentifiers } from '../../domain/identifier.ts';
import type { Journal } from './journal.ts';
import { movesOf } from './link.ts';
import type { Locks } from './locks.ts';
import { rowOf, type Row } from './row.ts';
import type { MemoryStore } from './store.ts';

/** Shared by the repositories of one transaction. */
export interface Work {
  readonly store: MemoryStore;
  readonly journal: Journal;
  readonly locks: Locks;
}

export class MemoryRepository<Stored extends Entity, Draft extends object> implements Repository<Stored, Draft> {
  readonly #type: ResourceType;
  readonly #work: Work;

  constructor(type: ResourceType, work: Work) {
    this.#type = type;
    this.#work = work;
  }

  async add(draft: Draft): Promise<Stored> {
    const { store, locks } = this.#work;
    const row = rowOf(this.#type, { ...draft, id: store.nextId(this.#type), version: 1 });
    locks.hold(this.#type, row.id);
    this.#put(row);
    return this.#entityOf(row);
  }

  async lock(ids: readonly string[]): Promise<readonly Stored[]> {
    const rows = [...new Set(ids)].map((id) => this.#get(id)).filter((row) => row !== undefined);
    this.#work.locks.take(
      this.#type,
      rows.map(({ id }) => id),
    );
    return rows.sort((left, right) => compareIdentifiers(left.id, right.id)).map((row) => this.#entityOf(row));
  }

  async save(entities: readonly Stored[]): Promise<void> {
    for (const entity of entities) this.#put(rowOf(this.#type, entity));
  }

  async remove(ids: readonly string[]): Promise<void> {
    const { store, journal, locks } = this.#work;
    for (const id of new Set(ids)) {
      locks.require(this.#type, id);
      store.remove(this.#type, id, journal);
      locks.drop(this.#type, id);
    }
  }

  #get(id: string): Row | undefined {
    return this.#work.store.get(this.#type, id);
  }

  /** Only this repository stores rows of its type, so the cast is safe. */
  #entityOf({ entity }: Row): Stored {
    return entity as Entity as Stored;
  }

  #put(row: Row): void {
    const { store, journal, locks } = this.#work;
    locks.require(this.#type, row.id);
    for (const { link, from, to } of movesOf(this.#type, this.#get(row.id), row))
      for (const id of [from, to]) if (id !== null) locks.require(link.to, id);
    store.put(row, journal);
  }
}
