import { CompiledQuery, type Kysely } from 'kysely';
import { CollisionError } from '#application/model/errors';
import type { IdempotencyStore, StoredAnswer } from '#application/ports/idempotency-store';
import type { Rows, Send } from '../connection/driver/send-statement.ts';
import { toStorageError } from '../connection/driver/storage-errors.ts';
import { asRead } from '../tables/sql-fragment.ts';

// A key is reserved by an advisory lock, not by inserting a row: nobody waits for it, and a failed transaction leaves
// nothing to vacuum. If two keys have the same hash, one is "in use" as long as the other. The table is part of the hash,
// so that services in other schemas of the database have their own keys.
const LOCK = `select pg_try_advisory_xact_lock(hashtextextended($1, 'answer'::regclass::oid::bigint))::text as locked`;

// `for update`, because only a commit that has locked a row waits for synchronous replicas. After a crash, the primary may
// show responses that no replica has yet.
const FIND = `select request, status::text as status, location, etag, content_type, body
  from answer where key = $1 and expires_at > now() for update`;

// Replaces an expired response. The condition expresses `answer.expires_at <= now()` with immutable functions only, because
// Citus crashes on other functions there.
const KEEP = `insert into answer (key, request, expires_at, status, location, etag, content_type, body)
  values ($1, $2, now() + make_interval(secs => $3), $4, $5, $6, $7, $8)
  on conflict (key) do update set request = excluded.request, expires_at = excluded.expires_at, status = excluded.status,
    location = excluded.location, etag = excluded.etag, content_type = excluded.content_type, body = excluded.body
  where excluded.expires_at - answer.expires_at >= make_interval(secs => $3) returning 'kept' as kept`;

// The array is evaluated once; a plain subquery with a limit may be run for each row.
const PURGE = `with purged as (
    delete from answer where key = any(array(
      select key from answer where expires_at <= now() order by expires_at limit $1 for update skip locked
    )) returning 1
  ) select count(*)::text as number from purged`;

/** @param send sends in a transaction */
export function sqlIdempotencyStore(send: Send): IdempotencyStore {
  return {
    claim: async (key, request) => {
      const [[locked] = []] = await send(asRead({ sql: LOCK, parameters: [key] }));
      if (locked !== 'true') return { kind: 'in use' };
      // A separate statement, so that it sees what the last holder of the lock has committed.
      const [found] = await send(asRead({ sql: FIND, parameters: [key] }));
      if (found === undefined)
        return { kind: 'new', keep: (answer, seconds) => keep({ key, request, answer, seconds }) };
      const [stored, ...rest] = found;
      const { answered, viewer } = splitRequest(stored ?? '');
      return answered === request ? { kind: 'answered', answer: { ...restore(rest), viewer } } : { kind: 'reused' };
    },
  };

  async function keep({ key, request, answer, seconds }: Kept): Promise<void> {
    const { status, location, etag, contentType, body, viewer } = answer;
    const optional = [location, etag, contentType, body].map((text) => text ?? null);
    const [kept] = await send({
      sql: KEEP,
      parameters: [key, joinRequest(request, viewer), seconds, status, ...optional],
    });
    // A writer that did not see our lock has stored one.
    if (kept === undefined) throw new CollisionError('another response was stored under the same key');
  }
}

interface Kept {
  readonly key: string;
  readonly request: string;
  readonly answer: StoredAnswer;
  readonly seconds: number;
}

/** The content of the column `request`: the request and, if not everyone may see the response, its viewer. */
function joinRequest(request: string, viewer: string | undefined): string {
  return viewer === undefined ? request : `${request} ${viewer}`;
}

/** The inverse of `joinRequest`. */
function splitRequest(stored: string): { readonly answered: string; readonly viewer: string | undefined } {
  const [answered = '', viewer] = stored.split(' ');
  return { answered, viewer };
}

function restore([status, ...texts]: Rows[number]): Omit<StoredAnswer, 'viewer'> {
  const [location, etag, contentType, body] = texts.map((text) => text ?? undefined);
  return { status: Number(status), location, etag, contentType, body };
}

/**
 * Removes expired responses, except those that another process is removing.
 * @param kysely outside any transaction
 * @returns how many, `limit` at most
 * @throws StorageUnavailableError, QueryTimeoutError
 */
export async function purgeAnswers(kysely: Kysely<unknown>, limit: number): Promise<number> {
  try {
    const { rows } = await kysely.executeQuery<{ readonly number: string }>(CompiledQuery.raw(PURGE, [limit]));
    return Number(rows[0]?.number);
  } catch (error) {
    throw toStorageError(error);
  }
}
