import { defineCommand, isOn } from './command.ts';

export const serve = defineCommand({
  name: 'serve',
  alias: 'start',
  summary: 'Run the service, as npm start does; with --demo, with sample data',
  operands: [],
  options: { demo: { meaning: 'use a database of its own in .demo, and fill it with sample data if it is empty' } },
  notes: [
    'Its settings are environment variables. It stops gracefully on SIGTERM, SIGINT and SIGHUP.',
    'The demo uses DATABASE_URL or DATA_DIR if one of them is set.',
  ],
  run: async (given, io) => {
    if (isOn(given, 'demo')) await import('./run-demo.ts').then(({ runDemo }) => runDemo(io));
    else await import('../../main.ts');
    return undefined;
  },
});
