import type { DatabaseAdministration } from '#adapters/persistence/storage/database';
import { OtherModelError } from '#adapters/persistence/storage/ledger';
import { failure, ok, type Finding } from './finding.ts';

/**
 * Checks for pending migrations.
 * @param judge turns the text about pending migrations into a finding
 */
export async function examineMigrations(
  database: Pick<DatabaseAdministration, 'pendingMigrations'>,
  judge: (text: string) => Finding,
): Promise<Finding> {
  try {
    const pending = await database.pendingMigrations();
    if (pending.length === 0) return ok('tables', 'all migrations have run');
    return judge(`migrations are pending: ${pending.join(', ')}`);
  } catch (error) {
    if (!(error instanceof OtherModelError)) throw error;
    return failure('tables', error.message, 'choose a database of the served model, or an empty one');
  }
}
