// Runs the service as a process: configuration from the environment, one line when it listens, an orderly stop on a signal.
import { pino } from 'pino';
import { readConfig } from './composition/config.ts';
import { describeError } from './composition/describe-error.ts';
import { startService, type RunningService } from './composition/service.ts';

try {
  const config = readConfig(process.env);
  const log = pino({ level: config.logLevel, serializers: { error: describeError } }, pino.destination(2));
  const service = await startService(config, log);
  stopOnSignal(service);
  process.stdout.write(`Listening on ${service.url}\n`);
} catch (error) {
  process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`);
  process.exitCode = 1;
}

/** A terminal's Ctrl-C reaches npm and this process both, so the same signal may come twice: only the first one counts. */
function stopOnSignal(service: RunningService): void {
  let stopping = false;
  for (const signal of ['SIGTERM', 'SIGINT', 'SIGHUP'] as const)
    process.on(signal, () => {
      if (stopping) return;
      stopping = true;
      void service.stop();
    });
}
