import { readFileSync } from 'node:fs';
import { readFile, stat } from 'node:fs/promises';
import { messageOf } from '#application/model/describe-error';
import { describeProblems, parseKeys, type ListedKey } from './key-list.ts';

/** The file of keys cannot be used. The message is a clause that completes "KEYS_FILE …". */
export class KeyFileError extends Error {
  override readonly name = 'KeyFileError';
}

/** What happens to a file of keys while it is watched. */
export interface KeyFileEvents {
  /** The file has become invalid or missing, in this way. The last good keys stay in use. */
  readonly onInvalid: (reason: string) => void;
  /** The file was read again and is valid. */
  readonly onReload: (keys: readonly ListedKey[]) => void;
}

export interface KeyFileOptions {
  /** The text of the last good keys, if another process has read them. */
  readonly lastGood?: string | undefined;
  readonly pollMillis?: number;
}

/** How often the file is looked at. A change has to hold within 5 s. */
const POLL_MILLIS = 1000;
/** File systems count time in steps: a file that was changed so recently may change again unnoticed. */
const SETTLED_MILLIS = 2000;

/**
 * A file of keys that is read again when it changes. It is polled: events of the file system are lost where a symbolic link in the path is
 * replaced, as Kubernetes does with secrets.
 */
export class KeyFile {
  readonly #path: string;
  readonly #events: KeyFileEvents;
  readonly #pollMillis: number;
  #text: string;
  #keys: readonly ListedKey[];
  #stamp: string | undefined;
  #warning: string | undefined;
  #timer: NodeJS.Timeout | undefined;
  #isStopped = false;

  private constructor(path: string, text: string, events: KeyFileEvents, pollMillis: number) {
    this.#path = path;
    this.#text = text;
    this.#keys = keysIn(text);
    this.#events = events;
    this.#pollMillis = pollMillis;
    this.#schedule();
  }

  /**
   * Reads the file, and watches it until `stop`.
   * @throws KeyFileError if it cannot be read or is invalid, and there are no last good keys
   */
  static open(
    path: string,
    events: KeyFileEvents,
    { lastGood, pollMillis = POLL_MILLIS }: KeyFileOptions = {},
  ): KeyFile {
    try {
      return new KeyFile(path, readNow(path), events, pollMillis);
    } catch (error) {
      if (lastGood === undefined || !(error instanceof KeyFileError)) throw error;
      const file = new KeyFile(path, lastGood, events, pollMillis);
      file.#refuse(error.message);
      return file;
    }
  }

  /** What the last good keys were read from. */
  get text(): string {
    return this.#text;
  }

  /** The last good keys. */
  get keys(): readonly ListedKey[] {
    return this.#keys;
  }

  /** Why the keys in use are not those of the file; undefined if they are. */
  get warning(): string | undefined {
    return this.#warning;
  }

  stop(): void {
    this.#isStopped = true;
    clearTimeout(this.#timer);
  }

  #schedule(): void {
    if (this.#isStopped) return;
    this.#timer = setTimeout(() => void this.#poll().finally(() => this.#schedule()), this.#pollMillis);
    this.#timer.unref();
  }

  async #poll(): Promise<void> {
    try {
      const stamp = await stampOf(this.#path);
      if (stamp !== undefined && stamp === this.#stamp) return;
      const text = await readFile(this.#path, 'utf8');
      if (!this.#isStopped) this.#take(text);
      this.#stamp = stamp;
    } catch (error) {
      this.#stamp = undefined;
      if (!this.#isStopped) this.#refuse(reasonIn(error));
    }
  }

  #take(text: string): void {
    if (text === this.#text && this.#warning === undefined) return;
    this.#keys = keysIn(text);
    this.#text = text;
    this.#warning = undefined;
    this.#events.onReload(this.#keys);
  }

  #refuse(reason: string): void {
    if (reason === this.#warning) return;
    this.#warning = reason;
    this.#events.onInvalid(reason);
  }
}

/**
 * Reads a file of keys once.
 * @throws KeyFileError
 */
export function readKeys(path: string): readonly ListedKey[] {
  return keysIn(readNow(path));
}

function readNow(path: string): string {
  try {
    return readFileSync(path, 'utf8');
  } catch (error) {
    throw new KeyFileError(reasonIn(error), { cause: error });
  }
}

function reasonIn(error: unknown): string {
  return error instanceof KeyFileError ? error.message : `cannot be read: ${messageOf(error)}`;
}

function keysIn(text: string): readonly ListedKey[] {
  const parsed = parseKeys(text);
  if ('keys' in parsed) return parsed.keys;
  throw new KeyFileError(`is invalid: ${describeProblems(parsed.problems)}`);
}

/** Differs once the file does; undefined if it may change without that. Links are followed. */
async function stampOf(path: string): Promise<string | undefined> {
  const { dev, ino, size, mtimeNs, ctimeNs, ctimeMs } = await stat(path, { bigint: true });
  const isSettled = Math.abs(Date.now() - Number(ctimeMs)) > SETTLED_MILLIS;
  return isSettled ? [dev, ino, size, mtimeNs, ctimeNs].join(':') : undefined;
}
