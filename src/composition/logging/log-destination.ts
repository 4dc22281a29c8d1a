// A write to a full pipe, or to a terminal that is stopped with Ctrl-S, blocks its thread, which then cannot even exit. Node's stderr
// never blocks on pipes and sockets, pino's never on files, so each is used where it does not block. Terminals need a third way.
import { constants, fstatSync, openSync, writeSync } from 'node:fs';
import { setTimeout as pause } from 'node:timers/promises';
import { isatty } from 'node:tty';
import { pino } from 'pino';

/** Lines beyond this are dropped when the reader of the log does not keep up. */
const MAX_BUFFERED_BYTES = 4 * 1024 * 1024;
/** How long the exit waits for a reader that has stopped reading. */
const FLUSH_MILLIS = 500;

/** Lines go to a file in batches; the last ones are lost when the process is killed. */
const BATCH_BYTES = 4096;
const BATCH_MILLIS = 100;

/** A terminal that takes nothing at the moment is tried again after this time. */
const RETRY_MILLIS = 10;

export interface LogDestination {
  write(line: string): void;
  /** Writes buffered lines if possible. */
  flush(): Promise<void>;
}

/**
 * Writes to standard error; a full or closed pipe or terminal neither blocks nor ends the service.
 * @param onDrop is called for every dropped line
 */
export function logDestination(onDrop: () => void): LogDestination {
  const terminal = openTerminal();
  if (terminal !== undefined) return terminalDestination(terminal, onDrop);
  const kind = fstatSync(process.stderr.fd);
  return kind.isFIFO() || kind.isSocket() ? pipeDestination(onDrop) : fileDestination(onDrop);
}

function pipeDestination(onDrop: () => void): LogDestination {
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

/**
 * Opens the terminal that standard error is, without blocking. It is opened anew since that is a property of the open file, which the
 * shell has too. Undefined where this does not work: on other systems than Linux, and for another user's terminal.
 */
function openTerminal(): number | undefined {
  const { fd } = process.stderr;
  if (process.platform !== 'linux' || !isatty(fd)) return undefined;
  try {
    return openSync(`/proc/self/fd/${fd}`, constants.O_WRONLY | constants.O_NONBLOCK | constants.O_NOCTTY);
  } catch {
    return undefined;
  }
}

/** Writes lines at once, so that they can be seen even if the process then computes for seconds. */
function terminalDestination(terminal: number, onDrop: () => void): LogDestination {
  let text = '';
  let bytes = Buffer.alloc(0);
  let retry: NodeJS.Timeout | undefined;
  const buffered = (): number => text.length + bytes.length;
  const writeBuffered = (): void => {
    retry = undefined;
    try {
      while (buffered() > 0) {
        if (bytes.length === 0) [bytes, text] = [Buffer.from(text), ''];
        bytes = bytes.subarray(writeSync(terminal, bytes));
      }
    } catch (error) {
      if (isBusy(error)) {
        retry = setTimeout(writeBuffered, RETRY_MILLIS);
        return;
      }
      [bytes, text] = [Buffer.alloc(0), ''];
      onDrop();
    }
  };
  return {
    write: (line) => {
      if (buffered() + line.length > MAX_BUFFERED_BYTES) {
        onDrop();
        return;
      }
      text += line;
      if (retry === undefined) writeBuffered();
    },
    flush: async () => {
      const end = performance.now() + FLUSH_MILLIS;
      while (buffered() > 0 && performance.now() < end) await pause(RETRY_MILLIS);
    },
  };
}

function isBusy(error: unknown): boolean {
  return error instanceof Error && 'code' in error && error.code === 'EAGAIN';
}
