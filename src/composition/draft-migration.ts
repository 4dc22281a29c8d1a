import { existsSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { MIGRATIONS_FOLDER } from '../adapters/persistence/migrations/find-migrations.ts';
import { draftMigration } from '../adapters/persistence/drafting/draft-migration.ts';

/**
 * Writes the draft of the next migration beside the others.
 * @param name what it does, in kebab-case
 * @returns its path; undefined if the tables are as the entities describe them
 * @throws Error without the sources of the service, or if there is a migration of that name
 */
export async function writeMigrationDraft(name: string): Promise<string | undefined> {
  if (!import.meta.url.endsWith('.ts')) throw new Error('a migration is drafted where the sources are, in a checkout');
  const draft = await draftMigration(name);
  if (draft === undefined) return undefined;
  const path = join(MIGRATIONS_FOLDER, `${draft.name}.ts`);
  if (existsSync(path)) throw new Error(`${path} exists already`);
  writeFileSync(path, draft.source);
  return path;
}
