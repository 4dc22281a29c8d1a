// Compiling costs more than any other step before a statement is sent, so queries that differ only in values share one statement.
import type { Kysely } from 'kysely';
import { LRUCache } from 'lru-cache';
import type { Query } from '../../../application/model/query.ts';
import type { Dialect } from '../connection/dialect.ts';
import type { Statement } from '../connection/send.ts';
import { fill } from '../fragment.ts';
import type { Tables } from '../tables.ts';
import { conditionOf, type SqlValue } from './condition.ts';
import { findQuery, type QueryShape } from './find-query.ts';

/** Room for the queries of an API in use, and for the pages of each. */
const MAX_STATEMENTS = 1000;

/** Compiled SELECT statements by query shape. */
export class StatementCache {
  readonly #statements: LRUCache<string, Statement, QueryShape>;

  constructor(kysely: Kysely<unknown>, tables: Tables, dialect: Dialect) {
    this.#statements = new LRUCache({
      max: MAX_STATEMENTS,
      memoMethod: (_key, _stale, { context: shape }) => findQuery(shape, tables, dialect).compile(kysely),
    });
  }

  /** The statement that runs a query, values included; `decodeRows` reads its rows. */
  statementFor({ filter, ...rest }: Query): Statement {
    const values: SqlValue[] = [];
    const condition = conditionOf(filter, rest.type, (value) => values.push(value) - 1);
    const shape: QueryShape = { ...rest, condition };
    return fill(this.#statements.memo(JSON.stringify(shape), { context: shape }), values);
  }
}
