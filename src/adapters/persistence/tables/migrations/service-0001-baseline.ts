import { Migration } from '@mikro-orm/migrations';
import { currentSchema } from './helpers.ts';

/** The number of slots that `keepCount` creates. */
const SLOTS = 32;

/** The functions and tables that the service needs under any model. Two of the functions hide the collation that case folding uses. */
export class CreateServiceTables extends Migration {
  override async up(): Promise<void> {
    const [schema, collation] = [await currentSchema(this), await this.#codePointCollation()];
    const fold = `lower($1 collate pg_catalog."${collation}")`;
    // Both return NULL for NULL but are not declared strict: PostgreSQL cannot prove words_of strict and would then not inline it.
    // They refer only to pg_catalog, because indexes on them are rebuilt with a restricted search path.
    this.addSql(`
      create function fold_case(text) returns text language sql immutable parallel safe
      as $body$ select ${fold} $body$`);
    this.addSql(`
      create function words_of(text) returns text[] language sql immutable parallel safe
      as $body$ select array_remove(regexp_split_to_array(${fold}, $re$[${SEPARATORS}]+$re$), '') $body$`);
    this.addSql(rebuildCounts(schema));
    this.addSql(indexTexts(schema));
    // One row: a random text that identifies this history of the data. A restored backup needs a new one, because versions repeat after a restore.
    this.addSql('create table epoch (value text primary key)');
    this.addSql(`insert into epoch (value) values (replace(gen_random_uuid()::text, '-', ''))`);
    // Responses to requests with an `Idempotency-Key`, by the digest of the key. The index is for purging.
    this.addSql(`
      create table answer (
        key text collate "C" primary key,
        request text not null,
        expires_at timestamptz not null,
        status smallint not null,
        location text,
        etag text,
        content_type text,
        body text
      )`);
    this.addSql('create index answer_expires_at on answer (expires_at)');
  }

  /**
   * A collation that maps case by code point, as Unicode does: built in since PostgreSQL 17, before that the C library's.
   * @throws Error when the database has none
   */
  async #codePointCollation(): Promise<string> {
    const [encoding] = await this.execute('select current_setting($$server_encoding$$) as name');
    if (encoding?.['name'] !== 'UTF8')
      throw new Error(`the database is encoded in ${String(encoding?.['name'])}; create it with encoding UTF8`);
    const rows = await this.execute(`
      select collname as name from pg_catalog.pg_collation
      where collname in ('pg_c_utf8', 'C.utf8', 'C.UTF-8') and collnamespace = 'pg_catalog'::regnamespace
        and collencoding in (-1, pg_char_to_encoding('UTF8'))
      order by collname = 'pg_c_utf8' desc, collname = 'C.utf8' desc`);
    const name: unknown = rows[0]?.['name'];
    if (typeof name !== 'string')
      throw new Error(
        'the database server has none of the collations pg_c_utf8, C.utf8 and C.UTF-8; use PostgreSQL 17 or newer, or install the C.UTF-8 locale',
      );
    return name;
  }
}

/** The word separators, as in a bracket expression: white space, ASCII other than letters and digits, Latin-1 and general punctuation. */
const SEPARATORS = String.raw`\u0001-\u002F\u003A-\u0040\u005B-\u0060\u007B-\u00BF\u1680\u2000-\u206F\u3000-\u303F`;

/** Recounts the rows of every table with count triggers, with writers locked out. */
function rebuildCounts(schema: string): string {
  return `
    create function rebuild_counts() returns void language plpgsql set search_path = pg_catalog, pg_temp as $body$
    declare
      here constant text := ${quoted(schema)};
      counted constant text[] := array(
        select relname::text from pg_trigger join pg_class on pg_class.oid = tgrelid
        where tgname = 'count_inserted' and relnamespace = here::regnamespace order by relname desc);
      name text;
    begin
      if current_setting('transaction_isolation') not in ('read committed', 'read uncommitted') then
        raise exception 'rebuild_counts needs the isolation level read committed, to see all rows';
      end if;
      foreach name in array counted loop
        execute format('lock table %s.%I in share row exclusive mode', here, name);
      end loop;
      foreach name in array counted loop
        execute format('truncate %s.%I restart identity', here, name || '_count');
        execute format('insert into %s.%I (slot, number) select slot, 0 from generate_series(1, ${SLOTS - 1}) slot', here, name || '_count');
        execute format('insert into %s.%I (slot, number) select 0, count(*) from %s.%I', here, name || '_count', here, name);
      end loop;
    end $body$`;
}

/**
 * Creates the missing trigram index of every column with a word index, or returns the reason why it cannot. Call it again once the
 * extension is installed. The pending list makes writes cheap; it is short because every search reads it.
 */
function indexTexts(schema: string): string {
  return `
    create function index_texts() returns text language plpgsql set search_path = pg_catalog, pg_temp as $body$
    declare
      here constant text := ${quoted(schema)};
      place text;
      indexed record;
    begin
      begin
        execute format('create extension if not exists pg_trgm schema %s', here);
      exception when insufficient_privilege or feature_not_supported or undefined_file then
        return sqlerrm;
      end;
      select quote_ident(nspname) into place from pg_opclass join pg_namespace on pg_namespace.oid = opcnamespace
      where opcname = 'gin_trgm_ops';
      for indexed in
        select relname, attname from pg_class join pg_attribute on attrelid = pg_class.oid
        where relkind = 'r' and relnamespace = here::regnamespace and attnum > 0 and not attisdropped
          and to_regclass(format('%s.%I', here, relname || '_' || attname || '_words')) is not null
        order by relname, attnum
      loop
        execute format('create index if not exists %I on %s.%I
          using gin ((%s.fold_case(%I) collate "C") %s.gin_trgm_ops) with (gin_pending_list_limit = 1024)',
          indexed.relname || '_' || indexed.attname || '_text', here, indexed.relname, here, indexed.attname, place);
      end loop;
      return null;
    end $body$`;
}

/** Quotes a text as an SQL literal. */
function quoted(text: string): string {
  return `'${text.replaceAll("'", "''")}'`;
}
