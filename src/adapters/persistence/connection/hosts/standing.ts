// What a host says of itself, and which of several hosts connections are made to.
import type { SessionTarget } from '../server-address.ts';
import { lateness, TIMELINE } from '../timeline.ts';

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
