// Each promotion starts a new timeline. A server that takes writes on an earlier one is a former primary.

/**
 * The file names in `pg_wal` show a standby's timeline even while it receives nothing. The query is passed as text, so
 * PostgreSQL checks its privileges only when it runs: a role without them gets null, not an error.
 */
const STORED_TIMELINE = String.raw`case when has_function_privilege('pg_ls_waldir()', 'execute')
  then ('x' || substring(query_to_xml('select max(left(name, 8)) from pg_ls_waldir()
    where name ~ ''^[0-9A-F]{8}([0-9A-F]{16}$|\.history$)''', true, true, '')::text from '>([0-9A-F]{8})<'))::bit(32)::int
  end`;

/**
 * The timeline of a server, as an SQL expression. A standby's is that of the log it is receiving or has stored. A role
 * without `pg_read_all_stats` and `pg_ls_waldir` sees a new one only after the next checkpoint. On a primary, between a
 * promotion and the next checkpoint, only the name of the current WAL file shows it.
 */
export const TIMELINE = `case when pg_is_in_recovery()
    then (select greatest(timeline_id, min_recovery_end_timeline,
        coalesce((select received_tli from pg_stat_wal_receiver), ${STORED_TIMELINE}))
      from pg_control_checkpoint(), pg_control_recovery())
    else ('x' || left(pg_walfile_name(pg_current_wal_lsn()), 8))::bit(32)::int
  end`;

/** Describes a former primary, as a clause; undefined if the server is on the highest timeline. */
export function formerPrimaryReason(timeline: number, highest: number): string | undefined {
  return timeline < highest ? `is a former primary, on timeline ${timeline} of ${highest}` : undefined;
}
