import { defineCommand } from './command.ts';
import { readEnvironment } from './settings.ts';

export const newEpoch = defineCommand({
  name: 'new-epoch',
  summary: 'Invalidate all earlier entity tags, after a backup was restored',
  operands: [],
  options: {},
  notes: [
    'A restored database assigns versions that it has assigned before, so an earlier tag could match another state.',
    'On a server it connects to MIGRATE_DATABASE_URL, or to DATABASE_URL if that is unset. A running service has to be restarted.',
  ],
  run: async (_, io) => {
    const config = await readEnvironment(io.process.env);
    const { renewEpoch } = await import('#composition/maintenance/maintenance');
    await renewEpoch(config);
    io.tell('the database has a new epoch; restart the services that use it');
    return 0;
  },
});
