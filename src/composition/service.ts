import { setTimeout as pause } from 'node:timers/promises';
import packageJson from '../../package.json' with { type: 'json' };
import { listenAdmin, type AdminServer } from '../adapters/admin/admin-server.ts';
import { Metrics } from '../adapters/admin/metrics.ts';
import { watchEventLoop } from '../adapters/http/server/event-loop-lag.ts';
import type { Log } from '../adapters/http/log.ts';
import { listen, type RequestListener } from '../adapters/http/server/server.ts';
import type { Config } from './config/config.ts';
import { createContainer } from './container.ts';
import { requestObserver, storageObserver } from './logging/observers.ts';
import { resolve, tokens } from './provide.ts';
import { openStorage, type StorageEvents } from './storage.ts';

export interface RunningService {
  /** Where it listens: `http://host:port`. */
  readonly url: string;
  /** Where whoever runs it looks; undefined when that is off. */
  readonly adminUrl: string | undefined;
  /** Counts a log line that was given up. */
  logLineDropped(): void;
  /** Says that it is not ready any more, answers what has come in, then closes connections and storage. */
  stop(): Promise<void>;
}

/**
 * Starts the service: storage, migrations, HTTP.
 * @param onStatement is told every SQL statement before it is sent
 * @throws Error when the storage or an address cannot be had
 */
export async function startService(
  config: Config,
  log: Log,
  onStatement?: StorageEvents['onStatement'],
): Promise<RunningService> {
  const opened: Close[] = [];
  try {
    return await start(config, log, onStatement, opened);
  } catch (error) {
    await closeAll(opened);
    throw error;
  }
}

type Close = () => Promise<void> | void;

/** @param opened takes what closes each part, in the order in which they are opened */
async function start(
  config: Config,
  log: Log,
  onStatement: StorageEvents['onStatement'],
  opened: Close[],
): Promise<RunningService> {
  const metrics: Metrics = new Metrics(() => storage.poolUse());
  const storage = await openStorage(config, { onStatement, ...storageObserver(metrics, log) });
  opened.push(() => storage.close());
  const lag = watchEventLoop(config.maxLagMillis);
  opened.push(() => {
    lag.stop();
  });
  let isDraining = false;
  const admin = await startAdmin(config, metrics, async () => {
    const here = [isDraining ? 'draining' : undefined, lag.isOverloaded() ? 'overloaded' : undefined];
    return [...here, await storage.unreadyBecause()].filter((reason) => reason !== undefined);
  });
  opened.push(() => admin?.close());
  const isOverloaded = (): boolean => {
    const overloaded = lag.isOverloaded();
    if (overloaded) metrics.requestShed();
    return overloaded;
  };
  const { name, version } = packageJson;
  const onRequest = requestObserver(metrics, log);
  const container = createContainer({ config, storage, log, service: { name, version }, isOverloaded, onRequest });
  const handle = resolve(container, tokens.app).callback();
  const answer: RequestListener = (request, response) => void handle(request, response);
  const server = await listen(answer, config, (status) => {
    metrics.protocolError(status);
  });
  opened.push(() => server.close());
  opened.push(async () => {
    isDraining = true;
    await pause(config.shutdownDelayMillis);
  });
  return {
    url: server.url,
    adminUrl: admin?.url,
    logLineDropped: () => {
      metrics.logLineDropped();
    },
    stop: () => closeAll(opened),
  };
}

/**
 * Closes everything, the last first, and once.
 * @throws what the first that failed has thrown, after all others were closed, too
 */
async function closeAll(opened: Close[]): Promise<void> {
  const failures: unknown[] = [];
  for (const close of opened.splice(0).reverse())
    try {
      await close();
    } catch (error) {
      failures.push(error);
    }
  if (failures.length > 0) throw failures[0];
}

/** @param unreadyBecause why no requests should come here at the moment; empty when they should */
async function startAdmin(
  { adminHost, adminPort }: Config,
  metrics: Metrics,
  unreadyBecause: () => Promise<readonly string[]>,
): Promise<AdminServer | undefined> {
  if (adminPort === undefined) return undefined;
  return listenAdmin(adminHost, adminPort, { metrics: () => metrics.render(), unreadyBecause });
}
