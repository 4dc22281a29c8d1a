import type { ReadPolicy } from '#adapters/http/policy/read-policy';
import type { GrantedRule } from '#adapters/http/policy/role-rules';
import { hasDatabase } from '#adapters/persistence/connection/data-folder';
import type { Database } from '#adapters/persistence/storage/database';
import { tablesReadWhole } from '#adapters/persistence/storage/plans';
import { exampleFilter } from '#application/access/permissions-of-actor';
import { reasonOf } from '#application/model/describe-error';
import { bothOf, hasIdentifier } from '#application/model/filter';
import { openForMaintenance, type MaintenanceConfig } from './maintenance.ts';

/**
 * Finds the row conditions that no index of the configured database serves.
 * @param readSettings reads the settings of the database; only called if there are conditions
 * @param only a role; undefined: every one
 * @returns a line for each, or the reason why they could not be examined; none for a storage without indexes
 */
export async function examineConditions(
  readSettings: () => Promise<MaintenanceConfig>,
  { roles }: ReadPolicy,
  only?: string,
): Promise<readonly string[]> {
  const rules = [...roles]
    .filter(([role]) => only === undefined || role === only)
    .flatMap(([role, { rules: all }]) =>
      all.filter(({ where }) => where.length > 0).map((rule) => ({ ...rule, role })),
    );
  if (rules.length === 0) return [];
  try {
    const config = await readSettings();
    const { storage, dataFolder } = config;
    if (storage.kind === 'memory') return [];
    if (storage.kind === 'embedded' && !hasDatabase(dataFolder))
      throw new Error(`DATABASE_URL is not set, and there is no database in ${dataFolder}`);
    const database = await openForMaintenance(config, { adviceInUse: 'stop the service that uses it' });
    try {
      const lines: string[] = [];
      for (const rule of rules) lines.push(...(await linesOf(database, rule)));
      return lines;
    } finally {
      await database.close();
    }
  } catch (error) {
    return [`indexes were not examined: ${reasonOf(error)}`];
  }
}

interface ConditionedRule extends GrantedRule {
  readonly role: string;
}

async function linesOf(
  database: Database,
  { role, resource: { type }, action, rows }: ConditionedRule,
): Promise<readonly string[]> {
  const example = exampleFilter(rows);
  // Writes judge rows by their identifiers.
  const tables = await tablesReadWhole(
    database,
    type,
    action === 'read' ? example : bothOf(example, hasIdentifier('1')),
  );
  return tables.map(
    ({ name, filter = 'true' }) =>
      `${role}: no index serves the "where" to ${action} ${type}, which reads all of ${name} for ${filter}`,
  );
}
