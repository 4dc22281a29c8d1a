import type { OwnedRepository, Repository } from '../../application/ports/repository.ts';
import type { Entity } from '../../domain/entity.ts';
import type { Owned } from '../../domain/ownership.ts';
import type { Send, Statement } from './connection/send.ts';
import { fill } from './fragment.ts';
import type { OwnedStatements, TableStatements } from './table-statements.ts';
import type { Table } from './tables.ts';

/** Stores entities of one table; the columns come from MikroORM's entities. */
export function sqlRepository<Stored extends Entity, Draft extends object>(
  send: Send,
  { properties }: Table,
  statements: TableStatements,
): Repository<Stored, Draft> {
  const names = properties.map(({ name }) => name);
  const restore = ([id, version, ...values]: readonly unknown[]): Stored => {
    const restored = names.map((name, index) => [name, values[index]]);
    return { id, version: Number(version), ...Object.fromEntries(restored) } as Stored;
  };
  return {
    add: async (draft) => {
      const values = names.map(valuesIn(draft));
      const [assigned] = await send(fill(statements.add, values));
      if (assigned === undefined) throw new Error('insert returned no row');
      return restore([...assigned, ...values]);
    },
    lock: async (ids) => (ids.length === 0 ? [] : (await send(fill(statements.lock, [ids]))).map(restore)),
    save: async (entities) => {
      if (entities.length === 0) return;
      const rows = entities.map(valuesIn);
      const lists = ['id', 'version', ...names].map((name) => rows.map((valueOf) => valueOf(name)));
      await send(fill(statements.save, lists));
    },
    remove: async (ids) => {
      if (ids.length > 0) await send(fill(statements.remove, [ids]));
    },
  };
}

export function sqlOwnedRepository<Item extends Owned, Draft extends object>(
  send: Send,
  table: Table,
  statements: OwnedStatements,
): OwnedRepository<Item, Draft> {
  const identifiers = async (statement: Statement, ids: readonly string[]): Promise<readonly string[]> =>
    ids.length === 0 ? [] : (await send(fill(statement, [ids]))).flatMap(([id]) => id ?? []);
  return {
    ...sqlRepository<Item, Draft>(send, table, statements),
    ownedBy: (personIds) => identifiers(statements.ownedBy, personIds),
    ownersOf: (ids) => identifiers(statements.ownersOf, ids),
  };
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
