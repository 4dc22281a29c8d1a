// Compiling costs more than any other step before a statement is sent, so queries that differ only in values share one statement.
import type { Kysely } from 'kysely';
import { LRUCache } from 'lru-cache';
import type { Query } from '#application/model/query';
import type { CountsMode } from '../tables/counts/counts.ts';
import type { Dialect } from '../tables/dialect.ts';
import { fill, asRead, type Sql, type Statement } from '../tables/sql-fragment.ts';
import type { Tables } from '../tables/tables.ts';
import { cursorQuery, type CursorQueryShape } from './cursor-page-query.ts';
import { conditionOf, conditionsOf, type Bind, type SqlValue } from './filter-condition.ts';
import { findQuery, type QueryShape } from './find-query.ts';
import { placementOf } from './keyset.ts';
import { isQuick } from './quick-queries.ts';

/** Room for the queries of an API in use, and for the pages of each. */
const MAX_STATEMENTS = 1000;

/** Compiled SELECT statements by query shape. */
export class StatementCache {
  readonly #statements: LRUCache<string, Statement, { readonly shape: Shape }>;

  /** @param counts how the rows of a table are counted */
  constructor(kysely: Kysely<unknown>, tables: Tables, dialect: Dialect, counts: CountsMode) {
    this.#statements = new LRUCache({
      max: MAX_STATEMENTS,
      memoMethod: (_key, _stale, { context: { shape } }) =>
        asRead(sqlOf(shape, tables, dialect).compile(kysely), isQuick(shape, tables, counts)),
    });
  }

  /** The statement that runs a query, values included; `decodeRows` reads its rows. */
  statementFor(query: Query): Statement {
    const values: SqlValue[] = [];
    const shape = shapeOf(query, (value) => values.push(value) - 1);
    return fill(this.#statements.memo(JSON.stringify(shape), { context: { shape } }), values);
  }
}

type Shape = QueryShape | CursorQueryShape;

function shapeOf({ filter, page, reachable, ...others }: Query, bind: Bind): Shape {
  const condition = conditionOf(filter, others.type, bind);
  const rest = reachable === undefined ? others : { ...others, reachable: conditionsOf(reachable, bind) };
  if (page?.kind !== 'cursor') return { ...rest, page, condition };
  const { kind, size, direction, position } = page;
  const placement = position && placementOf(position, rest.sort, rest.type, bind);
  return { ...rest, page: { kind, size, direction, placement }, condition };
}

function sqlOf(shape: Shape, tables: Tables, dialect: Dialect): Sql {
  return isCursorShape(shape) ? cursorQuery(shape, tables, dialect) : findQuery(shape, tables, dialect);
}

function isCursorShape(shape: Shape): shape is CursorQueryShape {
  return shape.page?.kind === 'cursor';
}
