import type { PersonRepository } from '../../application/ports/person-repository.ts';
import type { ResourceRecord, Selection } from '../../application/model/query.ts';
import { compareIdentifiers } from '../../domain/identifier.ts';
import type { Person, PersonAttributes } from '../../domain/person.ts';
import type { Journal } from './journal.ts';
import type { Locks } from './locks.ts';
import { recordOf, withAttributes } from './rows.ts';
import type { MemoryStore, PersonRow } from './store.ts';

export class MemoryPersonRepository implements PersonRepository {
  readonly #store: MemoryStore;
  readonly #journal: Journal;
  readonly #locks: Locks;

  constructor(store: MemoryStore, journal: Journal, locks: Locks) {
    this.#store = store;
    this.#journal = journal;
    this.#locks = locks;
  }

  async add(draft: PersonAttributes): Promise<string> {
    const id = this.#store.nextId('person');
    this.#store.putPerson({ type: 'person', id, version: 1, attributes: attributesOf(draft) }, this.#journal);
    this.#locks.hold('person', id);
    return id;
  }

  async lock(ids: readonly string[], ownersOf: readonly string[] = []): Promise<readonly Person[]> {
    const owners = ownersOf.map((id) => this.#store.computer(id)?.ownerId).filter((id) => typeof id === 'string');
    const rows = [...new Set([...ids, ...owners])]
      .map((id) => this.#store.person(id))
      .filter((row) => row !== undefined);
    for (const { id } of rows) this.#locks.hold('person', id);
    return rows.sort((left, right) => compareIdentifiers(left.id, right.id)).map(toPerson);
  }

  async save(person: Person): Promise<void> {
    this.#change(person.id, (row) => ({ ...row, attributes: attributesOf(person) }));
  }

  async change(
    id: string,
    attributes: Partial<PersonAttributes>,
    selection: Selection,
  ): Promise<ResourceRecord | undefined> {
    const row = this.#store.person(id);
    if (row === undefined) return undefined;
    const changed = withAttributes(row, attributes);
    if (changed !== row) this.#store.putPerson(changed, this.#journal);
    return recordOf(this.#store, changed, selection);
  }

  async touch(ids: readonly string[]): Promise<void> {
    this.#locks.require('person', ids);
    for (const id of new Set(ids)) this.#change(id, (row) => row);
  }

  async remove(id: string): Promise<void> {
    this.#locks.require('person', [id]);
    if (this.#store.ownedBy(id).length > 0) throw new Error(`person ${id} still owns computers`);
    this.#store.removePerson(id, this.#journal);
    this.#locks.drop('person', id);
  }

  #change(id: string, change: (row: PersonRow) => PersonRow): void {
    this.#locks.require('person', [id]);
    const row = this.#store.person(id);
    if (row !== undefined) this.#store.putPerson({ ...change(row), version: row.version + 1 }, this.#journal);
  }
}

function attributesOf({ name, email, birthDate }: PersonAttributes): PersonRow['attributes'] {
  return { name, email, birthDate };
}

function toPerson({ id, attributes }: PersonRow): Person {
  return { id, ...attributesOf(attributes) };
}
