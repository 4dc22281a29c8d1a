// Compiling the statement of a question costs more than any other step on the way to the database, so each is compiled once: questions that
// differ in nothing but values are the same statement.
import type { Kysely } from 'kysely';
import { LRUCache } from 'lru-cache';
import type { Query } from '../../../application/model/query.ts';
import type { Dialect } from '../connection/dialect.ts';
import type { Statement } from '../connection/send.ts';
import type { Tables } from '../tables.ts';
import { conditionOf, type SqlValue } from './condition.ts';
import { findQuery, type Question } from './find-query.ts';
import { fill } from '../fragment.ts';

/** How many statements are kept: those of an API in use, with room for the pages that people turn. */
const MOST = 1000;

export class StatementCache {
  readonly #compiled: LRUCache<string, Statement, Question>;

  /** @param kysely compiles */
  constructor(kysely: Kysely<unknown>, tables: Tables, dialect: Dialect) {
    this.#compiled = new LRUCache({
      max: MOST,
      memoMethod: (_key, _stale, { context: question }) => findQuery(question, tables, dialect).compile(kysely),
    });
  }

  /** The statement that answers a query; its rows are for `decodeRows`. */
  statementFor({ filter, ...rest }: Query): Statement {
    const values: SqlValue[] = [];
    const question: Question = { ...rest, condition: conditionOf(filter, rest.type, values) };
    return fill(this.#compiled.memo(JSON.stringify(question), { context: question }), values);
  }
}
