import { Migration } from '@mikro-orm/migrations';
import { currentSchema } from './helpers.ts';

/** As many as migration 0002 created. */
const SLOTS = 32;

/**
 * Lets versions grow beyond 2^31-1, which a person who is given computers all day long reaches. PostgreSQL locks out readers and writers
 * while it rewrites both tables and their indexes: see `docs/upgrade.md` for how long. From here on, the functions that maintain counts
 * and text indexes find their tables in the catalog.
 */
export class WidenVersions extends Migration {
  override async up(): Promise<void> {
    const schema = await currentSchema(this);
    for (const table of ['person', 'computer']) this.addSql(`alter table ${table} alter column version type bigint`);
    this.addSql(rebuildCounts(schema));
    this.addSql(indexTexts(schema));
  }
}

/** Recounts the rows of every table with count triggers, with writers locked out. */
function rebuildCounts(schema: string): string {
  return `
    create or replace function rebuild_counts() returns void language plpgsql set search_path = pg_catalog, pg_temp as $body$
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

/** Creates the missing trigram index of every column with a word index, or returns the reason why it cannot, as in 0003. */
function indexTexts(schema: string): string {
  return `
    create or replace function index_texts() returns text language plpgsql set search_path = pg_catalog, pg_temp as $body$
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
