// Compiling costs more than any other step before a statement is sent, so queries that differ only in values share one statement.
import type { Kysely } from 'kysely';
import { LRUCache } from 'lru-cache';
import type { Query, RelatedSelection } from '#application/model/query';
import { relationshipOf, type ResourceType } from '#domain/schema';
import type { CountsMode } from '../tables/counts/counts.ts';
import type { Dialect } from '../tables/dialect.ts';
import { fill, asRead, type Sql, type Statement } from '../tables/sql-fragment.ts';
import type { Tables } from '../tables/tables.ts';
import { boundShapesOf } from './bounded-rows.ts';
import { cursorQuery, type CursorQueryShape } from './cursor-page-query.ts';
import { conditionOf, conditionsOf, type Bind, type SqlValue } from './filter-condition.ts';
import { findQuery, type QueryShape } from './find-query.ts';
import { pageShapeOf } from './keyset.ts';
import { isQuick } from './quick-queries.ts';
import type { RelatedShape } from './selection.ts';

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

function shapeOf({ filter, page, reachable, bounds, related, ...others }: Query, bind: Bind): Shape {
  const { type, sort } = others;
  const condition = conditionOf(filter, type, bind);
  const rest = {
    ...others,
    ...(bounds && { bounds: boundShapesOf(bounds, type, bind) }),
    ...(related && { related: related.map((each) => relatedShapeOf(each, type, bind)) }),
    ...(reachable && { reachable: conditionsOf(reachable, bind) }),
  };
  return page?.kind === 'cursor'
    ? { ...rest, page: pageShapeOf(page, sort, type, bind), condition }
    : { ...rest, page, condition };
}

function relatedShapeOf({ bounds, ...selection }: RelatedSelection, type: ResourceType, bind: Bind): RelatedShape {
  const { to } = relationshipOf(type, selection.relationship);
  return bounds === undefined ? selection : { ...selection, bounds: boundShapesOf(bounds, to, bind) };
}

function sqlOf(shape: Shape, tables: Tables, dialect: Dialect): Sql {
  return isCursorShape(shape) ? cursorQuery(shape, tables, dialect) : findQuery(shape, tables, dialect);
}

function isCursorShape(shape: Shape): shape is CursorQueryShape {
  return shape.page?.kind === 'cursor';
}
