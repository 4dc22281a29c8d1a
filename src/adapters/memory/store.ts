import type { ComputerAttributes } from '../../domain/computer.ts';
import { compareIdentifiers } from '../../domain/identifier.ts';
import type { PersonAttributes } from '../../domain/person.ts';
import type { ResourceType } from '../../application/model/schema.ts';
import type { Journal } from './journal.ts';
import { Table } from './table.ts';

/** `version` grows by one whenever what the row shows changes, the linkage of its relationships included. Rows never change in place. */
export interface PersonRow {
  readonly type: 'person';
  readonly id: string;
  readonly version: number;
  readonly attributes: Readonly<Pick<PersonAttributes, keyof PersonAttributes>>;
}

export interface ComputerRow {
  readonly type: 'computer';
  readonly id: string;
  readonly version: number;
  readonly attributes: Readonly<Pick<ComputerAttributes, keyof ComputerAttributes>>;
  readonly ownerId: string | null;
}

export type Row = PersonRow | ComputerRow;

/** All that is stored. Changes are noted in the journal of their transaction. */
export class MemoryStore {
  readonly #persons = new Table<PersonRow>();
  readonly #computers = new Table<ComputerRow>();
  readonly #owned = new Map<string, Set<string>>();
  readonly #tables = { person: this.#persons, computer: this.#computers } satisfies Record<ResourceType, unknown>;

  nextId(type: ResourceType): string {
    return this.#tables[type].nextId();
  }

  person(id: string): PersonRow | undefined {
    return this.#persons.get(id);
  }

  computer(id: string): ComputerRow | undefined {
    return this.#computers.get(id);
  }

  get(type: ResourceType, id: string): Row | undefined {
    return this.#tables[type].get(id);
  }

  /** All rows of a type by identifier, ascending. */
  all(type: ResourceType): Iterable<Row> {
    return this.#tables[type].all();
  }

  /** The rows of a type from one position, counted from 0, to before another. */
  slice(type: ResourceType, start: number, end: number): readonly Row[] {
    return this.#tables[type].slice(start, end);
  }

  size(type: ResourceType): number {
    return this.#tables[type].size;
  }

  /** The identifiers of the computers that a person owns, ascending. */
  ownedBy(personId: string): readonly string[] {
    const owned = this.#owned.get(personId);
    return owned === undefined ? [] : [...owned].sort(compareIdentifiers);
  }

  putPerson(row: PersonRow, journal: Journal): void {
    this.#persons.put(row, journal);
  }

  removePerson(id: string, journal: Journal): void {
    this.#persons.remove(id, journal);
  }

  putComputer(row: ComputerRow, journal: Journal): void {
    const before = this.#computers.get(row.id)?.ownerId ?? null;
    this.#computers.put(row, journal);
    this.#move(row.id, before, row.ownerId, journal);
  }

  removeComputer(id: string, journal: Journal): void {
    const before = this.#computers.get(id)?.ownerId ?? null;
    this.#computers.remove(id, journal);
    this.#move(id, before, null, journal);
  }

  #move(computerId: string, from: string | null, to: string | null, journal: Journal): void {
    if (from === to) return;
    this.#index(computerId, from, to);
    journal.note(() => {
      this.#index(computerId, to, from);
    });
  }

  #index(computerId: string, from: string | null, to: string | null): void {
    const old = from === null ? undefined : this.#owned.get(from);
    old?.delete(computerId);
    if (from !== null && old?.size === 0) this.#owned.delete(from);
    if (to === null) return;
    const owned = this.#owned.get(to);
    if (owned === undefined) this.#owned.set(to, new Set([computerId]));
    else owned.add(computerId);
  }
}
