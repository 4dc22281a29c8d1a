import { setTimeout as pause } from 'node:timers/promises';
import { trace } from '@opentelemetry/api';
import { listenAdmin, type Readiness } from '#adapters/admin/admin-server';
import { createMetrics, type Metrics } from '#adapters/admin/metrics';
import type { MetricsJson } from '#adapters/admin/metrics-of-processes';
import { LoadShedder, watchEventLoop } from '#adapters/http/koa/load-shedder';
import type { Log } from '#adapters/http/koa/log';
import { countStatement, type RequestFacts } from '#adapters/http/koa/observe-request';
import { listen, type RequestListener } from '#adapters/http/koa/server';
import { reasonOf } from '#application/model/describe-error';
import { QueryTimeoutError, StorageUnavailableError } from '#application/model/errors';
import { openAccess, type HeldAccess } from './access/open-access.ts';
import type { Config } from './config/config.ts';
import { createContainer, resolve, tokens } from './container.ts';
import { purgeHourly, type PurgeReports } from './maintenance/purge-answers.ts';
import { openStorage } from './open-storage.ts';
import type { StorageEvents, StorageOptions } from './storage.ts';

export interface RunningService extends RunningProcess {
  readiness(): Promise<Readiness>;
  metrics(): Promise<MetricsJson>;
}

export interface StartOptions {
  /** Is given every SQL statement before it is sent. */
  readonly onStatement?: StorageOptions['onStatement'];
  /** Shared with the other processes of this service; by default there are none. */
  readonly newest?: StorageOptions['newest'];
  /** If another process has read the files. */
  readonly access?: HeldAccess;
  /** Called with the text of the API keys whenever valid ones were read. */
  readonly onKeysRead?: (text: string) => void;
}

/**
 * Starts the service: access, storage, migrations, HTTP.
 * @throws Error when the policy or the storage is unusable or an address cannot be listened on
 */
export async function startService(config: Config, log: Log, options: StartOptions = {}): Promise<RunningService> {
  const opened: Close[] = [];
  try {
    return await start(config, log, options, opened);
  } catch (error) {
    await closeAll(opened);
    throw error;
  }
}

type Close = () => Promise<void> | void;

/** @param opened collects the close functions of what was opened, in that order */
async function start(
  config: Config,
  log: Log,
  { access: held, onKeysRead: keysRead, ...options }: StartOptions,
  opened: Close[],
): Promise<RunningService> {
  const metrics: Metrics = createMetrics(
    () => storage.poolUse(),
    () => storage.replicas(),
  );
  const access = await openAccess(config, { ...accessObserver(metrics, log), keysRead }, held);
  opened.push(() => access?.stop());
  const storage = await openStorage(config, { ...options, ...storageObserver(metrics, log) });
  opened.push(() => storage.close());
  const lag = watchEventLoop(config.maxLagMillis);
  opened.push(() => lag.stop());
  const load = new LoadShedder(() => lag.isLagging(), metrics.requestShed);
  let isDraining = false;
  const readiness = async (): Promise<Readiness> => {
    const own = [isDraining ? 'draining' : undefined, load.isExcessive ? 'overloaded' : undefined];
    const because = [...own, await storage.unreadyReason()].filter((reason) => reason !== undefined);
    return { because, warnings: access?.warnings() ?? [], policies: access === undefined ? [] : [access.policyDigest] };
  };
  const { adminHost, adminPort } = config;
  const pages = { metrics: metrics.render, readiness };
  const admin = adminPort === undefined ? undefined : await listenAdmin(adminHost, adminPort, pages);
  opened.push(() => admin?.close());
  const onRequest = requestObserver(metrics, log);
  const container = createContainer({
    config,
    storage,
    log,
    load,
    onRequest,
    onKeyedAnswer: metrics.keyedAnswer,
    access: access?.access,
    onCollision: metrics.collision,
  });
  const handle = resolve(container, tokens.app).callback();
  const answer: RequestListener = (request, response) => void handle(request, response);
  const server = await listen(answer, config, metrics.protocolError);
  opened.push(() => server.close());
  const purging = purgeHourly(storage.unitOfWork, purgeObserver(metrics, log));
  opened.push(() => purging.stop());
  opened.push(async () => {
    isDraining = true;
    await pause(config.shutdownDelayMillis);
  });
  return {
    url: server.url,
    adminUrl: admin?.url,
    readiness,
    metrics: metrics.snapshot,
    logLineDropped: metrics.logLineDropped,
    stop: () => closeAll(opened),
  };
}

