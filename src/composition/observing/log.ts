import { fstatSync } from 'node:fs';
import { hostname } from 'node:os';
import { setTimeout as pause } from 'node:timers/promises';
import { pino } from 'pino';
import type { Log } from '#adapters/http/koa/log';
import { describeError } from '#application/model/describe-error';
import type { Config } from '../config/config.ts';

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

/** Formats a JSON line of the log, line break included. */
export type LineFormat = (line: string) => string;

/** The properties of a stream that describe its reader. */
export interface LogReader {
  /** True if it is a terminal. */
  readonly isTTY?: boolean | undefined;
  /** True if the terminal has colors and its user wants them (`NO_COLOR`). */
  hasColors?(): boolean;
}

/** Chooses the format of log lines. The one for people is loaded on demand, since loading it makes the start longer. */
export async function lineFormat(choice: Config['logFormat'], reader: LogReader): Promise<LineFormat> {
  if (choice === 'json' || (choice === 'auto' && reader.isTTY !== true)) return (line) => line;
  const { prettyLines } = await import('./pretty-lines.ts');
  return prettyLines(reader.hasColors?.() ?? false);
}

// A write to a full pipe blocks its thread, which then cannot even exit. Node's stderr does not block on pipes and
// sockets, and pino's destination does not block on files, so each is used where it does not block. A terminal gets its
// lines at once, even if the process then computes for seconds.

/** Lines beyond this are dropped when the reader of the log does not keep up. */
const MAX_BUFFERED_BYTES = 4 * 1024 * 1024;
/** The longest that the exit waits for a stalled reader. */
const FLUSH_MILLIS = 500;

/** Lines go to a file in batches; the last ones are lost when the process is killed. */
const BATCH_BYTES = 4096;
const BATCH_MILLIS = 100;

export interface LogDestination {
  write(line: string): void;
  /** Writes buffered lines if possible. */
  flush(): Promise<void>;
}

/**
 * Writes to standard error; a full or closed pipe neither blocks nor ends the service.
 * @param onDrop called for every dropped line
 */
function logDestination(onDrop: () => void): LogDestination {
  const kind = fstatSync(process.stderr.fd);
  const isStream = kind.isFIFO() || kind.isSocket() || process.stderr.isTTY;
  return isStream ? streamDestination(onDrop) : fileDestination(onDrop);
}

function streamDestination(onDrop: () => void): LogDestination {
  const { stderr } = process;
  stderr.on('error', () => undefined);
  return {
    write: (line) => {
      if (stderr.errored === null && stderr.writableLength + line.length <= MAX_BUFFERED_BYTES) stderr.write(line);
      else onDrop();
    },
    flush: async () => {
      const written = new Promise<void>((resolve) => stderr.write('', () => resolve()));
      await Promise.race([written, pause(FLUSH_MILLIS)]);
    },
  };
}

function fileDestination(onDrop: () => void): LogDestination {
  const file = pino.destination({
    dest: process.stderr.fd,
    sync: false,
    maxLength: MAX_BUFFERED_BYTES,
    minLength: BATCH_BYTES,
    periodicFlush: BATCH_MILLIS,
    contentMode: 'buffer',
  });
  file.on('error', () => undefined).on('drop', onDrop);
  // In text mode it would measure the whole batch again for each line. Its types do not declare that this mode takes bytes.
  const bytes = file as unknown as Pick<NodeJS.WritableStream, 'write'>;
  return {
    write: (line) => void bytes.write(Buffer.from(line)),
    flush: async () => {
      try {
        file.flushSync();
      } catch {
        // A full disk: nowhere left to report it.
      }
    },
  };
}
