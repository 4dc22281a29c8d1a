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
 * A standby has no position of its own to take the timeline from. On a primary, only the name of a WAL file shows the timeline
 * between a promotion and the next checkpoint.
 */
const STANDING = `select pg_is_in_recovery() as "isStandby",
  current_setting('transaction_read_only') = 'on' as "isReadOnly",
  case when pg_is_in_recovery()
    then (select greatest(timeline_id, min_recovery_end_timeline, (select received_tli from pg_stat_wal_receiver))
      from pg_control_checkpoint(), pg_control_recovery())
    else ('x' || left(pg_walfile_name(pg_current_wal_lsn()), 8))::bit(32)::int
  end as timeline`;

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
  if (timeline < highest) return `is a former primary, on timeline ${timeline} of ${highest}`;
  return undefined;
}
