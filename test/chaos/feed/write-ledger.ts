// The clients' record of their writes. Each write leaves unique traces in the feed: the new names that it gives, and the resources that it deletes.
import type { Outcome, Request } from '../attempt.ts';
import { deletion } from './told-change.ts';

export interface LedgerEntry {
  readonly trace: string;
  /** The time of the first request, from `performance.now()`. */
  readonly sent: number;
  /** The time of the first acknowledgement by a server that was not about to be lost: the write must be stored. */
  acknowledged: number | undefined;
  /** True if it may be stored although no client was told so. */
  isInDoubt: boolean;
}

export class WriteLedger {
  readonly #entries = new Map<string, LedgerEntry>();
  /** In the order in which they were acknowledged. */
  readonly acknowledged: LedgerEntry[] = [];
  #losses = 0;
  #isLosing = false;
  /** When the last loss ended. */
  #lostUntil = -Infinity;

  get entries(): readonly LedgerEntry[] {
    return [...this.#entries.values()];
  }

  /** The number of losses of acknowledged writes, including one under way. */
  get losses(): number {
    return this.#losses;
  }

  /** From now until `endLoss`, acknowledged writes may be lost. */
  beginLoss(): void {
    this.#losses += 1;
    this.#isLosing = true;
  }

  endLoss(): void {
    this.#isLosing = false;
    this.#lostUntil = performance.now();
  }

  /**
   * @param sent the time, from `performance.now()`
   * @param outcome undefined if it was unexpected
   */
  record(request: Request, sent: number, outcome: Outcome | undefined): void {
    if (request.method === 'GET') return;
    for (const trace of tracesOf(request)) {
      const entry = this.#entryOf(trace, sent);
      if (outcome === undefined || outcome.kind === 'unknown') entry.isInDoubt = true;
      if (outcome?.kind === 'acknowledged') this.#acknowledge(entry, sent);
    }
  }

  #entryOf(trace: string, sent: number): LedgerEntry {
    const known = this.#entries.get(trace);
    if (known !== undefined) return known;
    const entry = { trace, sent, acknowledged: undefined, isInDoubt: false };
    this.#entries.set(trace, entry);
    return entry;
  }

  #acknowledge(entry: LedgerEntry, sent: number): void {
    if (this.#isLosing || sent < this.#lostUntil) {
      entry.isInDoubt = true;
    } else if (entry.acknowledged === undefined) {
      entry.acknowledged = performance.now();
      this.acknowledged.push(entry);
    }
  }
}

const DELETED = /^\/(person|computer)s\/(\d+)$/;

function tracesOf({ method, path, body }: Request): readonly string[] {
  const [, type, id] = (method === 'DELETE' ? DELETED.exec(path) : null) ?? [];
  return [...(type === undefined || id === undefined ? [] : [deletion(type, id)]), ...tracesIn(body)];
}

function tracesIn(value: unknown): readonly string[] {
  if (typeof value !== 'object' || value === null) return [];
  const { op, ref, attributes, ...others } = value as Readonly<Record<string, unknown>>;
  return [...removalIn(op, ref), ...nameIn(attributes), ...Object.values(others).flatMap(tracesIn)];
}

function removalIn(op: unknown, ref: unknown): readonly string[] {
  if (op !== 'remove') return [];
  const { type, id } = ref as { readonly type: string; readonly id: string };
  return [deletion(type, id)];
}

function nameIn(attributes: unknown): readonly string[] {
  const { name, serial } = (attributes ?? {}) as { readonly name?: unknown; readonly serial?: unknown };
  return [name, serial].filter((each) => typeof each === 'string');
}
