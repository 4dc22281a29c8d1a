import type { OwnedRepository, Repository } from '../../application/ports/repository.ts';
import type { Entity } from '../../domain/entity.ts';
import type { Owned } from '../../domain/ownership.ts';
import type { Rows } from './connection/send.ts';
import { fill } from './fragment.ts';
import type { Session } from './session.ts';
import type { OwnedStatements, TableStatements } from './table-statements.ts';
import type { Table } from './tables.ts';

/** Stores entities of one table; the columns come from MikroORM's entities. */
export class SqlRepository<Stored extends Entity, Draft extends object> implements Repository<Stored, Draft> {
  readonly #session: Session;
  readonly #table: Table;
  readonly #statements: TableStatements;

  constructor(session: Session, table: Table, statements: TableStatements) {
    this.#session = session;
    this.#table = table;
    this.#statements = statements;
  }

  async add(draft: Draft): Promise<Stored> {
    const valueOf = valuesIn(draft);
    const values = this.#table.properties.map(({ name }) => valueOf(name));
    const [added] = this.#restore(await this.#session.send(fill(this.#statements.add, values)));
    if (added === undefined) throw new Error('insert returned no row');
    return added;
  }

  async lock(ids: readonly string[]): Promise<readonly Stored[]> {
    if (ids.length === 0) return [];
    return this.#restore(await this.#session.send(fill(this.#statements.lock, [ids])));
  }

  async save(entities: readonly Stored[]): Promise<void> {
    if (entities.length === 0) return;
    const rows = entities.map(valuesIn);
    const names = ['id', 'version', ...this.#table.properties.map(({ name }) => name)];
    const lists = names.map((name) => rows.map((valueOf) => valueOf(name)));
    await this.#session.send(fill(this.#statements.save, lists));
  }

  async remove(ids: readonly string[]): Promise<void> {
    if (ids.length > 0) await this.#session.send(fill(this.#statements.remove, [ids]));
  }

  #restore(rows: Rows): readonly Stored[] {
    return rows.map(([id, version, ...values]) => {
      const properties = this.#table.properties.map(({ name }, index) => [name, values[index]]);
      return { id, version: Number(version), ...Object.fromEntries(properties) } as Stored;
    });
  }
}

export class SqlOwnedRepository<Item extends Owned, Draft extends object> implements OwnedRepository<Item, Draft> {
  readonly #session: Session;
  readonly #statements: OwnedStatements;
  readonly #repository: SqlRepository<Item, Draft>;

  constructor(session: Session, table: Table, statements: OwnedStatements) {
    this.#session = session;
    this.#statements = statements;
    this.#repository = new SqlRepository(session, table, statements);
  }

  add(draft: Draft): Promise<Item> {
    return this.#repository.add(draft);
  }

  lock(ids: readonly string[]): Promise<readonly Item[]> {
    return this.#repository.lock(ids);
  }

  save(items: readonly Item[]): Promise<void> {
    return this.#repository.save(items);
  }

  remove(ids: readonly string[]): Promise<void> {
    return this.#repository.remove(ids);
  }

  async ownedBy(personIds: readonly string[]): Promise<readonly string[]> {
    if (personIds.length === 0) return [];
    return identifiersIn(await this.#session.send(fill(this.#statements.ownedBy, [personIds])));
  }

  async ownersOf(ids: readonly string[]): Promise<readonly string[]> {
    if (ids.length === 0) return [];
    return identifiersIn(await this.#session.send(fill(this.#statements.ownersOf, [ids])));
  }
}

/**
 * Reads the properties of an entity.
 * @throws Error if one is missing, which must not be stored as unset
 */
function valuesIn(entity: object): (name: string) => unknown {
  const values = new Map<string, unknown>(Object.entries(entity));
  return (name) => {
    if (!values.has(name)) throw new Error(`there is no ${name} to store`);
    return values.get(name);
  };
}

function identifiersIn(rows: Rows): readonly string[] {
  return rows.flatMap(([id]) => id ?? []);
}
