// The kinds of PostgreSQL that the persistence adapter runs on.
import { rmSync } from 'node:fs';
import type { Database } from '../../src/adapters/persistence/connection/database.ts';
import { openEmbedded } from '../../src/adapters/persistence/connection/embedded.ts';
import { newDataFolder } from './data-folder.ts';
import { openServer } from './open-server.ts';
import type { ServerOptions } from '../../src/adapters/persistence/connection/server-options.ts';
import { hasSystemServer, testServer, type ServerKind } from './postgres-server.ts';

export interface DatabaseEngine {
  readonly name: string;
  /** Opens a new database without tables; closing it also removes its data folder, if it has one. */
  open(options?: ServerOptions): Promise<Database>;
}

/** In the process. */
export const embeddedEngine: DatabaseEngine = {
  name: 'embedded PostgreSQL',
  async open(options) {
    const folder = await newDataFolder();
    const database = await openEmbedded(folder, options);
    return {
      ...database,
      async close() {
        await database.close();
        rmSync(folder, { recursive: true });
      },
    };
  },
};

/** Whichever server is available. */
export const serverEngine = serverOf('a server');

/** All that are available: the system's PostgreSQL only if it is installed, the others always. */
export const engines: readonly DatabaseEngine[] = [
  ...(hasSystemServer() ? [serverOf("the system's PostgreSQL", 'system')] : []),
  serverOf('the packaged PostgreSQL', 'embedded'),
  embeddedEngine,
];

function serverOf(name: string, kind?: ServerKind): DatabaseEngine {
  return {
    name,
    async open(options) {
      return openServer(await (await testServer(kind)).createDatabase(), options);
    },
  };
}
