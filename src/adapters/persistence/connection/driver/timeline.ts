// Each promotion begins a new timeline. Whoever takes writes on an earlier one is a former primary.

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

/** Why no writes go to a server that takes them, as a clause; undefined unless it is on an earlier timeline. */
export function formerPrimaryReason(timeline: number, highest: number): string | undefined {
  return timeline < highest ? `is a former primary, on timeline ${timeline} of ${highest}` : undefined;
}
