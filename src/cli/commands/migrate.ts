import { textOf, UsageError, type Command, type ExitCode } from '../command.ts';
import { readEnvironment } from '../environment.ts';
import { tell } from '../output.ts';

export const migrate: Command = {
  name: 'migrate',
  summary: 'Run the pending migrations, whatever MIGRATE says, and exit',
  operands: [],
  options: { new: { value: 'NAME', meaning: 'draft the migration that the declarations need, such as add-rooms' } },
  notes: [
    'On a server it connects to MIGRATE_DATABASE_URL, or to DATABASE_URL if that is unset.',
    'The embedded database can be migrated while no service runs; a service migrates it at its start.',
    '--new touches no database of yours: it compares the entities with what the present migrations make, and writes a file of the sources.',
  ],
  run: async (given) => {
    const name = textOf(given, 'new');
    if (name !== undefined) return draft(name);
    const config = await readEnvironment();
    const { migrateStorage } = await import('#composition/migrate-storage');
    const outcome = await migrateStorage(config, tell);
    if (outcome === undefined) tell('DATABASE_URL is memory: which has no tables to migrate');
    else if (outcome.length === 0) tell('no migrations are pending');
    else tell(`migrated: ${outcome.join(', ')}`);
    return 0;
  },
};

/** @throws UsageError unless the name is in kebab-case */
async function draft(name: string): Promise<ExitCode> {
  if (!/^[a-z][a-z0-9]*(?:-[a-z0-9]+)*$/.test(name)) throw new UsageError('--new must be a name such as add-rooms');
  const { writeMigrationDraft } = await import('#composition/draft-migration');
  const path = await writeMigrationDraft(name);
  tell(
    path === undefined ? 'the tables are as the entities describe them' : `drafted: ${path}; read it before you run it`,
  );
  return 0;
}
