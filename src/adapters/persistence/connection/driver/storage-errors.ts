// Maps database errors to application errors, by SQLSTATE (PostgreSQL documentation, appendix A). A lost
// connection has an operating system code or, from the driver, only a message.
import {
  CollisionError,
  QueryTimeoutError,
  StorageOverloadedError,
  StorageRefusedError,
  StorageUnavailableError,
} from '#application/model/errors';

/** The database does not have all tables, columns and functions that the service uses. */
export class MissingObjectError extends Error {
  /** @param cause the driver's error, which names the missing object */
  constructor(cause: unknown) {
    super('the database lacks a table, column or function that this version needs; have all its migrations run?', {
      cause,
    });
  }
}

/** The application's error, with the original as `cause`. Errors that are not about the state of the storage are returned unchanged. */
export function toStorageError(error: unknown): unknown {
  if (error instanceof StorageUnavailableError) return error;
  const code = codeOf(error);
  if (isStalePlan(error)) return new CollisionError('a prepared statement is out of date', [], { cause: error });
  if (code === QUERY_CANCELED) return new QueryTimeoutError('the statement took too long', { cause: error });
  if (code === TRANSACTION_TIMEOUT) return new QueryTimeoutError('the transaction took too long', { cause: error });
  if (COLLISIONS.has(code))
    return new StorageOverloadedError('collisions', 'the transaction collided with another', { cause: error });
  if (isMessage(error, [NO_FREE_CONNECTION]))
    return new StorageOverloadedError('connections', 'no connection became free in time', { cause: error });
  if (isConnectionLost(error) || UNAVAILABLE.test(code) || isMessage(error, NEVER_SENT))
    return new StorageUnavailableError('the database is not available', { cause: error });
  if (UNDEFINED_OBJECT.test(code)) return new MissingObjectError(error);
  return error;
}

/** Throws what `toStorageError` returns, as a handler of a rejected promise. */
export function throwStorageError(error: unknown): never {
  throw toStorageError(error);
}

/** The application's error for a failure to connect, after which nothing was sent. */
export function toConnectError(error: unknown): Error {
  const known = toStorageError(error);
  if (known instanceof StorageUnavailableError || known instanceof QueryTimeoutError) return known;
  if (codeOf(error) === NOT_ACCEPTING)
    return new StorageUnavailableError('the database is not available', { cause: error });
  return new StorageRefusedError('the database refuses the connection', { cause: error });
}

/** True if the whole transaction is worth retrying. */
export function isCollision(error: unknown): boolean {
  return error instanceof CollisionError || COLLISIONS.has(codeOf(error));
}

/** True if the connection broke after the statement was sent, which leaves its outcome unknown. */
function isConnectionLost(error: unknown): boolean {
  if (isMessage(error, NEVER_SENT)) return false;
  return CONNECTION_LOST.test(codeOf(error)) || isMessage(error, CONNECTION_TERMINATED);
}

/**
 * True if a COMMIT error proves that nothing is stored. Other errors do not, because a distributed server returns any
 * code when it has lost the response of one of its nodes.
 */
export function isRolledBack(error: unknown): boolean {
  return isMessage(error, NEVER_SENT) || ROLLED_BACK.test(codeOf(error));
}

/**
 * True if an error affects all statements of a session: the session is lost, or one statement timed out, so that those
 * queued after it have waited long enough.
 */
export function isSessionSpoilt(error: unknown): boolean {
  return isConnectionLost(error) || codeOf(error) === QUERY_CANCELED;
}

/**
 * True if a read is worth retrying: in a new transaction, on another connection, or with newly prepared statements. Not
 * after a driver timeout, which has used up the time.
 */
export function isRetryableRead(error: unknown): boolean {
  if (isCollision(error)) return true;
  return error instanceof StorageUnavailableError && isConnectionLost(error.cause) && codeOf(error.cause) !== NO_ANSWER;
}

/** True if the driver timed out while connecting or waiting for a response. */
export function isDriverTimeout(error: unknown): boolean {
  return codeOf(error) === NO_ANSWER || isMessage(error, [CONNECT_TIMEOUT]);
}

/** True if a code can mean that connections reach a server that is not, or no longer, the primary. */
export function isWrongServerCode(code: string): boolean {
  return code === READ_ONLY || code === NO_ANSWER;
}

