// Where servers are in the write-ahead log, as PostgreSQL tells (documentation, "Recovery Information Functions").
import { sql } from 'kysely';
import type { Position } from '../../../application/model/position.ts';
import type { Database } from '../connection/database.ts';
import { TIMELINE } from '../connection/hosts/standing.ts';
import type { Rows } from '../connection/send.ts';

/** How far a primary is. */
export interface PrimaryState {
  readonly position: Position;
  /** Whether a write is answered only once a replica has it. */
  readonly isSynchronous: boolean;
}

/**
 * Reads how far the log of a primary has been written: all commits that ended before the call precede it.
 * @throws StorageUnavailableError; also if the server is a replica
 */
export async function readPrimary({ send, kysely }: Database): Promise<PrimaryState> {
  const [row = []] = await send(PRIMARY.compile(kysely));
  return { position: positionIn(row), isSynchronous: row[2] === 'true' };
}

const PRIMARY = sql`select ('x' || left(pg_walfile_name(pg_current_wal_lsn()), 8))::bit(32)::int::text as timeline,
  (pg_current_wal_lsn() - '0/0')::text as position,
  (current_setting('synchronous_standby_names') <> '' and current_setting('synchronous_commit') not in ('off', 'local'))::text
    as is_synchronous`;

function positionIn([timeline, offset]: Rows[number]): Position {
  if (typeof timeline !== 'string' || typeof offset !== 'string') throw new Error('the server has no position');
  return { timeline: Number(timeline), offset: BigInt(offset) };
}

/** What a replica shows. */
export interface ReplicaState extends Position {
  /** False once it has been promoted. */
  readonly isReplica: boolean;
  /** How much of the log it has; `offset` is how much of that it shows. */
  readonly received: bigint;
}

/**
 * Reads how far a replica has replayed the log: all commits that precede it are visible. The timeline is that of the log that it receives, or has
 * stored last; whoever may see neither (`pg_read_all_stats`, `pg_ls_waldir`) may get an older one.
 * @throws StorageUnavailableError
 */
export async function readReplica({ send, kysely }: Database): Promise<ReplicaState> {
  const [row = []] = await send(REPLICA.compile(kysely));
  return { ...positionIn(row), isReplica: row[2] === 'true', received: BigInt(row[3] ?? 0) };
}

const REPLICA = sql`select (${sql.raw(TIMELINE)})::text as timeline,
  (coalesce(pg_last_wal_replay_lsn(), '0/0') - '0/0')::text as position, pg_is_in_recovery()::text as is_replica,
  (greatest(pg_last_wal_replay_lsn(), pg_last_wal_receive_lsn(), '0/0') - '0/0')::text as received`;
