// What an operator wants to know about a replica.
import { sql } from 'kysely';
import type { DatabaseConnection } from './connection/database.ts';
import { TIMELINE } from './connection/timeline.ts';
import { toStorageError } from './connection/storage-errors.ts';

export interface ReplicaInspection {
  /** False for a primary. */
  readonly isReplica: boolean;
  /** Whether it receives the log of a primary; undefined: the role may not see it. */
  readonly isReceiving: boolean | undefined;
  /** Whether the primary keeps what reads on it still need (`hot_standby_feedback`). */
  readonly sendsFeedback: boolean;
  /** As of `TIMELINE`. */
  readonly timeline: number;
  /** Whether the role may see what a replica has stored of the log, and so its timeline at once. */
  readonly showsLog: boolean;
  /** The same for a primary and its replicas, and for no other server. */
  readonly system: string;
}

/** @throws StorageUnavailableError, StorageRefusedError, QueryTimeoutError */
export async function inspectReplica({ kysely }: DatabaseConnection): Promise<ReplicaInspection> {
  try {
    const { rows } = await sql<Omit<ReplicaInspection, 'isReceiving'> & { readonly isReceiving: boolean | null }>`
      select pg_is_in_recovery() as "isReplica",
        case when pg_has_role(current_user, 'pg_read_all_stats', 'usage')
          then exists (select 1 from pg_stat_wal_receiver where status = 'streaming') end as "isReceiving",
        current_setting('hot_standby_feedback')::boolean as "sendsFeedback",
        ${sql.raw(TIMELINE)} as timeline, has_function_privilege('pg_ls_waldir()', 'execute') as "showsLog",
        (select system_identifier::text from pg_control_system()) as system`.execute(kysely);
    const [row] = rows;
    if (row === undefined) throw new Error('the server described nothing');
    return { ...row, isReceiving: row.isReceiving ?? undefined };
  } catch (error) {
    throw toStorageError(error);
  }
}
