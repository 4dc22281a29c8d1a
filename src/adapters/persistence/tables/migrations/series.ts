// Two series of migrations share one ledger: the service's, then the model's. A model's file `NNNN-baseline` replaces the
// files before it. See ARCHITECTURE.md, decision 32.
import { oncePerModel } from '../table-model.ts';
import { findMigrations, findServiceMigrations, type MigrationFile } from './find-migrations.ts';

export interface Series {
  readonly service: readonly MigrationFile[];
  readonly model: readonly MigrationFile[];
  /** As in `TableModel`. */
  readonly madeServiceTables?: string | undefined;
}

/** Lists the files only once, because any that are added while the service runs belong to the next version. */
export const seriesOf = oncePerModel(({ migrations, madeServiceTables }): Series => ({
  service: findServiceMigrations(),
  model: findMigrations(migrations),
  madeServiceTables,
}));

/**
 * The migrations that a database lacks, in the order to run them.
 * @param ran the names in its ledger
 */
export function pendingOf(
  { service, model, madeServiceTables }: Series,
  ran: ReadonlySet<string>,
): readonly MigrationFile[] {
  const [replaced, present] = routeOf(model, ran);
  const hasServiceTables = [...replaced, ...present].some(({ name }) => name === madeServiceTables);
  // The service's first migration is its baseline.
  const route = [...replaced, ...(hasServiceTables ? service.slice(1) : service), ...present];
  return route.filter(({ name }) => !ran.has(name));
}

const BASELINE = /^\d{4}-baseline$/;

/**
 * The model's migrations for a database. If it has run any file that the last baseline replaces, it continues with those; otherwise it
 * runs the baseline.
 * @returns the replaced files, or none; then the others
 */
function routeOf(
  model: readonly MigrationFile[],
  ran: ReadonlySet<string>,
): readonly [readonly MigrationFile[], readonly MigrationFile[]] {
  const at = Math.max(
    0,
    model.findLastIndex(({ name }) => BASELINE.test(name)),
  );
  const replaced = model.slice(0, at);
  if (!replaced.some(({ name }) => ran.has(name))) return [[], model.slice(at)];
  return [routeOf(replaced, ran).flat(), model.slice(at + 1)];
}
