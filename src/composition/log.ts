import { pino } from 'pino';
import type { Log } from '../adapters/http/log.ts';
import type { Config } from './config.ts';
import { describeError } from './describe-error.ts';

/** What waits to be written when the reader of the log does not keep up; lines beyond it are given up rather than kept in memory. */
const MAX_WAITING_BYTES = 4 * 1024 * 1024;

export interface ProcessLog extends Log {
  fatal(facts: Readonly<Record<string, unknown>>, message: string): void;
  onDrop(listener: () => void): void;
  /** Writes what still waits. */
  flush(): void;
}

/** A log of JSON lines on standard error. It never blocks the service and never ends it: not when nobody reads, not when the pipe is closed. */
export function createLog(level: Config['logLevel']): ProcessLog {
  const destination = pino.destination({ dest: 2, sync: false, maxLength: MAX_WAITING_BYTES });
  destination.on('error', () => undefined);
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
      destination.on('drop', listener);
    },
    flush: () => {
      try {
        destination.flushSync();
      } catch {
        // Nobody reads the log any more: there is nowhere left to say so.
      }
    },
  };
}
