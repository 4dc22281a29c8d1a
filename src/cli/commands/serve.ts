import type { Command } from './command.ts';

export const serve: Command = {
  name: 'serve',
  summary: 'Run the service, as npm start does',
  operands: [],
  options: {},
  notes: ['Its settings are environment variables. It stops gracefully on SIGTERM, SIGINT and SIGHUP.'],
  run: async () => {
    await import('../../main.ts');
    return undefined;
  },
};
