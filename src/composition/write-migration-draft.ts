import { existsSync } from 'node:fs';
import { writeFile } from 'node:fs/promises';
import { join, relative } from 'node:path';
import { draftMigration } from '#adapters/persistence/storage/drafting/draft-migration';
import { MIGRATIONS_FOLDER } from '#adapters/persistence/tables/migrations/find-migrations';

/** Only a checkout has it: an image cannot check what it would write. */
const CHECKOUT = join(import.meta.dirname, '../../tsconfig.json');

/**
 * Writes a draft of the migration that makes the tables as the entities describe them. Needs no configuration.
 * @param title what it does, in kebab-case
 * @returns the new file, relative to the working directory; undefined if the tables are as described
 * @throws Error if there is such a migration, or no source to write to
 */
export async function writeMigrationDraft(title: string): Promise<string | undefined> {
  if (!existsSync(CHECKOUT))
    throw new Error('a migration is written into the source: run this in a checkout of the project');
  const draft = await draftMigration(title);
  if (draft === undefined) return undefined;
  const path = join(MIGRATIONS_FOLDER, `${draft.name}.ts`);
  await writeFile(path, draft.source, { flag: 'wx' });
  return relative('', path);
}
