import { Migration } from '@mikro-orm/migrations';
import { currentSchema } from './helpers.ts';

/** As many as migration 0002 created. */
const SLOTS = 32;

/** Counts the changed rows in a separate query, because Citus cannot plan one that also reads a table. */
export class CountChangedRowsFirst extends Migration {
  override async up(): Promise<void> {
    const schema = await currentSchema(this);
    for (const { table } of await this.execute(`
      select relname as table from pg_trigger join pg_class on pg_class.oid = tgrelid
      where tgname = 'count_inserted' and relnamespace = ${quoted(schema)}::regnamespace order by relname desc`))
      this.addSql(countChange(schema, String(table)));
  }
}

/** Adds to the connection's slot, unless another connection with the same slot is writing. Every name is qualified, as in 0002. */
function countChange(schema: string, table: string): string {
  const slot = `pg_catalog.pg_backend_pid() operator(pg_catalog.%) ${SLOTS}`;
  return `
    create or replace function ${schema}."count_${table}_change"() returns trigger language plpgsql security definer as $body$
    declare
      change bigint;
    begin
      select pg_catalog.count(*) into change from changed;
      if change operator(pg_catalog.=) 0 then return null; end if;
      if tg_op operator(pg_catalog.=) 'DELETE' then change := operator(pg_catalog.-) change; end if;
      if pg_catalog.current_setting('transaction_isolation') operator(pg_catalog.=) 'read committed'
        and pg_catalog.pg_try_advisory_xact_lock(tg_relid::pg_catalog.int4, ${slot}) then
        update ${schema}."${table}_count" set number = number operator(pg_catalog.+) change
        where slot operator(pg_catalog.=) (${slot});
        if found then return null; end if;
      end if;
      perform ${schema}."count_${table}_elsewhere"(change);
      return null;
    end $body$`;
}

/** Quotes a text as an SQL literal. */
function quoted(text: string): string {
  return `'${text.replaceAll("'", "''")}'`;
}
