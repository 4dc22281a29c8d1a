import { pino } from 'pino';
import type { Log } from '../adapters/http/log.ts';
import type { Config } from './config.ts';
import { describeError } from './describe-error.ts';
import { logDestination } from './log-destination.ts';

export interface ProcessLog extends Log {
  fatal(facts: Readonly<Record<string, unknown>>, message: string): void;
  onDrop(listener: () => void): void;
  /** Writes what still waits, if somebody reads. */
  flush(): Promise<void>;
}

/** A log of JSON lines on standard error. It never blocks the service and never ends it. */
export function createLog(level: Config['logLevel']): ProcessLog {
  let dropped = (): void => undefined;
  const destination = logDestination(() => dropped());
  const log = pino({ level, serializers: { error: describeError } }, destination);
  return {
    info: (facts, message) => {
      log.info(facts, message);
    },
    warn: (facts, message) => {
      log.warn(facts, message);
    },
    error: (facts, message) => {
      log.error(facts, message);
    },
    fatal: (facts, message) => {
      log.fatal(facts, message);
    },
    onDrop: (listener) => {
      dropped = listener;
    },
    flush: () => destination.flush(),
  };
}
