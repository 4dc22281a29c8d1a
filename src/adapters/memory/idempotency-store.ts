import type { IdempotencyStore, StoredAnswer } from '#application/ports/idempotency-store';
import type { UndoLog } from './undo-log.ts';

const MAX_BYTES = 64 * 1024 * 1024;
/** Memory of a response without its body, as measured. */
const HEAD_BYTES = 640;

interface Entry {
  readonly request: string;
  readonly answer: StoredAnswer;
  readonly expiresAt: number;
  readonly bytes: number;
}

/** Responses stored by key. When they take too much memory, the oldest are dropped. */
export class StoredAnswers {
  readonly #entries = new Map<string, Entry>();
  readonly #maxBytes: number;
  #bytes = 0;

  constructor(maxBytes = MAX_BYTES) {
    this.#maxBytes = maxBytes;
  }

  /** The response stored under a key, and its request, unless it has expired. */
  find(key: string): Pick<Entry, 'request' | 'answer'> | undefined {
    const entry = this.#entries.get(key);
    return entry !== undefined && entry.expiresAt > performance.now() ? entry : undefined;
  }

  put(key: string, request: string, answer: StoredAnswer, seconds: number): void {
    this.#remove(key);
    const bytes = HEAD_BYTES + memoryOf(answer.body ?? '');
    this.#entries.set(key, { request, answer, expiresAt: performance.now() + 1000 * seconds, bytes });
    this.#bytes += bytes;
    // A map lists its entries in the order of their insertion.
    for (const oldest of this.#entries.keys()) {
      if (this.#bytes <= this.#maxBytes) return;
      this.#remove(oldest);
    }
  }

  /** Removes up to `limit` expired responses; returns how many. */
  purge(limit: number): number {
    const now = performance.now();
    const expired = [...this.#entries].filter(([, { expiresAt }]) => expiresAt <= now).slice(0, limit);
    for (const [key] of expired) this.#remove(key);
    return expired.length;
  }

  #remove(key: string): void {
    this.#bytes -= this.#entries.get(key)?.bytes ?? 0;
    this.#entries.delete(key);
  }
}

/** An upper bound: a character beyond Latin-1 makes every character of a string take two bytes. */
function memoryOf(text: string): number {
  return Buffer.byteLength(text) === text.length ? text.length : 2 * text.length;
}

/** Stores responses when the transaction of the undo log is committed. Writes run one at a time here, so no key is ever in use. */
export function memoryIdempotencyStore(answers: StoredAnswers, undoLog: UndoLog): IdempotencyStore {
  return {
    claim: async (key, request) => {
      const stored = answers.find(key);
      if (stored !== undefined)
        return stored.request === request ? { kind: 'answered', answer: stored.answer } : { kind: 'reused' };
      return {
        kind: 'new',
        keep: async (answer, seconds) => {
          undoLog.recordChange(
            () => undefined,
            () => answers.put(key, request, answer, seconds),
          );
        },
      };
    },
  };
}
