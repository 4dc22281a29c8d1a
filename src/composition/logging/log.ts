import { hostname } from 'node:os';
import { pino } from 'pino';
import type { Log } from '../../adapters/http/log.ts';
import type { Config } from '../config/config.ts';
import { describeError } from './describe-error.ts';
import { logDestination } from './log-destination.ts';

export interface ProcessLog extends Log {
  fatal(facts: Readonly<Record<string, unknown>>, message: string): void;
  onDrop(listener: () => void): void;
  /** Writes buffered lines if possible. */
  flush(): Promise<void>;
}

/** Logs JSON lines to standard error, without ever blocking or ending the service. */
export function createLog(level: Config['logLevel']): ProcessLog {
  let dropped = (): void => undefined;
  const destination = logDestination(() => dropped());
  const base = { pid: process.pid, hostname: hostname() };
  const log = pino({ level, base, serializers: { error: describeError } }, destination);
  return {
    info: log.info.bind(log),
    warn: log.warn.bind(log),
    error: log.error.bind(log),
    fatal: log.fatal.bind(log),
    onDrop: (listener) => {
      dropped = listener;
    },
    flush: () => destination.flush(),
  };
}
