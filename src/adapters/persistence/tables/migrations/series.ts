// Two series of migrations share one ledger: the service's, then the model's. A file `NNNN-baseline` of a model replaces the files
// before it. See `docs/decisions/0032-two-series-of-migrations.md`.
import { oncePerModel } from '../table-model.ts';
import { findMigrations, findServiceMigrations, type MigrationFile } from './find-migrations.ts';

export interface Series {
  readonly service: readonly MigrationFile[];
  readonly model: readonly MigrationFile[];
  /** As in `TableModel`. */
  readonly madeServiceTables?: string | undefined;
}

/** Listed once: files added under a running service are for the next version. */
export const seriesOf = oncePerModel(({ migrations, madeServiceTables }): Series => ({
  service: findServiceMigrations(),
  model: findMigrations(migrations),
  madeServiceTables,
}));

/**
 * The migrations that a database lacks, in the order in which they run.
 * @param ran the names in its ledger
 */
export function pendingOf(
  { service, model, madeServiceTables }: Series,
  ran: ReadonlySet<string>,
): readonly MigrationFile[] {
  const [replaced, present] = routeOf(model, ran);
  const hasServiceTables = [...replaced, ...present].some(({ name }) => name === madeServiceTables);
  // The first of the service's is its baseline.
  const route = [...replaced, ...(hasServiceTables ? service.slice(1) : service), ...present];
  return route.filter(({ name }) => !ran.has(name));
}

const BASELINE = /^\d{4}-baseline$/;

/**
 * A database that has run one of the files that a baseline replaces runs all of these, and any other the baseline.
 * @returns the files that a baseline replaces, then the others
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
