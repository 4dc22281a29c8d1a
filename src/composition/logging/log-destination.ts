// A write to a full pipe blocks its thread, which then cannot even exit. Node's stderr never blocks on pipes and sockets, pino's never on
// files, so each is used where it does not block. A terminal gets its lines at once, even if the process then computes for seconds.
import { fstatSync } from 'node:fs';
import { setTimeout as pause } from 'node:timers/promises';
import { pino } from 'pino';

/** Lines beyond this are dropped when the reader of the log does not keep up. */
const MAX_BUFFERED_BYTES = 4 * 1024 * 1024;
/** How long the exit waits for a reader that has stopped reading. */
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
 * @param onDrop is called for every dropped line
 */
export function logDestination(onDrop: () => void): LogDestination {
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
  // In text mode it would measure the whole batch again for every line. Its types do not know that this mode takes bytes.
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
