import { defineCommand } from './command.ts';

export const serve = defineCommand({
  name: 'serve',
  alias: 'start',
  summary: 'Run the service, as npm start does',
  operands: [],
  options: {},
  notes: ['Its settings are environment variables. It stops gracefully on SIGTERM, SIGINT and SIGHUP.'],
  run: async () => {
    await import('../../main.ts');
    return undefined;
  },
});
