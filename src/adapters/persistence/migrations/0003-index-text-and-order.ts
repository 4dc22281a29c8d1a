import { Migration } from '@mikro-orm/migrations';

/** Text columns that can be searched, by table. */
const TEXTS = { person: ['name', 'email'], computer: ['serial'] } as const;

/**
 * Indexes for what can be asked: the order of every sortable column, and parts of texts, as far as the extension pg_trgm can be had.
 * Sorting goes by code point and then by ascending identifier. What can be unset is stored descending, as `desc` puts all unset rows first
 * and their identifiers in order; read backwards, only few rows are equal and sorted again.
 */
export class IndexTextAndOrder extends Migration {
  override async up(): Promise<void> {
    const rows = await this.execute('select quote_ident(current_schema()) as name');
    this.addSql('create index person_name on person (name collate "C", id)');
    this.addSql('create index person_email on person (email collate "C" desc, id)');
    this.addSql('create index person_birth_date on person (birth_date desc, id)');
    this.addSql('create index computer_serial on computer (serial collate "C", id)');
    // Linkage is read from the index alone.
    this.addSql('drop index computer_owner_id');
    this.addSql('create index computer_owner_id on computer (owner_id, id)');
    this.addSql(indexTexts(String(rows[0]?.['name'])));
    this.addSql('select index_texts()');
  }
}

/**
 * A function that makes the indexes of text, or says why it cannot, so that it can be called again once the extension is there. New entries
 * wait in a list, which costs writers least; the list is kept short, since every search reads it.
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
