// The kinds of PostgreSQL that the persistence adapter runs on.
import { rmSync } from 'node:fs';
import type { ServerOptions } from '#adapters/persistence/connection/driver/server-options';
import type { Database } from '#adapters/persistence/storage/database';
import type { EmbeddedOptions } from '#adapters/persistence/storage/embedded';
import type { ServerDatabaseOptions } from '#adapters/persistence/storage/server';
import { newDataFolder, newEmptyDataFolder } from './data-folder.ts';
import { depth } from './depth.ts';
import { openEmbedded } from './open-embedded.ts';
import { openServer } from './open-server.ts';
import { hasSystemServer, testServer, type ServerKind } from './postgres-server.ts';

/** Options for an empty database of any model. The embedded one always keeps counts. */
type EmptyOptions = Partial<Pick<ServerDatabaseOptions, 'model' | 'counts'>>;

export interface DatabaseEngine {
  readonly name: string;
  /** Opens a new database with all tables; closing it also removes its data folder, if it has one. */
  open(options?: ServerOptions): Promise<Database>;
  /** The same without tables. */
  openEmpty(options?: EmptyOptions): Promise<Database>;
}

/** In the process. */
export const embeddedEngine: DatabaseEngine = {
  name: 'embedded PostgreSQL',
  open: async (options) => openIn(await newDataFolder(), options),
  openEmpty: async (options) => openIn(await newEmptyDataFolder(), options),
};

/** Whichever server is available. */
export const serverEngine = serverOf('a server');

/**
 * The engines that tests of the adapter run on. The gate needs one server. The campaign takes all that are
 * available: the system's PostgreSQL only if it is installed, the others always.
 */
export const engines: readonly DatabaseEngine[] =
  depth === 'gate'
    ? [serverEngine]
    : [
        ...(hasSystemServer() ? [serverOf("the system's PostgreSQL", 'system')] : []),
        serverOf('the packaged PostgreSQL', 'embedded'),
        embeddedEngine,
      ];

function serverOf(name: string, kind?: ServerKind): DatabaseEngine {
  return {
    name,
    async open(options) {
      const database = openServer(await (await testServer(kind)).createDatabase(), options);
      // Brings the counts into the state of the options.
      await database.migrate();
      return database;
    },
    openEmpty: async (options) => openServer(await (await testServer(kind)).createEmptyDatabase(), options),
  };
}

async function openIn(folder: string, options?: Partial<EmbeddedOptions>): Promise<Database> {
  const database = await openEmbedded(folder, options);
  return {
    ...database,
    async close() {
      await database.close();
      rmSync(folder, { recursive: true });
    },
  };
}
