// Writing the statement of a question costs more than any other step on the way to the database, and the same questions come again and
// again: for one resource or some by their identifiers, and for the very query that the HTTP side has remembered as well.
import type { Query } from '../../application/model/query.ts';
import { isIdentifier } from '../../domain/identifier.ts';
import type { DatabaseDescription } from './database-description.ts';
import { findSql } from './find-sql.ts';
import type { SqlValue, Statement } from './sql.ts';

/** The last statement for what a question selects. */
interface Remembered {
  readonly query: Query;
  readonly statement: Statement;
}

/** Writes the statements of questions, or gives those that it has written for the same ones. */
export class FindStatements {
  readonly #database: DatabaseDescription;
  /** By the selected attributes, so that it is forgotten with the selection. */
  readonly #remembered = new WeakMap<readonly string[], Remembered>();

  constructor(database: DatabaseDescription) {
    this.#database = database;
  }

  statementOf(query: Query): Statement {
    const known = this.#remembered.get(query.attributes);
    if (known !== undefined && hasSameFrame(known.query, query)) {
      if (known.query.filter === query.filter) return known.statement;
      const value = identifiersIn(query);
      if (value !== undefined && isSameKind(value, identifiersIn(known.query)))
        return { text: known.statement.text, values: [value] };
    }
    const statement = findSql(query, this.#database.tables, this.#database.dialect).toStatement();
    this.#remembered.set(query.attributes, { query, statement });
    return statement;
  }
}

/** Whether two questions differ in their filter only. They are made anew for each request, but their parts are not. */
function hasSameFrame(one: Query, other: Query): boolean {
  return (
    one.type === other.type &&
    one.linkage === other.linkage &&
    one.related === other.related &&
    one.page === other.page &&
    one.total === other.total &&
    (one.sort === other.sort || (one.sort.length === 0 && other.sort.length === 0))
  );
}

/** The one value of a statement that asks for nothing but identifiers, as `findSql` writes it. */
function identifiersIn({ filter, page }: Query): SqlValue | undefined {
  if (page !== undefined) return undefined;
  if (filter.kind === 'in' && filter.attribute === 'id')
    return filter.values.length > 0 && filter.values.every(isIdentifier) ? filter.values : undefined;
  if (filter.kind !== 'compare' || filter.attribute !== 'id' || filter.comparison !== 'equal') return undefined;
  const { operand } = filter;
  return operand.kind === 'value' && isIdentifier(operand.value) ? operand.value : undefined;
}

function isSameKind(one: SqlValue, other: SqlValue | undefined): boolean {
  return typeof one === typeof other;
}
