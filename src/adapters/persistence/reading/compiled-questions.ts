// Compiling the statement of a question costs more than any other step on the way to the database, so each is compiled once: questions that
// differ in nothing but values are the same statement.
import type { Kysely } from 'kysely';
import type { Query } from '../../../application/model/query.ts';
import type { Dialect } from '../connection/dialect.ts';
import type { Statement } from '../connection/send.ts';
import type { Tables } from '../tables.ts';
import { conditionOf, type SqlValue } from './condition.ts';
import { findQuery, type Question } from './find-query.ts';
import { fill } from '../fragment.ts';

/** How many statements are kept: those of an API in use, with room for the pages that people turn. */
const MOST = 1000;

export class CompiledQuestions {
  readonly #kysely: Kysely<unknown>;
  readonly #tables: Tables;
  readonly #dialect: Dialect;
  /** By question, the one that has not been asked for longest first. */
  readonly #compiled = new Map<string, Statement>();

  /** @param kysely compiles */
  constructor(kysely: Kysely<unknown>, tables: Tables, dialect: Dialect) {
    this.#kysely = kysely;
    this.#tables = tables;
    this.#dialect = dialect;
  }

  /** The statement that answers a query; its rows are for `decodeRows`. */
  statementOf({ filter, ...rest }: Query): Statement {
    const values: SqlValue[] = [];
    const question = { ...rest, condition: conditionOf(filter, rest.type, values) };
    return fill(this.#compiledOf(question), values);
  }

  #compiledOf(question: Question): Statement {
    const key = JSON.stringify(question);
    const compiled = this.#compiled.get(key) ?? this.#compile(question);
    this.#compiled.delete(key);
    this.#compiled.set(key, compiled);
    return compiled;
  }

  #compile(question: Question): Statement {
    const [oldest] = this.#compiled.keys();
    if (this.#compiled.size >= MOST && oldest !== undefined) this.#compiled.delete(oldest);
    return findQuery(question, this.#tables, this.#dialect).compile(this.#kysely);
  }
}
