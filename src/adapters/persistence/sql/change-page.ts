// The statement that reads a part of the feed. It judges past rows by the same conditions as reads do, but on the states stored in the changes
// instead of the table.
import { sql, type Kysely } from 'kysely';
import { LRUCache } from 'lru-cache';
import type { ChangeQuery } from '#application/ports/change-feed';
import { resourceTypes, type ResourceType } from '#domain/schema';
import { sqlKinds } from '../tables/kinds.ts';
import { asRead, fill, placeholder, type Sql, type Statement } from '../tables/sql-fragment.ts';
import { columnOf, type Table, type Tables } from '../tables/tables.ts';
import { actionLetters } from './change-rows.ts';
import { conditionSql } from './condition-sql.ts';
import { conditionsOf, type Condition, type ConditionByType, type SqlValue } from './filter-condition.ts';
import { aliasTable } from './table-alias.ts';
import { millisOf } from './table-statements.ts';

/** Room for the conditions of many roles. */
const MAX_STATEMENTS = 100;

/** Compiled statements, by the conditions on rows that they test. */
export class ChangePages {
  readonly #statements: LRUCache<string, Statement, { readonly conditions: ConditionByType }>;

  constructor(kysely: Kysely<unknown>, tables: Tables) {
    this.#statements = new LRUCache({
      max: MAX_STATEMENTS,
      memoMethod: (_key, _stale, { context: { conditions } }) => asRead(pageSql(conditions, tables).compile(kysely)),
    });
  }

  /** The statement for a query, values included. It reads one extra change, which shows if the last one ends its write, or the feed. */
  statementFor({ after, most, of, rows = {} }: ChangeQuery): Statement {
    const told = after?.told === 'all' ? null : (after?.told ?? null);
    const start = after && (after.told === 'all' ? after.seq + 1 : after.seq);
    const types = of?.map(({ type }) => type) ?? null;
    const ids = of?.map(({ id }) => id ?? null) ?? null;
    const values: unknown[] = [after?.seq ?? null, told, start ?? null, told ?? 0, most + 1, types, ids];
    const conditions = conditionsOf(rows, (value: SqlValue) => values.push(value) - 1);
    return fill(this.#statements.memo(JSON.stringify(conditions), { context: { conditions } }), values);
  }
}

/** One row per change, or a single row without one. Each repeats the state of the feed, so that both come from one snapshot. */
function pageSql(conditions: ConditionByType, tables: Tables): Sql {
  const [seq, told, start, startN, most, types, ids] = Array.from({ length: 7 }, (_, slot) => placeholder(slot));
  // The oldest number belongs to the last write before the stored ones.
  const from = sql`coalesce(${start}::bigint, (select min(seq) + 1 from change_order))`;
  const columns = sql`write, n, mark, at, type, resource, version, action, state, was`;
  const matches = sql`(${types}::text[] is null or exists (
      select from unnest(${types}::text[], ${ids}::bigint[]) wanted (type, id)
      where wanted.type = looked.type and coalesce(wanted.id, looked.resource) = looked.resource
    ))`;
  const { before, after } = judgementSql(conditions, tables);
  return sql`select head.seq::text as head, head.restart, head.is_kept::text as is_kept, last.mark::text as head_mark,
      given.mark::text as given_mark, exists (select from change where write = given.write and n = ${told}::integer)::text as goes_on,
      looked.seq::text as seq, looked.number_mark::text as number_mark, looked.write::text as write, looked.n::text as n,
      looked.mark::text as mark, ${millisOf(sql`looked.at`)} as at, looked.type, looked.resource::text as resource,
      looked.version::text as version, looked.action::text as action, (${matches})::text as matches,
      case when ${matches} then looked.state::text end as state, case when ${matches} then looked.was::text end as was,
      (${before})::text as met_before, (${after})::text as met_after
    from change_head head
      left join change_order last on last.seq = head.seq
      left join change_order given on given.seq = ${seq}::bigint
      left join lateral (
        select * from (
          select numbered.seq, numbered.mark as number_mark, kept.* from change_order numbered cross join lateral (
            select ${columns} from change where change.write = numbered.write and n >= ${startN}::integer
            order by n limit ${most}::bigint
          ) kept where numbered.seq = ${from}
          union all (
            select numbered.seq, numbered.mark, kept.* from change_order numbered cross join lateral (
              select ${columns} from change where change.write = numbered.write order by n limit ${most}::bigint
            ) kept where numbered.seq > ${from} order by numbered.seq, kept.n limit ${most}::bigint
          )
        ) page order by page.seq, page.n limit ${most}::bigint
      ) looked on true`;
}

/** True, false, or null if there is no condition, or no content to judge. */
function judgementSql(conditions: ConditionByType, tables: Tables): { readonly before: Sql; readonly after: Sql } {
  const judged = resourceTypes.flatMap((type) => {
    const condition = conditions[type];
    return condition === undefined ? [] : [{ type, condition }];
  });
  const judge = (action: string, stateOf: (table: Table) => Sql): Sql => {
    if (judged.length === 0) return sql`null::boolean`;
    const cases = judged.map(({ type, condition }) => {
      const meets = meetsSql(type, condition, tables, stateOf(tables[type]));
      return sql`when looked.type = ${sql.lit(type)} then looked.action <> ${sql.lit(action)} and ${meets}`;
    });
    return sql`case when looked.state is null then null ${sql.join(cases, sql` `)} end`;
  };
  return {
    before: judge(actionLetters.created, ({ links }) => {
      const names = sql.join(Object.keys(links).map((name) => sql.lit(name)));
      return Object.keys(links).length === 0
        ? sql`looked.state || coalesce(looked.was, '{}')`
        : sql`looked.state || (coalesce(looked.was, '{}') - array[${names}])`;
    }),
    after: judge(actionLetters.deleted, () => sql`looked.state`),
  };
}

/** A state that lacks an attribute of the condition never meets it, not even under `not`. */
function meetsSql(type: ResourceType, condition: Condition, tables: Tables, state: Sql): Sql {
  const table = tables[type];
  const row = aliasTable(tables, type, 'kept_row');
  const read = new Set(columnsIn(condition, table));
  const columns = table.properties.filter(({ column }) => read.has(column));
  const names = sql.join(columns.map(({ column }) => sql.lit(column)));
  const isWhole = columns.length === 0 ? sql`true` : sql`(${state}) ?& array[${names}]`;
  const content = sql`(${state}) || jsonb_build_object('id', looked.resource::text)`;
  const typed = [sql`id bigint`, ...columns.map(({ column, kind }) => sql`${sql.id(column)} ${sqlKinds[kind].type}`)];
  return sql`(${isWhole} and coalesce((
      select ${conditionSql(condition, row)} from jsonb_to_record(${content}) as kept_row (${sql.join(typed)})
    ), false))`;
}

/** The columns that a condition reads, other than the identifier. */
function columnsIn(condition: Condition, table: Table): readonly string[] {
  const columns = (...attributes: readonly string[]): readonly string[] =>
    attributes.filter((name) => name !== 'id').map((name) => columnOf(table.columns, name));
  switch (condition.kind) {
    case 'and':
    case 'or':
      return condition.conditions.flatMap((each) => columnsIn(each, table));
    case 'not':
      return columnsIn(condition.condition, table);
    case 'related':
      return [columnOf(table.foreignKeys, condition.relationship)];
    case 'compareTwo':
      return columns(condition.attribute, condition.other);
    case 'unset':
    case 'constant':
    case 'in':
    case 'compare':
    case 'like':
    case 'likeFolded':
    case 'words':
      return columns(condition.attribute);
  }
}