/**
 * Closes everything in reverse order, once.
 * @throws the first failure, after closing the others
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

/** The service as a process sees it: in this process, or in several that it supervises. */
export interface RunningProcess {
  /** `http://host:port` */
  readonly url: string;
  /** Undefined: the admin server is off. */
  readonly adminUrl: string | undefined;
  /** Counts a dropped log line. */
  logLineDropped(): void;
  /** Answers pending requests, then closes connections and storage. */
  stop(): Promise<void>;
  /** Replaces the processes that serve; undefined: this one serves itself. */
  readonly restart?: () => Promise<void>;
}

// Reports requests and statements to metrics, logs and traces.

function storageObserver(metrics: Metrics, log: Log): StorageEvents {
  const tracer = trace.getTracer('database');
  return {
    onRecovery: (folder) => log.info({}, `recovering the database in ${folder}, which was not closed`),
    onStatementDone: (millis) => {
      countStatement(millis);
      metrics.statementDone(millis);
      tracer.startSpan('statement', { startTime: Date.now() - millis }).end();
    },
    onFailure: metrics.databaseError,
    onAdvice: (advice) => log.warn({ advice }, 'the database could be quicker'),
    onHostChange: (host) => log.warn({ host }, 'another host takes the writes now'),
    onFormerPrimary: (reason) => log.warn({ reason }, 'writes are refused'),
    onRead: metrics.readRouted,
    onReplicaFailure: (replica, error) => log.warn({ replica, reason: reasonOf(error) }, 'a replica is left out'),
    onReplicaRecovery: (replica) => log.info({ replica }, 'a replica answers reads'),
    onDelay: (reason) => log.warn({ reason }, 'storage is not ready, trying again'),
  };
}

/** Reports who comes in: how many, never who. */
function accessObserver(metrics: Metrics, log: Log): Parameters<typeof openAccess>[1] {
  return {
    onIdentified: metrics.identified,
    keysReloaded: (count) => {
      metrics.keysReloaded();
      log.info({ count }, 'the API keys have changed');
    },
    keysInvalid: (reason) => {
      metrics.keysInvalid();
      log.error({ reason }, 'the file of API keys cannot be used, the last good keys stay');
    },
    policyServed: (digest) => {
      metrics.policyServed(digest);
      log.info({ policy: digest }, 'serving the policy');
    },
    issuerFailed: (reason) => {
      metrics.issuerFailed();
      log.warn({ reason }, 'the issuer of tokens does not answer with its keys');
    },
  };
}

function purgeObserver(metrics: Metrics, log: Log): PurgeReports {
  const failed = 'stored answers could not be purged, trying again in an hour';
  return {
    onPurged: (number) => {
      metrics.answersPurged(number);
      log.debug({ number }, 'stored answers purged');
    },
    onFailure: (error) => {
      if (error instanceof StorageUnavailableError || error instanceof QueryTimeoutError)
        log.warn({ reason: reasonOf(error) }, failed);
      else log.error({ error }, failed);
    },
  };
}

/** Reports requests. Their log lines have durations to a tenth of a millisecond. */
function requestObserver(metrics: Metrics, log: Log): (facts: RequestFacts) => void {
  return (facts) => {
    metrics.requestAnswered(facts);
    if (facts.broken) metrics.answerBroken();
    const durationMillis = toTenths(facts.durationMillis);
    const databaseMillis = toTenths(facts.databaseMillis);
    log.info({ ...facts, durationMillis, databaseMillis }, 'request');
  };
}

function toTenths(number: number): number {
  return Math.round(number * 10) / 10;
}
