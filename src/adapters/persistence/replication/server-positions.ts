// Log positions of servers, as PostgreSQL reports them (documentation, "Recovery Information Functions").
import { sql } from 'kysely';
import type { LogPosition } from '#application/model/log-position';
import type { Rows } from '../connection/driver/send-statement.ts';
import { TIMELINE } from '../connection/driver/timeline.ts';
import type { DatabaseConnection } from '../storage/database.ts';

/** The log position of a primary. */
export interface PrimaryProgress {
  readonly position: LogPosition;
  /** True if commits wait for a replica. */
  readonly isSynchronous: boolean;
  /** The schema of the tables. */
  readonly schema: string | undefined;
}

/**
 * Reads a position on the primary that covers every commit completed before the call.
 * @throws StorageUnavailableError, also if the server is a replica
 */
export async function readPrimary({ send, kysely }: DatabaseConnection): Promise<PrimaryProgress> {
  const [row = []] = await send(PRIMARY.compile(kysely));
  return { position: positionIn(row), isSynchronous: row[2] === 'true', schema: row[3] ?? undefined };
}

/**
 * The position of the next record. On a new page that is after the page header (40 bytes at the start of a segment,
 * else 24), which no replica reaches until a record follows, so the end of the previous page is used instead.
 */
const INSERTED = sql`(select inserted - case when inserted % bytes_per_wal_segment = 40 then 40
    when inserted % wal_block_size = 24 then 24 else 0 end
  from pg_control_init(), (select pg_current_wal_insert_lsn() - '0/0' as inserted) as log)`;

/**
 * Uses the write position, because the insert position is ahead of it and replicas may receive the difference seconds
 * later. Without synchronous commit, a commit may return before it is written, so the insert position is needed.
 */
const PRIMARY = sql`select ('x' || left(pg_walfile_name(pg_current_wal_lsn()), 8))::bit(32)::int::text as timeline,
  (case current_setting('synchronous_commit') when 'off' then ${INSERTED} else pg_current_wal_lsn() - '0/0' end)::text
    as position,
  (current_setting('synchronous_standby_names') <> '' and current_setting('synchronous_commit') not in ('off', 'local'))::text
    as is_synchronous, current_schema()::text as schema`;

function positionIn([timeline, offset]: Rows[number]): LogPosition {
  if (typeof timeline !== 'string' || typeof offset !== 'string')
    throw new Error('the server returned no log position');
  return { timeline: Number(timeline), offset: BigInt(offset) };
}

/** The progress of a replica: `timeline` and `offset` are the position it has replayed. */
export interface ReplicaProgress extends LogPosition {
  /** False once it has been promoted. */
  readonly isReplica: boolean;
  /** The offset up to which it has received the log. */
  readonly received: bigint;
  /** The schema of the tables. */
  readonly schema: string | undefined;
}

/** The row that `REPLICA` returns. */
export interface ReplicaRow {
  readonly timeline: string;
  readonly position: string;
  readonly received: string;
  readonly is_replica: boolean;
  readonly schema: string | null;
}

export function replicaProgressIn({ timeline, position, received, is_replica, schema }: ReplicaRow): ReplicaProgress {
  return {
    timeline: Number(timeline),
    offset: BigInt(position),
    received: BigInt(received),
    isReplica: is_replica,
    schema: schema ?? undefined,
  };
}

/**
 * Reads how far a replica has replayed the log; every commit before that is visible. The timeline is that of the log
 * it is receiving, or last stored. A role without `pg_read_all_stats` and `pg_ls_waldir` may see an older timeline.
 */
export const REPLICA = `select (${TIMELINE})::text as timeline,
  (coalesce(pg_last_wal_replay_lsn(), '0/0') - '0/0')::text as position,
  (greatest(pg_last_wal_replay_lsn(), pg_last_wal_receive_lsn(), '0/0') - '0/0')::text as received,
  pg_is_in_recovery() as is_replica, current_schema()::text as schema`;
