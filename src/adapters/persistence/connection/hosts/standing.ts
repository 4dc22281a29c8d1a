// What a host says of itself, and which of several hosts connections are made to.
import type { SessionTarget } from '../server-address.ts';

/** What one host is at a moment. */
export interface Standing {
  readonly isStandby: boolean;
  readonly isReadOnly: boolean;
  /** Each promotion begins a new one. Of a standby: the newest that it knows of. */
  readonly timeline: number;
}

/** The statement that reads the standing. Where any host will do, it needs nothing that a relative of PostgreSQL may lack. */
export function standingQuestion(target: SessionTarget): string {
  return target === 'any' ? ANSWERS : STANDING;
}

const ANSWERS = 'select false as "isStandby", false as "isReadOnly", 0 as timeline';

/**
 * The names of the files in `pg_wal` show a standby's timeline even while it receives nothing. PostgreSQL checks the privileges of a query in a text
 * only when it runs, so that roles without this one get null.
 */
const STORED_TIMELINE = String.raw`case when has_function_privilege('pg_ls_waldir()', 'execute')
  then ('x' || substring(query_to_xml('select max(left(name, 8)) from pg_ls_waldir()
    where name ~ ''^[0-9A-F]{8}([0-9A-F]{16}$|\.history$)''', true, true, '')::text from '>([0-9A-F]{8})<'))::bit(32)::int
  end`;

/**
 * The timeline of a server, as SQL. A standby has no position of its own to take it from: it is the one that it receives or has stored. Roles that
 * may see neither (`pg_read_all_stats`, `pg_ls_waldir`) learn of it with the next checkpoint. On a primary, only the name of a WAL file shows the
 * timeline between a promotion and the next checkpoint.
 */
export const TIMELINE = `case when pg_is_in_recovery()
    then (select greatest(timeline_id, min_recovery_end_timeline,
        coalesce((select received_tli from pg_stat_wal_receiver), ${STORED_TIMELINE}))
      from pg_control_checkpoint(), pg_control_recovery())
    else ('x' || left(pg_walfile_name(pg_current_wal_lsn()), 8))::bit(32)::int
  end`;

const STANDING = `select pg_is_in_recovery() as "isStandby",
  current_setting('transaction_read_only') = 'on' as "isReadOnly", ${TIMELINE} as timeline`;

/**
 * Why connections are not made to a host.
 * @param highest the highest timeline seen on any host: after a promotion only the promoted host has it
 * @returns undefined for a host that suits
 */
export function unfitness(
  { isStandby, isReadOnly, timeline }: Standing,
  target: SessionTarget,
  highest: number,
): string | undefined {
  if (target === 'any') return undefined;
  if (isStandby) return 'is a standby';
  if (isReadOnly && target === 'read-write') return 'is read-only';
  return lateness(timeline, highest);
}

/** Why no writes go to a server that takes them, as a clause; undefined unless it is on an earlier timeline. */
export function lateness(timeline: number, highest: number): string | undefined {
  return timeline < highest ? `is a former primary, on timeline ${timeline} of ${highest}` : undefined;
}
