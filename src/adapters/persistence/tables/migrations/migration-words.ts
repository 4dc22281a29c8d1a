// Declares a migration: a list of SQL statements, with functions that create those for counts and text indexes.

/** A migration of a model. */
export class DeclaredMigration {
  readonly statements: (words: MigrationWords) => readonly string[];

  constructor(statements: DeclaredMigration['statements']) {
    this.statements = statements;
  }
}

export interface MigrationWords {
  /** Statements that maintain a table's row count, which lists show. */
  readonly countRows: (table: string) => readonly string[];
  /** Statements that create the indexes for searching a text column: by words and, if the extension pg_trgm is available, by trigrams. */
  readonly indexText: (table: string, column: string) => readonly string[];
  /** A statement that fails if the column is null in some rows, and reports how many. Put it before `set not null`. */
  readonly refuseUnset: (table: string, column: string) => string;
  /**
   * Statements that erase the stored states of types in the changes feed, and restart the feed. Put them after the statements that rename, remove or
   * convert a column of these types, or remove their table, because the stored states do not fit the new columns.
   */
  readonly eraseChanges: (...types: readonly string[]) => readonly string[];
}

/**
 * Declares a migration. Its file must export it by default. Statements run in order; all pending migrations run in one transaction.
 * @example
 * export default migration(({ countRows, indexText }) => [
 *   'create table genre (id bigint generated always as identity primary key, name varchar(60) not null, version bigint not null default 1)',
 *   'create index genre_name on genre (name collate "C", id)',
 *   ...indexText('genre', 'name'),
 *   ...countRows('genre'),
 * ]);
 */
export function migration(statements: DeclaredMigration['statements']): DeclaredMigration {
  return new DeclaredMigration(statements);
}
