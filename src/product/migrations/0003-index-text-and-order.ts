import { Migration } from '@mikro-orm/migrations';

/** Searchable text columns by table. */
const TEXTS = { person: ['name', 'email'], computer: ['serial'] } as const;

/**
 * Indexes for every sort key and, where the extension pg_trgm is available, for parts of strings. Sorting is by code point, then by
 * ascending identifier. Nullable columns are indexed descending: NULLs come first, already in order of identifiers. For an ascending
 * sort the index is read backwards, and only the few rows with equal values are sorted again.
 */
export class IndexTextAndOrder extends Migration {
  override async up(): Promise<void> {
    const rows = await this.execute('select quote_ident(current_schema()) as name');
    this.addSql('create index person_name on person (name collate "C", id)');
    this.addSql('create index person_email on person (email collate "C" desc, id)');
    this.addSql('create index person_birth_date on person (birth_date desc, id)');
    this.addSql('create index computer_serial on computer (serial collate "C", id)');
    // Allows index-only scans to read linkage.
    this.addSql('drop index computer_owner_id');
    this.addSql('create index computer_owner_id on computer (owner_id, id)');
    this.addSql(indexTexts(String(rows[0]?.['name'])));
    this.addSql('select index_texts()');
  }
}

/**
 * A function that creates the trigram indexes, or returns the reason why it cannot. Call it again once the extension is installed. The
 * pending list makes writes cheap; it is short because every search reads it.
 */
function indexTexts(schema: string): string {
  const indexes = Object.entries(TEXTS).flatMap(([table, columns]) =>
    columns.map(
      (column) => `
      execute format('create index if not exists ${table}_${column}_text on ${schema}.${table}
        using gin ((${schema}.fold_case(${column}) collate "C") %s.gin_trgm_ops) with (gin_pending_list_limit = 1024)', place);`,
    ),
  );
  return `
    create function index_texts() returns text language plpgsql set search_path = pg_catalog, pg_temp as $body$
    declare
      place text;
    begin
      begin
        create extension if not exists pg_trgm schema ${schema};
      exception when insufficient_privilege or feature_not_supported or undefined_file then
        return sqlerrm;
      end;
      select quote_ident(nspname) into place from pg_opclass join pg_namespace on pg_namespace.oid = opcnamespace
      where opcname = 'gin_trgm_ops';
      ${indexes.join('')}
      return null;
    end $body$`;
}
