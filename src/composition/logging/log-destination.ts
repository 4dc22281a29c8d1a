// Standard error as the log needs it. A write to a full pipe blocks whoever makes it, and a thread that is blocked cannot even be ended
// by the exit of the process. Node's own stream never blocks on pipes and sockets, but on files; pino's does it the other way round.
import { fstatSync } from 'node:fs';
import { setTimeout as pause } from 'node:timers/promises';
import { pino } from 'pino';

/** What waits to be written when the reader of the log does not keep up; lines beyond it are given up rather than kept in memory. */
const MAX_WAITING_BYTES = 4 * 1024 * 1024;
/** How long the end of the process waits for a reader that does not read. */
const FLUSH_MILLIS = 500;

/** Lines go to a file in batches of so many bytes, or after so long; the last ones are lost when the process is killed. */
const BATCH_BYTES = 4096;
const BATCH_MILLIS = 100;

export interface LogDestination {
  write(line: string): void;
  /** Writes what still waits, if somebody reads. */
  flush(): Promise<void>;
}

/**
 * Standard error, which never blocks the service and never ends it: not when nobody reads, not when the pipe is closed.
 * @param onDrop is called for every line that is given up
 */
export function logDestination(onDrop: () => void): LogDestination {
  const kind = fstatSync(process.stderr.fd);
  return kind.isFIFO() || kind.isSocket() ? pipeDestination(onDrop) : fileDestination(onDrop);
}

function pipeDestination(onDrop: () => void): LogDestination {
  const { stderr } = process;
  stderr.on('error', () => undefined);
  return {
    write: (line) => {
      if (stderr.errored === null && stderr.writableLength + line.length <= MAX_WAITING_BYTES) stderr.write(line);
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
    maxLength: MAX_WAITING_BYTES,
    minLength: BATCH_BYTES,
    periodicFlush: BATCH_MILLIS,
    contentMode: 'buffer',
  });
  file.on('error', () => undefined).on('drop', onDrop);
  // Of text it would measure the whole batch again for every line. That it takes bytes in this mode its types do not say.
  const bytes = file as unknown as Pick<NodeJS.WritableStream, 'write'>;
  return {
    write: (line) => {
      bytes.write(Buffer.from(line));
    },
    flush: async () => {
      try {
        file.flushSync();
      } catch {
        // A full disk: there is nowhere left to say so.
      }
    },
  };
}
