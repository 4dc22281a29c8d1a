// The two ways in which statements leave, and one form in which their rows arrive.
import { CompiledQuery, type Kysely } from 'kysely';
import type { Pool } from 'pg';
import type { DatabaseEvents } from './database-events.ts';
import { codeOf, toStorageError } from './storage-errors.ts';

/** What is sent. */
export interface Statement {
  readonly sql: string;
  readonly parameters: readonly unknown[];
}

/** Rows with the values of the columns in their order. Statements select text only, under names that differ. */
export type Rows = readonly (readonly (string | null)[])[];

/**
 * Sends a statement.
 * @throws StorageUnavailableError, QueryTimeoutError, CollisionError; any other error of the database as it is
 */
export type Send = (statement: Statement) => Promise<Rows>;

/** Each statement on whatever connection of a pool is free, as a transaction of its own. */
export function sendByPool(pool: Pool, events: DatabaseEvents): Send {
  return (statement) => {
    const query = { text: statement.sql, values: [...statement.parameters], rowMode: 'array' as const };
    return observed(events, statement, async () => (await pool.query<(string | null)[]>(query)).rows);
  };
}

/** Where Kysely has its connection from: an open transaction, or the only connection there is. */
export function sendByKysely(kysely: Kysely<unknown>, events: DatabaseEvents): Send {
  return ({ sql, parameters }) => {
    const query = CompiledQuery.raw(sql, [...parameters]);
    return observed(events, query, async () => {
      const { rows } = await kysely.executeQuery<Readonly<Record<string, string | null>>>(query);
      return rows.map((row) => Object.values(row));
    });
  };
}

/** Reports a statement and its end, and gives its error the application's name. */
async function observed<Result>(
  events: DatabaseEvents,
  { sql, parameters }: Statement,
  send: () => Promise<Result>,
): Promise<Result> {
  events.onStatement?.(sql, parameters);
  const start = performance.now();
  try {
    return await send();
  } catch (error) {
    events.onFailure?.(codeOf(error));
    throw toStorageError(error);
  } finally {
    events.onStatementDone?.(performance.now() - start);
  }
}
