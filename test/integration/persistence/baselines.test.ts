import { symlinkSync } from 'node:fs';
import { basename, join } from 'node:path';
import { expect } from 'chai';
import { sql } from 'kysely';
import type { CountsMode } from '#adapters/persistence/tables/counts/counts';
import { findMigrations, findServiceMigrations } from '#adapters/persistence/tables/migrations/find-migrations';
import type { TableModel } from '#adapters/persistence/tables/table-model';
import { served } from '#composition/product/served';
import { describeCatalog } from '../../support/catalog.ts';
import { embeddedEngine, engines, type DatabaseEngine } from '../../support/database-engines.ts';
import { temporaryFolder } from '../../support/service-process.ts';

interface Migrated {
  readonly ledger: readonly string[];
  readonly catalog: readonly string[];
}

describe('The baselines', () => {
  const folder = temporaryFolder();
  const files = findMigrations(served.tables.migrations);
  const replaced = files.slice(
    0,
    files.findLastIndex(({ name }) => name.endsWith('-baseline')),
  );
  /** Those of the service that came after its baseline. */
  const later = findServiceMigrations().filter(({ name }) => !name.endsWith('-baseline'));
  /** The model with only the migrations that the baseline replaces. */
  const early: TableModel = { ...served.tables, migrations: folder.path };

  before(() => {
    for (const { path } of replaced) symlinkSync(path, join(folder.path, basename(path)));
  });
  after(() => folder.remove());

  for (const engine of engines)
    for (const counts of engine === embeddedEngine ? (['kept'] as const) : (['kept', 'scan'] as const))
      it(`result in the same tables as the migrations that they replace, on ${engine.name} with COUNTS=${counts}`, async () => {
        const [by, without] = [await migrate(engine, served.tables, counts), await migrate(engine, early, counts)];
        expect(without.ledger).to.deep.equal([...later, ...replaced].map(({ name }) => name));
        expect(by.ledger.filter((name) => without.ledger.includes(name))).to.deep.equal(later.map(({ name }) => name));
        expect(by.catalog).to.include('relation r person ').and.to.deep.equal(without.catalog);
      });
});

async function migrate(engine: DatabaseEngine, model: TableModel, counts: CountsMode): Promise<Migrated> {
  const database = await engine.openEmpty({ model, counts });
  try {
    await database.migrate();
    const { rows } = await sql<{ name: string }>`select name from mikro_orm_migrations order by id`.execute(
      database.kysely,
    );
    return { ledger: rows.map(({ name }) => name), catalog: await describeCatalog(database.kysely) };
  } finally {
    await database.close();
  }
}
