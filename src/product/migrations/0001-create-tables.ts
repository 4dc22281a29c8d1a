import { Migration } from '@mikro-orm/migrations';

/** The tables, and two functions that hide the collation that case folding uses. */
export class CreateTables extends Migration {
  override async up(): Promise<void> {
    const collation = await this.#codePointCollation();
    const fold = `lower($1 collate pg_catalog."${collation}")`;
    this.addSql(`
      create table person (
        id bigint generated always as identity primary key,
        name varchar(255) not null,
        email varchar(254),
        birth_date date,
        password text,
        version integer not null default 1
      )`);
    this.addSql(`
      create table computer (
        id bigint generated always as identity primary key,
        serial varchar(255) not null,
        owner_id bigint references person (id) on delete set null,
        version integer not null default 1
      )`);
    this.addSql('create index computer_owner_id on computer (owner_id)');
    // Both return NULL for NULL but are not declared strict: PostgreSQL cannot prove words_of strict and would then not inline it.
    // They refer only to pg_catalog, because indexes on them are rebuilt with a restricted search path.
    this.addSql(`
      create function fold_case(text) returns text language sql immutable parallel safe
      as $body$ select ${fold} $body$`);
    this.addSql(`
      create function words_of(text) returns text[] language sql immutable parallel safe
      as $body$ select array_remove(regexp_split_to_array(${fold}, $re$[${SEPARATORS}]+$re$), '') $body$`);
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

/** Word separators, as in a bracket expression: white space, ASCII other than letters and digits, Latin-1 and general punctuation. */
const SEPARATORS = String.raw`\u0001-\u002F\u003A-\u0040\u005B-\u0060\u007B-\u00BF\u1680\u2000-\u206F\u3000-\u303F`;
