import { readFileSync } from 'node:fs';
import type { Log } from '../adapters/http/log.ts';
import { listen, type RequestListener } from '../adapters/http/server.ts';
import type { Config } from './config.ts';
import { createContainer } from './container.ts';
import { resolve } from './provide.ts';
import { openStorage, type StatementListener } from './storage.ts';
import { tokens } from './tokens.ts';

export interface RunningService {
  /** Where it listens: `http://host:port`. */
  readonly url: string;
  /** Answers what has come in, then closes connections and storage. */
  stop(): Promise<void>;
}

/**
 * Starts the service: storage, migrations, HTTP.
 * @param onStatement is told every SQL statement before it is sent
 * @throws Error when the storage or the address cannot be had
 */
export async function startService(config: Config, log: Log, onStatement?: StatementListener): Promise<RunningService> {
  const storage = await openStorage(config, onStatement);
  const container = createContainer({ config, storage, log, service: readServiceName() });
  try {
    const handle = resolve(container, tokens.app).callback();
    const answer: RequestListener = (request, response) => void handle(request, response);
    const server = await listen(answer, config);
    return {
      url: server.url,
      stop: async () => {
        await server.close();
        await storage.close();
      },
    };
  } catch (error) {
    await storage.close();
    throw error;
  }
}

function readServiceName(): { readonly name: string; readonly version: string } {
  const file = new URL('../../package.json', import.meta.url);
  const { name, version } = JSON.parse(readFileSync(file, 'utf8')) as Record<'name' | 'version', string>;
  return { name, version };
}