/** True if a code can mean that prepared statements on any connection are out of date. */
export function isStalePlanCode(code: string): boolean {
  return code === CACHED_PLAN || code === UNKNOWN_STATEMENT;
}

/** A prepared statement no longer matches a changed table ("cached plan must not change result type"), or the server has lost it. */
function isStalePlan(error: unknown): boolean {
  const code = codeOf(error);
  if (code !== CACHED_PLAN) return code === UNKNOWN_STATEMENT;
  // The code only means "feature not supported". Messages are translated, but the names of PostgreSQL's functions are not.
  return error instanceof Error && 'routine' in error && error.routine === 'RevalidateCachedQuery';
}

/**
 * Reads, with one retry: a read has no effects, and a restarted server leaves broken connections in the pool.
 * @param again the retry, by default the same
 * @throws StorageUnavailableError, QueryTimeoutError; any other error unchanged
 */
export async function tryReadTwice<Result>(read: () => Promise<Result>, again = read): Promise<Result> {
  try {
    return await read();
  } catch (error) {
    if (!isRetryableRead(error)) throw error;
  }
  try {
    return await again();
  } catch (error) {
    if (!isCollision(error)) throw error;
    throw new StorageOverloadedError('collisions', 'reading failed twice', { cause: error });
  }
}

/** The SQLSTATE of an error, its operating system code, or `none`. */
export function codeOf(error: unknown): string {
  if (error instanceof StorageUnavailableError) return codeOf(error.cause);
  if (!(error instanceof Error)) return 'none';
  if ('code' in error && typeof error.code === 'string') return error.code;
  return error.message === DRIVER_TIMEOUT ? NO_ANSWER : 'none';
}

/** The driver's message after `query_timeout`, when it drops the connection. It has no code, so it gets this one. */
const DRIVER_TIMEOUT = 'Query read timeout';
const NO_ANSWER = 'ETIMEDOUT';
const CONNECT_TIMEOUT = 'timeout expired';

const CACHED_PLAN = '0A000';
const UNKNOWN_STATEMENT = '26000';
/** A write on a read-only server, such as a replica. */
export const READ_ONLY = '25006';
/** Serialization failure, deadlock, and a unique value that another transaction stored after the rules were checked. */
const COLLISIONS = new Set(['40001', '40P01', '23505']);
const QUERY_CANCELED = '57014';
/** PostgreSQL 17 and newer: the server ends the session. */
const TRANSACTION_TIMEOUT = '25P04';

/** A connection to a database with `allow_connections false`, as during a restore. */
const NOT_ACCEPTING = '55000';

/** Class 08; the server ended the session (57P0x, 25P03, 25P04); the network ended the connection. */
const CONNECTION_LOST = /^(?:08...|40003|57P0\d|25P0[34]|ECONN[A-Z]*|EPIPE|ETIMEDOUT)$/;
/** Integrity constraint violation, invalid transaction state, transaction rollback; except if the session ended or the completion is unknown. */
const ROLLED_BACK = /^(?:23...|25(?!P0[34])...|40(?!003)...)$/;
/** Out of resources on either side, lock not available, read-only server, name not resolved, host unreachable. */
const UNAVAILABLE =
  /^(?:53...|55P03|25006|ENOTFOUND|EAI_AGAIN|EHOSTUNREACH|ENETUNREACH|ENOENT|EMFILE|ENFILE|EADDRNOTAVAIL)$/;

/** No such table, column, function or schema. */
const UNDEFINED_OBJECT = /^(?:42P01|42703|42883|3F000)$/;

/** Messages of driver errors that have no code. */
const CONNECTION_TERMINATED = ['Connection terminated'];
const NO_FREE_CONNECTION = 'timeout exceeded when trying to connect';
const NEVER_SENT = [
  'Client has encountered a connection error and is not queryable',
  'Client was closed and is not queryable',
  'Connection terminated due to connection timeout',
  NO_FREE_CONNECTION,
  CONNECT_TIMEOUT,
  'Cannot use a pool after calling end on the pool',
  'driver has already been destroyed',
  'Postgres connection has been discarded',
  'PGlite is closing',
  'PGlite is closed',
  'PGlite instance is already closed',
];

function isMessage(error: unknown, prefixes: readonly string[]): boolean {
  return (
    error instanceof Error && codeOf(error) === 'none' && prefixes.some((prefix) => error.message.startsWith(prefix))
  );
}
