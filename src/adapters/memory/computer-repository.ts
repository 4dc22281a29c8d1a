import type { ComputerRepository, GiftOutcome } from '../../application/ports/computer-repository.ts';
import type { Computer, ComputerAttributes } from '../../domain/computer.ts';
import type { ResourceRecord, Selection } from '../../application/model/query.ts';
import { compareIdentifiers } from '../../domain/identifier.ts';
import type { Journal } from './journal.ts';
import type { Locks } from './locks.ts';
import { recordOf, withAttributes } from './rows.ts';
import type { ComputerRow, MemoryStore } from './store.ts';

export class MemoryComputerRepository implements ComputerRepository {
  readonly #store: MemoryStore;
  readonly #journal: Journal;
  readonly #locks: Locks;

  constructor(store: MemoryStore, journal: Journal, locks: Locks) {
    this.#store = store;
    this.#journal = journal;
    this.#locks = locks;
  }

  async add({ serial }: ComputerAttributes, ownerId: string | null): Promise<string> {
    this.#locks.require('person', withoutNull([ownerId]));
    const id = this.#store.nextId('computer');
    this.#store.putComputer({ type: 'computer', id, version: 1, attributes: { serial }, ownerId }, this.#journal);
    this.#locks.hold('computer', id);
    return id;
  }

  async ownedBy(personId: string): Promise<readonly string[]> {
    return this.#store.ownedBy(personId);
  }

  async lock(ids: readonly string[]): Promise<readonly Computer[]> {
    const rows = this.#rows(ids);
    for (const { id } of rows) this.#locks.hold('computer', id);
    return rows.sort((left, right) => compareIdentifiers(left.id, right.id)).map(toComputer);
  }

  async change(
    id: string,
    attributes: Partial<ComputerAttributes>,
    selection: Selection,
  ): Promise<ResourceRecord | undefined> {
    const row = this.#store.computer(id);
    if (row === undefined) return undefined;
    const changed = withAttributes(row, attributes);
    if (changed !== row) this.#store.putComputer(changed, this.#journal);
    return recordOf(this.#store, changed, selection);
  }

  async save({ id, serial }: Computer): Promise<void> {
    this.#change([id], (row) => ({ ...row, attributes: { serial } }));
  }

  async assignOwner(ids: readonly string[], ownerId: string | null): Promise<void> {
    this.#locks.require('person', withoutNull([ownerId, ...this.#rows(ids).map((row) => row.ownerId)]));
    this.#change(ids, (row) => ({ ...row, ownerId }));
  }

  async give(ids: readonly string[], ownerId: string | null): Promise<GiftOutcome> {
    const rows = this.#rows(ids);
    const ownerExists = ownerId === null || this.#store.person(ownerId) !== undefined;
    if (ownerExists && rows.length === new Set(ids).size) this.#giveRows(rows, ownerId);
    return { ownerExists, existing: rows.map(({ id }) => id).sort(compareIdentifiers) };
  }

  #giveRows(rows: readonly ComputerRow[], ownerId: string | null): void {
    const moving = rows.filter((row) => row.ownerId !== ownerId);
    const affected = new Set(moving.flatMap((row) => withoutNull([row.ownerId, ownerId])));
    for (const row of moving) this.#store.putComputer({ ...row, ownerId, version: row.version + 1 }, this.#journal);
    for (const id of affected) {
      const person = this.#store.person(id);
      if (person !== undefined) this.#store.putPerson({ ...person, version: person.version + 1 }, this.#journal);
    }
  }

  async remove(id: string): Promise<void> {
    this.#locks.require('computer', [id]);
    this.#store.removeComputer(id, this.#journal);
    this.#locks.drop('computer', id);
  }

  #rows(ids: readonly string[]): ComputerRow[] {
    return [...new Set(ids)].map((id) => this.#store.computer(id)).filter((row) => row !== undefined);
  }

  #change(ids: readonly string[], change: (row: ComputerRow) => ComputerRow): void {
    this.#locks.require('computer', ids);
    for (const row of this.#rows(ids))
      this.#store.putComputer({ ...change(row), version: row.version + 1 }, this.#journal);
  }
}

function withoutNull(ids: readonly (string | null)[]): readonly string[] {
  return ids.filter((id) => id !== null);
}

function toComputer({ id, attributes: { serial }, ownerId }: ComputerRow): Computer {
  return { id, serial, ownerId };
}
