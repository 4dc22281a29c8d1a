// The kinds of PostgreSQL that the persistence adapter runs on.
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Database } from '../../src/adapters/persistence/connection/database.ts';
import { openEmbedded } from '../../src/adapters/persistence/connection/embedded.ts';
import { openServer } from '../../src/adapters/persistence/connection/server.ts';
import type { ServerOptions } from '../../src/adapters/persistence/connection/server-options.ts';
import { hasSystemServer, testServer, type ServerKind } from './postgres-server.ts';

export interface DatabaseEngine {
  readonly name: string;
  /** Opens a new database without tables; closing it also removes what it has on disk here. */
  open(options?: ServerOptions): Promise<Database>;
}

/** In the process. */
export const embeddedEngine: DatabaseEngine = {
  name: 'embedded PostgreSQL',
  async open(options) {
    const folder = mkdtempSync(join(tmpdir(), 'test-embedded-'));
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

/** Whatever server there is. */
export const serverEngine = serverOf('a server');

/** All that can be had here. The packaged server always can; a system without PostgreSQL of its own has one engine less. */
export const engines: readonly DatabaseEngine[] = [
  ...(hasSystemServer() ? [serverOf('the PostgreSQL of the system', 'system')] : []),
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
