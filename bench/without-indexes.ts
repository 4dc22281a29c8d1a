import type { Pool } from 'pg';

interface Definition {
  readonly drop: string;
  readonly add: string;
}

/**
 * Drops indexes and foreign keys of tables while `fill` runs: creating them afterwards takes a fraction of the time of keeping them
 * up to date. Runs in one transaction. Primary keys stay.
 * @param pool with one connection
 * @throws what `fill` throws; then nothing has changed
 */
export async function withoutIndexes(pool: Pool, tables: readonly string[], fill: () => Promise<void>): Promise<void> {
  const run = async (text: string): Promise<void> => {
    await pool.query({ text });
  };
  await run('begin');
  try {
    await run(`set local maintenance_work_mem = '512MB'`);
    const { rows } = await pool.query<Definition>({ text: DEFINITIONS, values: [tables] });
    for (const { drop } of rows) await run(drop);
    await fill();
    for (const { add } of rows) await run(add);
    await run('commit');
  } catch (error) {
    await run('rollback');
    throw error;
  }
}

const DEFINITIONS = `
  select format('alter table %s drop constraint %I', conrelid::regclass, conname) as drop,
    format('alter table %s add constraint %I %s', conrelid::regclass, conname, pg_get_constraintdef(oid)) as add
  from pg_constraint where contype = 'f' and conrelid::regclass::text = any($1)
  union all
  select format('drop index %s', indexrelid::regclass), pg_get_indexdef(indexrelid)
  from pg_index
  where indrelid::regclass::text = any($1) and not exists (select from pg_constraint where conindid = indexrelid)`;
