import { sql, type Kysely } from 'kysely';

/**
 * Describes everything in the schema `public` except the extension, one line each: relations, columns, constraints, indexes, functions,
 * triggers and sequences. Quotes are removed, because functions from an early migration omit unnecessary ones.
 */
export async function describeCatalog(kysely: Kysely<unknown>): Promise<readonly string[]> {
  const { rows } = await sql<{ line: string }>`
    with relations as (
      select * from pg_class where relnamespace = 'public'::regnamespace
    ), functions as (
      select oid from pg_proc where pronamespace = 'public'::regnamespace
        and not exists (select from pg_depend where objid = pg_proc.oid and deptype = 'e')
    ), described as (
      select format('relation %s %s %s', relkind, relname, reloptions) as line from relations
      union all select format('column %s.%s %s %s %s, not null %s, identity %s, default %s, collation %s', relname, attnum, attname,
          format_type(atttypid, atttypmod), atthasdef, attnotnull, attidentity, pg_get_expr(adbin, adrelid), collname)
        from pg_attribute join relations on relations.oid = attrelid left join pg_attrdef on adrelid = attrelid and adnum = attnum
        left join pg_collation on pg_collation.oid = attcollation where attnum > 0
      union all select format('constraint %s on %s: %s', conname, relname, pg_get_constraintdef(pg_constraint.oid))
        from pg_constraint join relations on relations.oid = conrelid
      union all select pg_get_indexdef(oid) from relations where relkind = 'i'
      union all select format('view %s: %s', relname, pg_get_viewdef(oid)) from relations where relkind = 'v'
      union all select pg_get_functiondef(oid) from functions
      union all select pg_get_triggerdef(pg_trigger.oid) from pg_trigger join relations on relations.oid = tgrelid where not tgisinternal
      union all select format('sequence %s of %s %s: %s from %s by %s', relname, refobjid::regclass, refobjsubid, seqtypid::regtype,
          seqstart, seqincrement)
        from pg_sequence join relations on relations.oid = seqrelid left join pg_depend on objid = seqrelid and deptype in ('a', 'i')
          and refclassid = 'pg_class'::regclass
    )
    select replace(line, '"', '') as line from described order by 1`.execute(kysely);
  return rows.map(({ line }) => line);
}
