import { readFile } from 'node:fs/promises';
import { messageOf } from '#application/model/describe-error';
import { withoutCredentials } from './api-key.ts';
import { describeProblems, readKeyList, type ListedKey, type ParsedKeyFile } from './key-list.ts';

/** The key file cannot be used. The message is a clause that completes "KEYS_FILE …". */
export class KeyFileError extends Error {
  override readonly name = 'KeyFileError';
}

/** The events of a watched key file. */
export interface KeyFileEvents {
  /** The file has become invalid or missing, for this reason. The last good keys stay in use. */
  readonly onInvalid: (reason: string) => void;
  /** The file was read again and is valid. */
  readonly onReload: (keys: readonly ListedKey[]) => void;
}

export type ParseKeyFile = (text: string) => Promise<ParsedKeyFile>;

export interface KeyFileOptions {
  readonly parse: ParseKeyFile;
  /** The text of the last good keys, if another process has read them. */
  readonly lastGood?: string | undefined;
  readonly pollMillis?: number;
}

/** The poll interval. A change must take effect within 5 s. */
const POLL_MILLIS = 1000;

/** The file's text, with its keys or the reason why there are none. The text is undefined if the file cannot be read. */
interface Good {
  readonly text: string;
  readonly keys: readonly ListedKey[];
}
type Reading = Good | { readonly text: string | undefined; readonly reason: string };

/**
 * Polls a key file, and parses it when it has changed. File system events would miss a replaced symbolic link in the path, which is how Kubernetes
 * updates secrets. Modification times are too coarse to distinguish two changes in a row.
 */
export class KeyFile {
  readonly #path: string;
  readonly #events: KeyFileEvents;
  readonly #parse: ParseKeyFile;
  readonly #pollMillis: number;
  #good: Good;
  #last: Reading;
  #timer: NodeJS.Timeout | undefined;
  #isStopped = false;

  private constructor(
    path: string,
    events: KeyFileEvents,
    good: Good,
    { parse, pollMillis = POLL_MILLIS }: KeyFileOptions,
  ) {
    this.#path = path;
    this.#events = events;
    this.#good = good;
    this.#last = good;
    this.#parse = parse;
    this.#pollMillis = pollMillis;
    this.#schedule();
  }

  /**
   * Reads the file, and watches it until `stop`.
   * @throws KeyFileError if it cannot be read or is invalid, and there are no last good keys
   */
  static async open(path: string, events: KeyFileEvents, options: KeyFileOptions): Promise<KeyFile> {
    const { parse, lastGood } = options;
    const first = await readKeyFile(path, parse);
    if ('keys' in first) return new KeyFile(path, events, first, options);
    const good = lastGood === undefined ? first : await readText(lastGood, parse);
    if (!('keys' in good)) throw new KeyFileError(good.reason);
    const file = new KeyFile(path, events, good, options);
    file.#take(first);
    return file;
  }

  /** The text that the last good keys were read from. */
  get text(): string {
    return this.#good.text;
  }

  /** The last good keys. */
  get keys(): readonly ListedKey[] {
    return this.#good.keys;
  }

  /** The reason why the keys in use are not those of the file; undefined if they are. */
  get warning(): string | undefined {
    return 'reason' in this.#last ? this.#last.reason : undefined;
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
    const next = await readKeyFile(this.#path, this.#parse, this.#last);
    if (!this.#isStopped && next !== this.#last) this.#take(next);
  }

  #take(next: Reading): void {
    const former = this.warning;
    this.#last = next;
    if ('reason' in next) {
      if (next.reason !== former) this.#events.onInvalid(next.reason);
      return;
    }
    this.#good = next;
    this.#events.onReload(next.keys);
  }
}

/**
 * Reads a key file once.
 * @throws KeyFileError
 */
export async function readKeys(path: string, parse: ParseKeyFile): Promise<readonly ListedKey[]> {
  const reading = await readKeyFile(path, parse);
  if ('keys' in reading) return reading.keys;
  throw new KeyFileError(reading.reason);
}

/** @param last returned if the text has not changed */
async function readKeyFile(path: string, parse: ParseKeyFile, last?: Reading): Promise<Reading> {
  try {
    const text = await readFile(path, 'utf8');
    return text === last?.text ? last : await readText(text, parse);
  } catch (error) {
    return { text: undefined, reason: `cannot be read: ${withoutCredentials(messageOf(error))}` };
  }
}

async function readText(text: string, parse: ParseKeyFile): Promise<Reading> {
  const read = await readKeyList(await parse(text));
  return 'keys' in read
    ? { text, keys: read.keys }
    : { text, reason: `is invalid: ${describeProblems(read.problems)}` };
}
