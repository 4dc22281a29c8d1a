import { readFileSync } from 'node:fs';
import { setTimeout as pause } from 'node:timers/promises';
import { trace } from '@opentelemetry/api';
import { listenAdmin } from '../adapters/admin/admin-server.ts';
import { Metrics } from '../adapters/admin/metrics.ts';
import { watchEventLoop } from '../adapters/http/event-loop-lag.ts';
import type { Log } from '../adapters/http/log.ts';
import type { RequestFacts } from '../adapters/http/middleware/observe-request.ts';
import { countStatement } from '../adapters/http/request-cost.ts';
import { listen, type RequestListener } from '../adapters/http/server.ts';
import type { Config } from './config.ts';
import { createContainer } from './container.ts';
import { resolve } from './provide.ts';
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
  log: Log,
  onStatement?: StorageEvents['onStatement'],
): Promise<RunningService> {
  const closers: (() => Promise<void> | void)[] = [];
  const stop = async (): Promise<void> => {
    for (const close of closers.splice(0).reverse()) await close();
  };
  try {
    const metrics: Metrics = new Metrics(() => storage.poolUse());
    const storage = await openStorage(config, { onStatement, ...storageEvents(metrics, log) });
    closers.push(() => storage.close());
    const lag = watchEventLoop(config.maxLagMillis);
    closers.push(() => {
      lag.stop();
    });
    const draining = new AbortController();
    const pages = {
      metrics: () => metrics.render(),
      unreadyBecause: async () => {
        const reasons = [
          draining.signal.aborted ? 'draining' : undefined,
          lag.isOverloaded() ? 'overloaded' : undefined,
        ];
        return [...reasons, await storage.unreadyBecause()].filter((reason) => reason !== undefined);
      },
    };
    const admin =
      config.adminPort === undefined ? undefined : await listenAdmin(config.adminHost, config.adminPort, pages);
    closers.push(() => admin?.close());
    const isOverloaded = (): boolean => {
      const overloaded = lag.isOverloaded();
      if (overloaded) metrics.requestShed();
      return overloaded;
    };
    const onRequest = requestReport(metrics, log);
    const container = createContainer({ config, storage, log, service: readServiceName(), isOverloaded, onRequest });
    const handle = resolve(container, tokens.app).callback();
    const answer: RequestListener = (request, response) => void handle(request, response);
    const server = await listen(answer, config, (status) => {
      metrics.protocolError(status);
    });
    closers.push(() => server.close());
    closers.push(async () => {
      draining.abort();
      await pause(config.shutdownDelayMillis);
    });
    return {
      url: server.url,
      adminUrl: admin?.url,
      logLineDropped: () => {
        metrics.logLineDropped();
      },
      stop,
    };
  } catch (error) {
    await stop();
    throw error;
  }
}

function storageEvents(metrics: Metrics, log: Log): StorageEvents {
  const tracer = trace.getTracer('database');
  return {
    onStatementDone: (millis) => {
      countStatement(millis);
      metrics.statementDone(millis);
      tracer.startSpan('statement', { startTime: Date.now() - millis }).end();
    },
    onCollision: () => {
      metrics.collision();
    },
    onFailure: (code) => {
      metrics.databaseError(code);
    },
    onDelay: (reason) => {
      log.warn({ reason }, 'storage is not ready, trying again');
    },
  };
}

function requestReport(metrics: Metrics, log: Log): (facts: RequestFacts) => void {
  return (facts) => {
    metrics.requestAnswered(facts);
    const { durationMillis, databaseMillis, ...rest } = facts;
    log.info({ ...rest, durationMillis: rounded(durationMillis), databaseMillis: rounded(databaseMillis) }, 'request');
  };
}

/** To tenths of a millisecond. */
function rounded(millis: number): number {
  return Math.round(millis * 10) / 10;
}

function readServiceName(): { readonly name: string; readonly version: string } {
  const file = new URL('../../package.json', import.meta.url);
  const { name, version } = JSON.parse(readFileSync(file, 'utf8')) as Record<'name' | 'version', string>;
  return { name, version };
}
