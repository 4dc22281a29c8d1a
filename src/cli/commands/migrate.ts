import type { CommandIo } from '../terminal/command-io.ts';
import { defineCommand, textOf, UsageError, type ExitCode } from './command.ts';
import { readEnvironment } from './settings.ts';

export const migrate = defineCommand({
  name: 'migrate',
  summary: 'Run the pending migrations regardless of MIGRATE, and exit',
  operands: [],
  options: { new: { value: 'NAME', meaning: 'draft a migration instead, with a name such as add-rooms' } },
  notes: [
    'On a server it connects to MIGRATE_DATABASE_URL, or to DATABASE_URL if that is unset.',
    'The embedded database can be migrated while no service runs; a service migrates it at its start.',
    'A draft brings the tables in line with the declarations. It needs no database and is written to the migrations of the model.',
  ],
  run: async (given, io) => {
    const title = textOf(given, 'new');
    if (title !== undefined) return draft(io, title);
    const config = await readEnvironment(io.process.env);
    const { migrateStorage } = await import('#composition/maintenance/maintenance');
    const outcome = await migrateStorage(config, (text) => io.tell(text));
    if (outcome === undefined) io.tell('DATABASE_URL is "memory:", which has no tables to migrate');
    else if (outcome.length === 0) io.tell('no migrations are pending');
    else io.tell(`migrated: ${outcome.join(', ')}`);
    return 0;
  },
});

/** A single word is too vague, and `migration` would name a class like the one it extends. */
const TITLE = /^[a-z][a-z0-9]*(-[a-z0-9]+)+$/;

async function draft(io: CommandIo, title: string): Promise<ExitCode> {
  if (!TITLE.test(title))
    throw new UsageError('--new must be a name of two or more words with hyphens, such as add-rooms');
  const { writeMigrationDraft } = await import('#composition/maintenance/maintenance');
  const path = await writeMigrationDraft(title);
  io.tell(path === undefined ? 'the tables already match the entities' : `wrote ${path}; read it before you commit it`);
  return 0;
}
