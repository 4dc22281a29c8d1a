import { Migration } from '@mikro-orm/migrations';

const TABLES = ['person', 'computer'] as const;
/** As many as migration 0002 created. */
const SLOTS = 32;

/**
 * Connections reserve their slot of the counts with an advisory lock, which is held in memory, instead of a row lock, which writes to
 * the row. Slots below `SLOTS` are used only by connections; all other writes share the rest.
 */
export class ReserveCounts extends Migration {
  override async up(): Promise<void> {
    const rows = await this.execute('select quote_ident(current_schema()) as name');
    const schema = String(rows[0]?.['name']);
    for (const table of TABLES) {
      this.addSql(countChange(schema, table));
      this.addSql(countElsewhere(schema, table));
    }
  }
}

/** Adds to the connection's slot, unless another connection with the same slot is writing. Every name is qualified, as in 0002. */
function countChange(schema: string, table: string): string {
  const slot = `pg_catalog.pg_backend_pid() operator(pg_catalog.%) ${SLOTS}`;
  return `
    create or replace function count_${table}_change() returns trigger language plpgsql security definer as $body$
    declare
      change bigint;
    begin
      if pg_catalog.current_setting('transaction_isolation') operator(pg_catalog.=) 'read committed'
        and pg_catalog.pg_try_advisory_xact_lock(tg_relid::pg_catalog.int4, ${slot}) then
        update ${schema}.${table}_count
        set number = number operator(pg_catalog.+)
          (select case tg_op operator(pg_catalog.=) 'INSERT' when true then pg_catalog.count(*) else operator(pg_catalog.-) pg_catalog.count(*) end from changed)
        where slot operator(pg_catalog.=) (${slot});
        if found then return null; end if;
      end if;
      select pg_catalog.count(*) into change from changed;
      if tg_op operator(pg_catalog.=) 'DELETE' then change := operator(pg_catalog.-) change; end if;
      perform ${schema}.count_${table}_elsewhere(change);
      return null;
    end $body$`;
}

/** Adds to the newest shared slot if it is free, else to a new one. */
function countElsewhere(schema: string, table: string): string {
  return `
    create or replace function count_${table}_elsewhere(change bigint) returns void language plpgsql
    set search_path = pg_catalog, pg_temp as $body$
    begin
      if change = 0 then return; end if;
      begin
        update ${schema}.${table}_count set number = number + change
        where slot = (select slot from ${schema}.${table}_count where slot >= ${SLOTS} order by slot desc limit 1 for update skip locked);
        if found then return; end if;
      exception when serialization_failure then
      end;
      insert into ${schema}.${table}_count (number) values (change);
    end $body$`;
}
