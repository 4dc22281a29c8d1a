import { sql, type Kysely } from 'kysely';
import { asRead, asStore, commaSeparated, placeholder, type Sql, type Statement } from '../tables/sql-fragment.ts';
import { ChangePages } from './change-page.ts';
import type { Tables } from '../tables/tables.ts';
import { NOW } from './table-statements.ts';

/** The statements of the feed. While the feed is off, they store no changes. */
export interface ChangeStatements {
  /** Takes the mark of the write, subject, role, request, then the lists of `rowsOf`. */
  readonly write: Statement;
  /** Like `write`, but for a single change, without lists. */
  readonly writeOne: Statement;
  /** Draws and returns the number of a write whose changes follow in parts. Returns no row if the feed is turned off. */
  readonly open: Statement;
  /** Takes the same as `write`, then the number. */
  readonly part: Statement;
  /** Returns true if a write has no place in the feed yet, and the last number that a write has taken; null if none has. */
  readonly findPending: Statement;
  /** Locks the numbering until the end of the transaction. */
  readonly lockHead: Statement;
  /** Like `lockHead`, but returns no row if another transaction holds the lock. */
  readonly tryLockHead: Statement;
  /**
   * Takes a mark, then number, transaction identifier, seq and mark as in `Passed`, or nulls. Numbers the pending writes, and raises `low` if the
   * transactions have ended. Returns the last number, the identifier of its own transaction, and true if it has numbered anything.
   */
  readonly numberPending: Statement;
  /**
   * Takes seconds and a limit. Removes the numbers of older writes, oldest first, except the newest of them, because nothing is missing after a
   * place on it. Returns how many.
   */
  readonly purgeNumbers: Statement;
  /** Takes seconds and a limit. Removes older changes of writes that no longer have a number, the oldest first. Returns how many. */
  readonly purge: Statement;
  /** Returns the secret of the feed. */
  readonly secret: Statement;
  /** Returns the number of writes that have waited for a number for more than 10 s, and the age of the oldest change in seconds. */
  readonly measure: Statement;
  readonly pages: ChangePages;
}

/** The columns of `rowsOf`, as arrays. */
const LISTS = [
  ['n', 'integer'],
  ['type', 'text'],
  ['resource', 'bigint'],
  ['version', 'bigint'],
  ['action', 'text'],
  ['state', 'text'],
  ['was', 'text'],
] as const;
/** The number of values before the lists. */
const VALUES = 4;

export function compileChangeStatements(kysely: Kysely<unknown>, tables: Tables): ChangeStatements {
  return {
    write: asStore(sql`with ${OPENED} ${insertFrom(sql`opened.write`, sql`opened, `)}`.compile(kysely)),
    writeOne: asStore(sql`with ${OPENED} ${INSERT_ONE}`.compile(kysely)),
    open: sql`with ${OPENED} select write::text as write from opened`.compile(kysely),
    part: asStore(insertFrom(sql`${placeholder(VALUES + LISTS.length)}::bigint`, sql``).compile(kysely)),
    // `min` uses the index from `low` on; `exists` would scan the table, where dead rows accumulate.
    findPending: asRead(
      sql`select ((select min(write) from change_pending where write > (select low from change_head)) is not null)::text as pending,
        pg_sequence_last_value('change_write')::text as newest`.compile(kysely),
      true,
    ),
    lockHead: asRead(sql`select seq::text as seq from change_head for update`.compile(kysely)),
    tryLockHead: asRead(sql`select seq::text as seq from change_head for update skip locked`.compile(kysely)),
    numberPending: NUMBER_PENDING.compile(kysely),
    purgeNumbers: PURGE_NUMBERS.compile(kysely),
    purge: PURGE.compile(kysely),
    secret: asRead(sql`select secret from change_head`.compile(kysely), true),
    measure: asRead(MEASURE.compile(kysely), true),
    pages: new ChangePages(kysely, tables),
  };
}

/** Draws the next number. Materialized, so that only one is drawn. */
const OPENED = sql`opened as materialized (
    select nextval('change_write') as write from change_head where is_kept
  ), pending as (
    insert into change_pending (write) select write from opened
  )`;

