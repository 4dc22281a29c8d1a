// Two ways to send a statement, with rows of the same shape.
import { CompiledQuery, type Kysely } from 'kysely';
import type { QueryArrayConfig, QueryArrayResult } from 'pg';
import type { Observe } from '#application/ports/observation';
import type { Statement } from '../../tables/sql-fragment.ts';
import type { QueryOfKind, SentResult } from './pipelining-dialect.ts';
import { codeOf, toStorageError } from './storage-errors.ts';

/** Values in column order. Statements select text only, under distinct names. */
export type Rows = readonly (readonly (string | null)[])[];

/**
 * Sends a statement.
 * @throws StorageUnavailableError, QueryTimeoutError, CollisionError; any other database error unchanged
 */
export type Send = (statement: Statement) => Promise<Rows>;

/** Sends each statement as a transaction of its own: a quick one on a shared connection, any other on a free one. */
export function sendByPool(pool: Querying & { readonly shared: Querying }, events: DatabaseEvents): Send {
  return (statement) => {
    const query = { text: statement.sql, values: [...statement.parameters], rowMode: 'array' as const };
    const sender = statement.isQuick === true ? pool.shared : pool;
    return observed(events, statement, async () => (await sender.query<(string | null)[]>(query)).rows);
  };
}

/** Sends statements outside transactions, as a pool does. */
export interface Querying {
  query<Row extends unknown[]>(query: QueryArrayConfig): Promise<QueryArrayResult<Row>>;
}

/** Sends on Kysely's connection: that of an open transaction, or the database's only one. */
export function sendByKysely(kysely: Kysely<unknown>, events: DatabaseEvents): Send {
  return ({ sql, parameters, kind }) => {
    const query: QueryOfKind = { ...CompiledQuery.raw(sql, [...parameters]), kind };
    return observed(events, query, async () => {
      const sent: SentResult<unknown> = await kysely.executeQuery(query);
      const { rows } = (await sent.answer) ?? sent;
      return rows.map((row) => Object.values(row as Readonly<Record<string, string | null>>));
    });
  };
}

/** Sends a statement, reports its start and end, and maps its error. */
async function observed(
  events: DatabaseEvents,
  { sql, parameters }: Statement,
  send: () => Promise<Rows>,
): Promise<Rows> {
  events.onStatement?.(sql, parameters);
  const start = performance.now();
  try {
    return await send();
  } catch (error) {
    reportFailure(events, error);
    throw toStorageError(error);
  } finally {
    events.observe?.({ kind: 'statement done', millis: performance.now() - start });
  }
}

/** Reports an error once: in a transaction, all statements after the failed one fail with the same error, or because of it. */
function reportFailure({ observe }: DatabaseEvents, error: unknown): void {
  const code = codeOf(error);
  if (code === IN_FAILED_TRANSACTION || (error instanceof Error && reported.has(error))) return;
  if (error instanceof Error) reported.add(error);
  observe?.({ kind: 'database failed', code });
}

const reported = new WeakSet<Error>();
const IN_FAILED_TRANSACTION = '25P02';

/** Called by a database while it opens and runs. */
export interface DatabaseEvents {
  readonly observe?: Observe | undefined;
  /** Called when a statement is about to be sent. */
  readonly onStatement?: ((sql: string, parameters: readonly unknown[]) => void) | undefined;
}
