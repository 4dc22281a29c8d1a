import { Migration } from '@mikro-orm/migrations';

/** Tables, and the two functions through which reads fold case without knowing the collation. */
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
    // Neither is declared strict, which NULL passes through anyway: PostgreSQL puts the body of words_of in place of the call only
    // when it need not prove that. Both name nothing outside pg_catalog: an index on them is rebuilt with no other schema in sight.
    this.addSql(`
      create function fold_case(text) returns text language sql immutable parallel safe
      as $body$ select ${fold} $body$`);
    this.addSql(`
      create function words_of(text) returns text[] language sql immutable parallel safe
      as $body$ select array_remove(regexp_split_to_array(${fold}, $re$[${SEPARATORS}]+$re$), '') $body$`);
  }

  /**
   * A collation that maps case code point by code point, as Unicode says: built in since PostgreSQL 17, before of the C library.
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

/** What separates words, as the inside of a bracket expression: white space, ASCII that is neither letter nor digit, Latin-1 and general punctuation. */
const SEPARATORS = String.raw`\u0001-\u002F\u003A-\u0040\u005B-\u0060\u007B-\u00BF\u1680\u2000-\u206F\u3000-\u303F`;
