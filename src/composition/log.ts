import { hostname } from 'node:os';
import { pino } from 'pino';
import type { Log } from '../adapters/http/log.ts';
import type { RequestFacts } from '../adapters/http/middleware/observe-request.ts';
import type { Config } from './config.ts';
import { describeError } from './describe-error.ts';
import { logDestination } from './log-destination.ts';
import { requestLineWriter } from './request-line.ts';

export interface ServiceLog extends Log {
  /** Notes a request that is over. */
  request(facts: RequestFacts): void;
}

export interface ProcessLog extends ServiceLog {
  fatal(facts: Readonly<Record<string, unknown>>, message: string): void;
  onDrop(listener: () => void): void;
  /** Writes what still waits, if somebody reads. */
  flush(): Promise<void>;
}

/** A log of JSON lines on standard error. It never blocks the service and never ends it. */
export function createLog(level: Config['logLevel']): ProcessLog {
  let dropped = (): void => undefined;
  const destination = logDestination(() => dropped());
  const base = { pid: process.pid, hostname: hostname() };
  const log = pino({ level, base, serializers: { error: describeError } }, destination);
  const requestLine = requestLineWriter(base);
  const logsRequests = log.isLevelEnabled('info');
  return {
    request: (facts) => {
      if (logsRequests) destination.write(requestLine(facts, Date.now()));
    },
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
