import { dirname } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { listenAdmin, type Readiness } from '#adapters/admin/admin-server';
import { createMetrics, type Metrics } from '#adapters/admin/metrics';
import type { MetricsJson } from '#adapters/admin/metrics-of-processes';
import { Subscribers } from '#adapters/http/handlers/subscribers';
import { LoadShedder, watchEventLoop } from '#adapters/http/koa/load-shedder';
import type { Log } from '#adapters/http/koa/log';
import { listen, type RequestListener } from '#adapters/http/koa/server';
import { isDefault } from '#adapters/persistence/tables/table-model';
import type { Observe } from '#application/ports/observation';
import { openAccess, type AccessTexts } from './access/open-access.ts';
import type { Config } from './config/config.ts';
import { createContainer, resolve, tokens } from './container.ts';
import { describeApi } from './describe-api.ts';
import { purgeAnswersHourly, purgeChangesHourly, settleRegularly } from './maintenance/regular-tasks.ts';
import { observer } from './observing/observe.ts';
import { openStorage } from './open-storage.ts';
import { served } from './product/served.ts';
import type { StorageOptions } from './storage.ts';

export interface RunningService extends RunningProcess {
  readiness(): Promise<Readiness>;
  metrics(): Promise<MetricsJson>;
}

export interface StartOptions {
  /** Called with every SQL statement before it is sent. */
  readonly onStatement?: StorageOptions['onStatement'];
  /** Shared with the other processes of this service; by default there are none. */
  readonly newest?: StorageOptions['newest'];
  /** True if this process replaces another one while the rest of the service runs. */
  readonly joins?: boolean | undefined;
  /** The texts of the files, if another process has read them. */
  readonly access?: AccessTexts;
  /** Called with the text of the API keys whenever valid ones were read. */
  readonly onKeysRead?: (text: string) => void;
  /** The interval at which the feed is settled, for tests that count statements. */
  readonly settleMillis?: number;
}

/**
 * Starts the service: access, storage, migrations, HTTP.
 * @throws Error when the policy or the storage is unusable, an address cannot be listened on, or the model cannot be described
 */
export async function startService(config: Config, log: Log, options: StartOptions = {}): Promise<RunningService> {
  const isOwn = !isDefault(served.tables);
  // Otherwise the document is built only on request, and names of the model may collide in it.
  if (isOwn) describeApi(config);
  const opened: Close[] = [];
  try {
    const service = await start(config, log, options, opened);
    const { name, version } = served.service;
    if (isOwn) log.info({}, `the model is ${name} ${version}, in ${dirname(served.tables.migrations)}`);
    return service;
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
  { access: texts, onKeysRead, settleMillis, ...options }: StartOptions,
  opened: Close[],
): Promise<RunningService> {
  const metrics: Metrics = createMetrics(
    () => storage.poolUse(),
    () => storage.replicas(),
    () => subscribers.number,
  );
  const observe = observer(metrics.count, log);
  const access = await openAccess(config, { observe, onKeysRead }, texts);
  opened.push(() => access?.stop());
  const storage = await openStorage(config, { ...options, observe });
  opened.push(() => storage.close());
  const lag = watchEventLoop(config.maxLagMillis);
  opened.push(() => lag.stop());
  const subscribers = new Subscribers(config);
  const load = new LoadShedder(() => lag.isLagging(), observe);
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
  const container = createContainer({
    config,
    storage,
    log,
    load,
    subscribers,
    observe,
    access: access?.access,
  });
  const handle = resolve(container, tokens.app).callback();
  const answer: RequestListener = (request, response) => void handle(request, response);
  const server = await listen(answer, config, observe);
  opened.push(() => server.close());
  const tasks = [
    purgeAnswersHourly(storage.unitOfWork, observe),
    purgeChangesHourly(storage.unitOfWork, config.changesTtlSeconds, observe),
    settleRegularly(storage.unitOfWork, observe, settleMillis),
  ];
  opened.push(async () => {
    await Promise.all(tasks.map((task) => task.stop()));
  });
  // Their clients reconnect, to another process if there is one.
  opened.push(() => subscribers.stop());
  opened.push(async () => {
    isDraining = true;
    await pause(config.shutdownDelayMillis);
  });
  return {
    url: server.url,
    adminUrl: admin?.url,
    readiness,
    metrics: metrics.snapshot,
    observe,
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
  /** Reports observations made outside the service. */
  readonly observe: Observe;
  /** Finishes pending requests, then closes connections and storage. */
  stop(): Promise<void>;
  /** Replaces the processes that serve; undefined: this one serves itself. */
  readonly restart?: () => Promise<void>;
}
