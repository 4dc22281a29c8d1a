import { defineCommand, isOn, UsageError } from './command.ts';

export const serve = defineCommand({
  name: 'serve',
  alias: 'start',
  summary: 'Run the service, as npm start does; --demo adds sample data',
  operands: [],
  options: { demo: { meaning: 'use a separate database in .demo, and create sample data if it is empty' } },
  notes: [
    'Its settings are environment variables. It stops gracefully on SIGTERM, SIGINT and SIGHUP.',
    'DATABASE_URL or DATA_DIR, if set, replaces .demo.',
  ],
  run: async (given, io) => {
    if (!isOn(given, 'demo') && io.process.env['npm_config_demo'] !== undefined)
      throw new UsageError('npm took --demo as its own option; put -- before it, as in npm start -- --demo');
    if (isOn(given, 'demo')) await import('./run-demo.ts').then(({ runDemo }) => runDemo(io));
    else await import('../../main.ts');
    return undefined;
  },
});
