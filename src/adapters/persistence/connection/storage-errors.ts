// What a failed statement means for the application. The SQLSTATE decides (PostgreSQL documentation, appendix A); a lost connection has
// a code of the operating system or, in the driver, none at all.
import { CollisionError, QueryTimeoutError, StorageUnavailableError } from '../../../application/errors.ts';

/** The error as the application knows it, with the original as `cause`; what is no matter of the storage's state stays as it is. */
export function toStorageError(error: unknown): unknown {
  const code = codeOf(error);
  if (isOutdated(error)) return new CollisionError('a prepared statement is out of date', [], { cause: error });
  if (code === QUERY_CANCELED) return new QueryTimeoutError('the statement took too long', { cause: error });
  if (COLLISIONS.has(code))
    return new StorageUnavailableError('the transaction collided with another', { cause: error });
  if (isConnectionLost(error) || UNAVAILABLE.test(code) || isMessage(error, NO_CONNECTION))
    return new StorageUnavailableError('the database is not available', { cause: error });
  if (NOT_THERE.test(code)) return new Error(SCHEMA_HINT, { cause: error });
  return error;
}

/** Whether running the transaction again from the start can help. */
export function isCollision(error: unknown): boolean {
  if (error instanceof CollisionError || COLLISIONS.has(codeOf(error))) return true;
  return error instanceof StorageUnavailableError && COLLISIONS.has(codeOf(error.cause));
}

/** Whether the connection broke while the statement was on its way, so that its outcome is not known. */
export function isConnectionLost(error: unknown): boolean {
  if (isMessage(error, NO_CONNECTION)) return false;
  return CONNECTION_LOST.test(codeOf(error)) || isMessage(error, LOST_CONNECTION);
}

/**
 * Whether reading again can help: on another connection, or with statements prepared anew. A connection that broke says little of the next
 * one, but one that fell silent has used up the time.
 */
export function isRetryableRead(error: unknown): boolean {
  if (error instanceof CollisionError) return true;
  return error instanceof StorageUnavailableError && isConnectionLost(error.cause) && codeOf(error.cause) !== SILENT;
}

/** Whether a code says that connections lead to a server that is not, or no longer, the right one. */
export function isMisdirected(code: string): boolean {
  return code === READ_ONLY || code === SILENT;
}

/** Whether a prepared statement does not fit a changed table ("cached plan must not change result type"), or the server has forgotten it. */
function isOutdated(error: unknown): boolean {
  const code = codeOf(error);
  if (code !== CACHED_PLAN) return code === FORGOTTEN;
  // The code alone says "not supported", of whatever; the name of PostgreSQL's function is not translated.
  return error instanceof Error && 'routine' in error && error.routine === 'RevalidateCachedQuery';
}

/** Whether a code may say that what all connections have prepared is out of date. */
export function saysOutdated(code: string): boolean {
  return code === CACHED_PLAN || code === FORGOTTEN;
}

const CACHED_PLAN = '0A000';
const FORGOTTEN = '26000';

/**
 * Reads, and reads once more when that can help. A read has no effect, and the pool may have held what a restart of the server had cut.
 * @throws StorageUnavailableError, QueryTimeoutError; any other error as it is
 */
export async function tryReadTwice<Result>(read: () => Promise<Result>): Promise<Result> {
  try {
    return await read();
  } catch (error) {
    if (!isRetryableRead(error)) throw error;
  }
  try {
    return await read();
  } catch (error) {
    if (!isCollision(error)) throw error;
    throw new StorageUnavailableError('reading failed twice', { cause: error });
  }
}

/** What the driver says when it has given up a connection because no answer came (`query_timeout`), and the code that it lacks. */
const SILENCE = 'Query read timeout';
const SILENT = 'ETIMEDOUT';
/** A transaction that may not write, as on a replica. */
const READ_ONLY = '25006';

/** Serialization failure, deadlock. */
const COLLISIONS = new Set(['40001', '40P01']);
const QUERY_CANCELED = '57014';

/** Class 08, the server ends the session (57P0x, 25P03) or the network does. */
const CONNECTION_LOST = /^(?:08...|40003|57P0\d|25P03|ECONN[A-Z]*|EPIPE|ETIMEDOUT)$/;
/** Out of resources there or here, lock not available, read only (a replica, or a server that has just become one), name not resolved, host not reached. */
const UNAVAILABLE =
  /^(?:53...|55P03|25006|ENOTFOUND|EAI_AGAIN|EHOSTUNREACH|ENETUNREACH|ENOENT|EMFILE|ENFILE|EADDRNOTAVAIL)$/;

/** No such table, column, function or schema. */
const NOT_THERE = /^(?:42P01|42703|42883|3F000)$/;
const SCHEMA_HINT = 'the database lacks a table, a column or a function of this version; have all its migrations run?';

/** Messages of the driver, which have no code. */
const LOST_CONNECTION = ['Connection terminated'];
/** The same for statements that were never sent. */
const NO_CONNECTION = [
  'Client has encountered a connection error and is not queryable',
  'Client was closed and is not queryable',
  'Connection terminated due to connection timeout',
  'timeout exceeded when trying to connect',
  'timeout expired',
  'Cannot use a pool after calling end on the pool',
  'driver has already been destroyed',
  'Postgres connection has been discarded',
  'PGlite is closing',
  'PGlite is closed',
  'PGlite instance is already closed',
];

/** The SQLSTATE of an error, the code of the operating system, or `none`. */
export function codeOf(error: unknown): string {
  if (!(error instanceof Error)) return 'none';
  if ('code' in error && typeof error.code === 'string') return error.code;
  return error.message === SILENCE ? SILENT : 'none';
}

function isMessage(error: unknown, beginnings: readonly string[]): boolean {
  return (
    error instanceof Error &&
    codeOf(error) === 'none' &&
    beginnings.some((beginning) => error.message.startsWith(beginning))
  );
}
