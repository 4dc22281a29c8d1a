import { sql, type Kysely } from 'kysely';
import { asRead, asStore, commaSeparated, placeholder, type Sql, type Statement } from '../tables/sql-fragment.ts';
import { compilePage } from './change-page.ts';
import { NOW } from './table-statements.ts';

/** The statements that keep changes. If the feed is turned off, they keep none. */
export interface ChangeStatements {
  /** Takes the mark of the write, subject, role, request, then the lists of `rowsOf`. */
  readonly write: Statement;
  /** Takes a number for a write whose changes follow in parts. Returns it; no row if the feed is turned off. */
  readonly open: Statement;
  /** Takes the same as `write`, then the number. */
  readonly part: Statement;
  /** Returns whether a write has no number yet, and the last number that a write has taken; null if none has. */
  readonly findPending: Statement;
  /** Locks the numbering until the end of the transaction. */
  readonly lockHead: Statement;
  /**
   * Takes a mark, and a number and a transaction identifier as in `Passed`, or nulls. Numbers what is pending, and raises `low` if the transactions have
   * ended. Returns the identifier of its own transaction.
   */
  readonly numberPending: Statement;
  /** Returns the secret of the feed. */
  readonly secret: Statement;
  /** As `compilePage` describes. */
  readonly page: Statement;
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

export function compileChangeStatements(kysely: Kysely<unknown>): ChangeStatements {
  return {
    write: asStore(sql`with ${OPENED} ${insertFrom(sql`opened.write`, sql`opened, `)}`.compile(kysely)),
    open: sql`with ${OPENED} select write::text as write from opened`.compile(kysely),
    part: asStore(insertFrom(sql`${placeholder(VALUES + LISTS.length)}::bigint`, sql``).compile(kysely)),
    findPending: asRead(
      sql`select exists (select from change_pending where write > (select low from change_head))::text as pending,
        pg_sequence_last_value('change_write')::text as newest`.compile(kysely),
      true,
    ),
    lockHead: asRead(sql`select seq::text as seq from change_head for update`.compile(kysely)),
    numberPending: NUMBER_PENDING.compile(kysely),
    secret: asRead(sql`select secret from change_head`.compile(kysely), true),
    page: compilePage(kysely),
  };
}

/** Takes the next number. Materialized, so that it is taken once. */
const OPENED = sql`opened as materialized (
    select nextval('change_write') as write from change_head where is_kept
  ), pending as (
    insert into change_pending (write) select write from opened
  )`;

/** Runs behind `lockHead`, so that its snapshot shows everything up to the last numbering. */
const NUMBER_PENDING = sql`with pending as (
    delete from change_pending where write > (select low from change_head) returning write
  ), numbered as (
    insert into change_order (seq, write, mark)
    select head.seq + row_number() over (order by pending.write), pending.write, ${placeholder(0)}::bigint
    from pending, change_head head returning seq
  ) update change_head set
    seq = seq + (select count(*) from numbered),
    low = case when pg_snapshot_xmin(pg_current_snapshot()) > ${placeholder(2)}::xid8 then greatest(low, ${placeholder(1)}::bigint) else low end
  returning pg_current_xact_id()::text as xid`;

function insertFrom(write: Sql, source: Sql): Sql {
  const [mark, subject, role, request] = Array.from({ length: VALUES }, (_, slot) => placeholder(slot));
  const lists = LISTS.map(([, type], index) => sql`${placeholder(VALUES + index)}::${sql.raw(type)}[]`);
  const names = LISTS.map(([name]) => sql.id(name));
  return sql`insert into change (write, n, mark, at, type, resource, version, action, state, was, subject, role, request)
    select ${write}, told.n, ${mark}::bigint, ${NOW}, told.type, told.resource, told.version, told.action::"char",
      told.state::jsonb, told.was::jsonb, ${subject}::text, ${role}::text, ${request}::text
    from ${source}unnest(${commaSeparated(lists)}) as told (${commaSeparated(names)})`;
}
