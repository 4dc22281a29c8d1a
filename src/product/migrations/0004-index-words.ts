import { Migration } from '@mikro-orm/migrations';

/** Indexes of the words of every searchable text. They need no extension, and find words too short for trigrams. */
export class IndexWords extends Migration {
  override async up(): Promise<void> {
    for (const [table, column] of [
      ['person', 'name'],
      ['person', 'email'],
      ['computer', 'serial'],
    ])
      this.addSql(
        `create index ${table}_${column}_words on ${table} using gin (words_of(${column})) with (gin_pending_list_limit = 1024)`,
      );
  }
}
