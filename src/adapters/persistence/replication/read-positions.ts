// Where servers are in the write-ahead log, as PostgreSQL tells (documentation, "Recovery Information Functions").
import { sql } from 'kysely';
import type { LogPosition } from '#application/model/log-position';
import type { Rows } from '../connection/driver/send.ts';
import { TIMELINE } from '../connection/driver/timeline.ts';
import type { DatabaseConnection } from '../storage/database.ts';

/** How far a primary is. */
export interface PrimaryProgress {
  readonly position: LogPosition;
  /** Whether a write is answered only once a replica has it. */
  readonly isSynchronous: boolean;
}

/**
 * Reads how far a primary is: all commits that ended before the call precede it.
 * @throws StorageUnavailableError; also if the server is a replica
 */
export async function readPrimary({ send, kysely }: DatabaseConnection): Promise<PrimaryProgress> {
  const [row = []] = await send(PRIMARY.compile(kysely));
  return { position: positionIn(row), isSynchronous: row[2] === 'true' };
}

/**
 * Where the next record begins. On a new page that is behind the header (of 40 bytes at the start of a segment, else 24), where no replica comes before there
 * is a record: all that precede it end where the page begins.
 */
const INSERTED = sql`(select inserted - case when inserted % bytes_per_wal_segment = 40 then 40
    when inserted % wal_block_size = 24 then 24 else 0 end
  from pg_control_init(), (select pg_current_wal_insert_lsn() - '0/0' as inserted) as log)`;

/** What has been written precedes what is about to be, which replicas may get seconds later; but not all commits wait until they are written. */
const PRIMARY = sql`select ('x' || left(pg_walfile_name(pg_current_wal_lsn()), 8))::bit(32)::int::text as timeline,
  (case current_setting('synchronous_commit') when 'off' then ${INSERTED} else pg_current_wal_lsn() - '0/0' end)::text
    as position,
  (current_setting('synchronous_standby_names') <> '' and current_setting('synchronous_commit') not in ('off', 'local'))::text
    as is_synchronous`;

function positionIn([timeline, offset]: Rows[number]): LogPosition {
  if (typeof timeline !== 'string' || typeof offset !== 'string') throw new Error('the server has no position');
  return { timeline: Number(timeline), offset: BigInt(offset) };
}

/** What a replica shows. */
export interface ReplicaProgress extends LogPosition {
  /** False once it has been promoted. */
  readonly isReplica: boolean;
  /** How much of the log it has; `offset` is how much of that it shows. */
  readonly received: bigint;
}

/** The answer to `REPLICA`. */
export interface ReplicaRow {
  readonly timeline: string;
  readonly position: string;
  readonly received: string;
  readonly is_replica: boolean;
}

export function replicaProgressIn({ timeline, position, received, is_replica }: ReplicaRow): ReplicaProgress {
  return {
    timeline: Number(timeline),
    offset: BigInt(position),
    received: BigInt(received),
    isReplica: is_replica,
  };
}

/**
 * Reads how far a replica has replayed the log: all commits that precede it are visible. The timeline is that of the log that it receives, or has
 * stored last; whoever may see neither (`pg_read_all_stats`, `pg_ls_waldir`) may get an older one.
 */
export const REPLICA = `select (${TIMELINE})::text as timeline,
  (coalesce(pg_last_wal_replay_lsn(), '0/0') - '0/0')::text as position,
  (greatest(pg_last_wal_replay_lsn(), pg_last_wal_receive_lsn(), '0/0') - '0/0')::text as received,
  pg_is_in_recovery() as is_replica`;
