import { setTimeout as pause } from 'node:timers/promises';
import { listenAdmin, type AdminServer } from '../adapters/admin/admin-server.ts';
import { Metrics } from '../adapters/admin/metrics.ts';
import { watchEventLoop } from '../adapters/http/event-loop-lag.ts';
import { listen, type RequestListener } from '../adapters/http/server.ts';
import { Closers } from './closers.ts';
import type { Config } from './config.ts';
import { createContainer } from './container.ts';
import type { ServiceLog } from './log.ts';
import { requestObserver, storageObserver } from './observers.ts';
import { resolve } from './provide.ts';
import { Readiness } from './readiness.ts';
import { readServiceName } from './service-name.ts';
import { openStorage, type StorageEvents } from './storage.ts';
import { tokens } from './tokens.ts';

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
  log: ServiceLog,
  onStatement?: StorageEvents['onStatement'],
): Promise<RunningService> {
  const closers = new Closers();
  try {
    return await start(config, log, onStatement, closers);
  } catch (error) {
    await closers.close();
    throw error;
  }
}

async function start(
  config: Config,
  log: ServiceLog,
  onStatement: StorageEvents['onStatement'],
  closers: Closers,
): Promise<RunningService> {
  const metrics: Metrics = new Metrics(() => storage.poolUse());
  const storage = await openStorage(config, { onStatement, ...storageObserver(metrics, log) });
  closers.add(() => storage.close());
  const lag = watchEventLoop(config.maxLagMillis);
  closers.add(() => {
    lag.stop();
  });
  const readiness = new Readiness(storage, lag);
  const admin = await startAdmin(config, metrics, readiness);
  closers.add(() => admin?.close());
  const isOverloaded = (): boolean => {
    const overloaded = lag.isOverloaded();
    if (overloaded) metrics.requestShed();
    return overloaded;
  };
  const onRequest = requestObserver(metrics, log);
  const container = createContainer({ config, storage, log, service: readServiceName(), isOverloaded, onRequest });
  const handle = resolve(container, tokens.app).callback();
  const answer: RequestListener = (request, response) => void handle(request, response);
  const server = await listen(answer, config, (status) => {
    metrics.protocolError(status);
  });
  closers.add(() => server.close());
  closers.add(async () => {
    readiness.drain();
    await pause(config.shutdownDelayMillis);
  });
  return {
    url: server.url,
    adminUrl: admin?.url,
    logLineDropped: () => {
      metrics.logLineDropped();
    },
    stop: () => closers.close(),
  };
}

async function startAdmin(
  { adminHost, adminPort }: Config,
  metrics: Metrics,
  readiness: Readiness,
): Promise<AdminServer | undefined> {
  if (adminPort === undefined) return undefined;
  return listenAdmin(adminHost, adminPort, {
    metrics: () => metrics.render(),
    unreadyBecause: () => readiness.unreadyBecause(),
  });
}
