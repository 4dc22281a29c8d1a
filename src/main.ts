// Runs the service as a process: reads the environment, prints a line when it listens, stops gracefully on a signal.
import closeWithGrace from 'close-with-grace';
import { readConfig } from './composition/config/config.ts';
import { createLog } from './composition/logging/log.ts';
import { messageOf } from './composition/logging/describe-error.ts';
import { readSecretFiles } from './composition/config/secret-files.ts';
import { prepareFolder } from './composition/prepare-folder.ts';

const SIGNALS = ['SIGTERM', 'SIGINT', 'SIGHUP'] as const;
/** For closing the storage after the last request. */
const CLOSING_MILLIS = 10_000;

// While the service starts, there is nothing to finish: a database recovers from this as from any crash.
let stop = (): void => process.exit(0);
stopOnSignal(() => stop());

try {
  const config = readConfig(readSecretFiles(process.env));
  const log = await createLog(config);
  stop = () => void log.flush().finally(() => process.exit(0));
  prepareFolder(config, log);
  await log.flush();
  // Loads most of the code, which takes a while: whatever can be said or refused before has been.
  const { startService } = await import('./composition/service.ts');
  const service = await startService(config, log);
  log.onDrop(() => service.logLineDropped());
  const delay = config.shutdownDelayMillis + config.shutdownGraceMillis + CLOSING_MILLIS;
  const onSecondError = (error: unknown): void => log.fatal({ error }, 'exiting on a second uncaught error');
  // After an uncaught error the process is in an unknown state: it stops, and its supervisor starts a new one.
  const grace = closeWithGrace({ delay, skip: [...SIGNALS], logger: false, onSecondError }, async ({ err }) => {
    if (err !== undefined) log.fatal({ error: err }, 'stopping on an uncaught error');
    try {
      await service.stop();
    } catch (error) {
      log.fatal({ error }, 'the stop failed');
      throw error;
    } finally {
      await log.flush();
    }
  });
  stop = () => grace.close();
  process.stdout.on('error', () => undefined);
  process.stdout.write(`Listening on ${service.url}\n`);
} catch (error) {
  // Not just an exit code: open handles of a failed start could keep the process alive.
  process.stderr.write(`${messageOf(error)}\n`, () => process.exit(1));
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
