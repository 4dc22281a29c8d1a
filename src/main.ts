// Runs the service as a process: reads the environment, prints a line when it listens, stops gracefully on a signal.
import closeWithGrace from 'close-with-grace';
import { messageOf } from '#application/model/describe-error';
import { readConfig, readSecretFiles } from '#composition/config/config';
import { isLoopback } from '#composition/config/parse-setting';
import { misspeltNames } from '#composition/config/misspelt-names';
import { prepareFolder } from '#composition/maintenance/prepare-folder';
import { createLog } from '#composition/observing/log';
import {
  isWorker,
  linkToSupervisor,
  reportFailedStart,
  startProcess,
  type SupervisorLink,
} from '#composition/processes/processes';

const SIGNALS = ['SIGTERM', 'SIGINT', 'SIGHUP'] as const;
/** Replaces the workers. */
const RESTART = 'SIGUSR2';
/** For closing the storage after the last request. */
const CLOSING_MILLIS = 10_000;
/** For killing workers that do not stop in time. */
const KILLING_MILLIS = 5000;

// During the start there is nothing to finish: the database recovers as from any crash.
let stop = (): void => process.exit(0);
stopOnSignal(() => stop());

// A restart requested during the start is kept until the workers can be replaced: they may have loaded old code.
let afterStart = (): void => undefined;
let restart = (): void => {
  afterStart = () => restart();
};
process.on(RESTART, () => restart());

/** The service's URL, set once this module has loaded, with localhost for a wildcard address, which not every browser can open. */
export let address = '';

let link: SupervisorLink | undefined;
try {
  link = await linkToSupervisor(() => stop());
  const environment = readSecretFiles(process.env, link?.texts.files);
  const config = readConfig(environment);
  const log = await createLog(config);
  stop = () => void log.flush().finally(() => process.exit(0));
  if (!isWorker) {
    for (const { name, meant } of misspeltNames(process.env))
      log.warn({}, `${name} is not a setting; did you mean ${meant}?`);
    if (config.policyFile === undefined && !isLoopback(config.host))
      log.warn({}, `POLICY_FILE is not set, so anyone who can reach ${config.host} may do everything`);
    await prepareFolder(config, log);
  }
  await log.flush();
  const stopMillis = config.shutdownDelayMillis + config.shutdownGraceMillis + CLOSING_MILLIS;
  // This imports most of the code, which takes a while, so everything that can be checked or logged first has been.
  const running = await startProcess(config, { environment, link, log, stopMillis });
  log.onDrop(() => running.observe({ kind: 'log line dropped' }));
  const delay = running.restart === undefined ? stopMillis : stopMillis + KILLING_MILLIS;
  const onSecondError = (error: unknown): void => log.fatal({ error }, 'exiting on a second uncaught error');
  // After an uncaught error the process is in an unknown state: it stops, and its supervisor starts a new one.
  const grace = closeWithGrace(
    { delay, skip: [...SIGNALS, RESTART], logger: false, onSecondError },
    async ({ err }) => {
      if (err !== undefined) log.fatal({ error: err }, 'stopping on an uncaught error');
      try {
        await running.stop();
      } catch (error) {
        log.fatal({ error }, 'the stop failed');
        throw error;
      } finally {
        await log.flush();
      }
    },
  );
  stop = () => grace.close();
  restart = () => {
    if (running.restart !== undefined) void running.restart();
    else if (!isWorker) log.warn({}, 'nothing to restart: WORKERS is 1');
  };
  process.stdout.on('error', () => undefined);
  address = running.url.replace(/(?<=^http:\/\/)(0\.0\.0\.0|\[::\])(?=:)/, 'localhost');
  if (!isWorker) {
    process.stdout.write(`Listening on ${running.url}\n`);
    if (config.pages === 'on') log.info({}, pagesAt(config.publicUrl ?? address));
  }
  afterStart();
} catch (error) {
  await reportFailedStart(messageOf(error), link);
  // Not just an exit code: open handles of a failed start could keep the process alive.
  process.exit(1);
}

/** The addresses of the pages. */
function pagesAt(url: string): string {
  const prefix = url.replace(/\/+$/, '');
  return `explorer: ${prefix}/explorer/, reference: ${prefix}/docs/`;
}

/** Ctrl-C in a terminal arrives twice, directly and through npm; only a second signal after more than a second forces the exit. */
function stopOnSignal(onFirst: () => void): void {
  let first: number | undefined;
  for (const signal of SIGNALS)
    process.on(signal, () => {
      if (first !== undefined && performance.now() - first > 1000) process.exit(1);
      if (first !== undefined) return;
      first = performance.now();
      onFirst();
    });
}
