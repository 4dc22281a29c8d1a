import { hostname } from 'node:os';
import { pino } from 'pino';
import type { Log } from '#adapters/http/koa/state';
import { describeError } from '#application/model/describe-error';
import type { Config } from '../config/config.ts';
import { lineFormat } from './line-format.ts';
import { logDestination } from './log-destination.ts';

export interface ProcessLog extends Log {
  fatal(facts: Readonly<Record<string, unknown>>, message: string): void;
  onDrop(listener: () => void): void;
  /** Writes buffered lines if possible. */
  flush(): Promise<void>;
}

/** Logs to standard error: JSON lines, or lines for people. Only a stopped terminal blocks the service. */
export async function createLog({ logLevel, logFormat }: Pick<Config, 'logLevel' | 'logFormat'>): Promise<ProcessLog> {
  let dropped = (): void => undefined;
  const destination = logDestination(() => dropped());
  const format = await lineFormat(logFormat, process.stderr);
  const base = { pid: process.pid, hostname: hostname() };
  const options = { level: logLevel, base, serializers: { error: describeError } };
  const log = pino(options, { write: (line) => destination.write(format(line)) });
  return {
    debug: log.debug.bind(log),
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