/** Runs after `lockHead`, so that its snapshot includes everything up to the last numbering. */
const NUMBER_PENDING = sql`with pending as (
    delete from change_pending where write > (select low from change_head) returning write
  ), numbered as (
    insert into change_order (seq, write, mark)
    select head.seq + row_number() over (order by pending.write), pending.write, ${placeholder(0)}::bigint
    from pending, change_head head returning seq
  ) update change_head set
    seq = seq + (select count(*) from numbered),
    low = case when pg_snapshot_xmin(pg_current_snapshot()) > ${placeholder(2)}::xid8
        and exists (select from change_order where seq = ${placeholder(3)}::bigint and mark = ${placeholder(4)}::bigint)
      then greatest(low, ${placeholder(1)}::bigint) else low end
  returning seq::text as seq, pg_current_xact_id()::text as xid, exists (select from numbered)::text as has_numbered`;

const OLDER = sql`at < now() - make_interval(secs => ${placeholder(0)}::float8)`;

// The arrays are evaluated once; a plain subquery with a limit may be run for each row.
const PURGE_NUMBERS = sql`with oldest as (
    select seq, not exists (select from change where change.write = oldest.write and n = 0 and not ${OLDER}) as is_old
    from (select seq, write from change_order order by seq limit ${placeholder(1)}::bigint + 1) oldest
  ), passed as (
    select max(seq) as seq from oldest where seq < coalesce((select min(seq) from oldest where not is_old), 'infinity'::float8)
  ), purged as (
    delete from change_order where seq = any(array(select seq from oldest where seq < (select seq from passed))) returning 1
  ) select count(*)::text as number from purged`;

/**
 * Every write below the smallest one that has a number or waits for one has lost its number. The rows of other writes are not read, no matter how
 * many there are. A larger write may also have lost its number if a smaller one was committed later; it is removed once that one is old. Write 0 is
 * the beginning, not a write.
 */
const PURGE = sql`with oldest as (
    select write, n, at from change where write < least(
      (select min(write) from change_order where write > 0),
      (select min(write) from change_pending where write > (select low from change_head)),
      9223372036854775807)
    order by write, n limit ${placeholder(1)}::bigint
  ), purged as (
    delete from change where (write, n) in (
      select old.write, old.n from unnest(array(select row(write, n) from oldest where ${OLDER})) as old (write bigint, n integer)
    ) returning 1
  ) select count(*)::text as number from purged`;

const MOST_MEASURED = 1000;
// The first number belongs to the write before the oldest one in the feed, or to a beginning.
const MEASURE = sql`select (
    select count(*) from (
      select from change_pending pending join change on change.write = pending.write and n = 0
      where pending.write > (select low from change_head) and at < now() - interval '10 seconds' limit ${sql.lit(MOST_MEASURED)}
    ) waiting
  )::text as pending, coalesce((
    select extract(epoch from now() - at)::float8 from change
    where n = 0 and write = (select write from change_order order by seq offset 1 limit 1)
  ), 0)::text as oldest`;

const INSERT_ONE = sql`insert into change (write, n, mark, at, type, resource, version, action, state, was, subject, role, request)
    select opened.write, ${placeholder(4)}::integer, ${placeholder(0)}::bigint, ${NOW}, ${placeholder(5)}::text, ${placeholder(6)}::bigint, ${placeholder(7)}::bigint,
      ${placeholder(8)}::text::"char", ${placeholder(9)}::jsonb, ${placeholder(10)}::jsonb, ${placeholder(1)}::text, ${placeholder(2)}::text, ${placeholder(3)}::text from opened`;

function insertFrom(write: Sql, source: Sql): Sql {
  const [mark, subject, role, request] = Array.from({ length: VALUES }, (_, slot) => placeholder(slot));
  const lists = LISTS.map(([, type], index) => sql`${placeholder(VALUES + index)}::${sql.raw(type)}[]`);
  const names = LISTS.map(([name]) => sql.id(name));
  return sql`insert into change (write, n, mark, at, type, resource, version, action, state, was, subject, role, request)
    select ${write}, told.n, ${mark}::bigint, ${NOW}, told.type, told.resource, told.version, told.action::"char",
      told.state::jsonb, told.was::jsonb, ${subject}::text, ${role}::text, ${request}::text
    from ${source}unnest(${commaSeparated(lists)}) as told (${commaSeparated(names)})`;
}
