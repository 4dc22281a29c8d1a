import type { Command } from '../command.ts';
import { readEnvironment } from '../environment.ts';
import { tell } from '../output.ts';

export const migrate: Command = {
  name: 'migrate',
  summary: 'Run the pending migrations, whatever MIGRATE says, and exit',
  operands: [],
  options: {},
  notes: [
    'On a server it connects to MIGRATE_DATABASE_URL, or to DATABASE_URL if that is unset.',
    'The embedded database can be migrated while no service runs; a service migrates it at its start.',
  ],
  run: async () => {
    const config = await readEnvironment();
    const { migrateStorage } = await import('#composition/migrate-storage');
    const outcome = await migrateStorage(config, tell);
    if (outcome === undefined) tell('DATABASE_URL is memory: which has no tables to migrate');
    else if (outcome.length === 0) tell('no migrations are pending');
    else tell(`migrated: ${outcome.join(', ')}`);
    return 0;
  },
};
