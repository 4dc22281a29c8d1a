import { UnavailableError, type WriteKey, type WriteOutcome } from '../http/writing.ts';
import type { Entry } from './entry.ts';
import type { ImportJob } from './import-job.ts';
import {
  markNotDone,
  markSending,
  markSettled,
  type ImportState,
  type SentBatch,
  type Settled,
} from './import-state.ts';
import type { NumberedEntry, Run } from './runs.ts';

type Outcome =
  | {
      readonly kind: 'settled';
      readonly as: Settled;
      readonly reasons: readonly string[];
      readonly ids?: readonly string[] | undefined;
      readonly isTooLarge?: boolean;
    }
  /** Nothing was carried out. Smaller batches find the records that can be. */
  | { readonly kind: 'split'; readonly indexes: readonly number[]; readonly isTooLarge: boolean };

/**
 * Sends runs of records, in batches that get smaller where they are refused, until each refused record stands alone. That one is sent in
 * an ordinary request, whose response has the reasons.
 */
export class RunSender {
  readonly #job: ImportJob;
  readonly #isStopped: () => boolean;
  readonly #longest: number;
  /** Longer batches were refused as too large. */
  #ceiling: number;
  #most: number;

  constructor(job: ImportJob, isStopped: () => boolean) {
    this.#job = job;
    this.#isStopped = isStopped;
    this.#longest = Math.min(job.batch, job.api.maxListed);
    this.#ceiling = this.#longest;
    this.#most = this.#longest;
  }

  /** The number of records that a run should have. */
  get most(): number {
    return this.#most;
  }

  /**
   * Sends a run in order.
   * @returns true if all of it is settled; false if the import was stopped
   * @throws UnavailableError
   */
  async send({ records, earlier }: Run): Promise<boolean> {
    let rest = records;
    let size = records.length;
    let sentIn = earlier;
    let suspects: ReadonlySet<NumberedEntry> = new Set();
    while (rest.length > 0 && !this.#isStopped()) {
      const suspectAt = rest.findIndex((each) => suspects.has(each));
      // A suspect is sent alone, after the records before it.
      const tried = rest.slice(0, suspectAt === -1 ? size : Math.min(size, Math.max(1, suspectAt)));
      const outcome = await this.#sendBatch(tried, sentIn);
      sentIn = undefined;
      if (outcome.kind === 'settled') {
        rest = rest.slice(tried.length);
        this.#lengthen(tried.length, outcome);
        if (outcome.as === 'done') size = Math.min(this.#most, Math.max(size, 2 * tried.length));
        continue;
      }
      size = Math.ceil(tried.length / 2);
      suspects = new Set(tried.filter((_, index) => outcome.indexes.includes(index)));
      if (suspects.size === 0) this.#shorten(size, outcome);
    }
    return rest.length === 0;
  }

  /** The batch itself was refused, as too long or altogether, so longer ones would be refused as well. */
  #shorten(size: number, { isTooLarge }: Extract<Outcome, { readonly kind: 'split' }>): void {
    this.#most = Math.min(this.#most, size);
    if (isTooLarge) this.#ceiling = Math.min(this.#ceiling, size);
  }

  /** A record that is refused on its own explains why batches with it were refused; an accepted one does not. */
  #lengthen(count: number, { as, isTooLarge }: Extract<Outcome, { readonly kind: 'settled' }>): void {
    if (isTooLarge === true) this.#ceiling = this.#longest;
    if (count > 1 ? as === 'done' : as === 'refused') this.#most = Math.min(this.#ceiling, 2 * this.#most);
  }

  async #sendBatch(records: readonly NumberedEntry[], earlier: SentBatch | undefined): Promise<Outcome> {
    const { journal } = this.#job;
    const batch = earlier ?? { first: records[0]?.record ?? 0, count: records.length, since: Date.now() };
    journal.write(markSending(journal.state, batch));
    const key = { text: idempotencyKey(journal.state, batch), since: batch.since, mayBeDone: earlier !== undefined };
    const outcome = await this.#write(records, key).catch((error: unknown) => {
      const mayBeDone = error instanceof UnavailableError && error.mayBeDone;
      if (!mayBeDone) journal.write(markNotDone(journal.state, batch));
      throw error;
    });
    if (outcome.kind === 'settled') await this.#settle(records, batch, outcome);
    else journal.write(markNotDone(journal.state, batch));
    return outcome;
  }

  async #write(records: readonly NumberedEntry[], key: WriteKey): Promise<Outcome> {
    const { api } = this.#job;
    const contents = records.map(({ entry }) => entry.content);
    const [only, ...others] = contents;
    if (only !== undefined && others.length === 0)
      return only.kind === 'resource'
        ? settledBy(await api.write(only, key))
        : { kind: 'settled', as: 'refused', reasons: [only.reason] };
    const outcome = await api.writeAll(
      contents.filter((content) => content.kind === 'resource'),
      key,
    );
    return outcome.kind === 'refused' ? { ...outcome, kind: 'split' } : settledBy(outcome);
  }

  /** Writes the report before the journal, so that every record settled in the journal is in its report. */
  async #settle(
    records: readonly NumberedEntry[],
    batch: SentBatch,
    { as, reasons, ids }: Extract<Outcome, { readonly kind: 'settled' }>,
  ): Promise<void> {
    const { journal, reports, onDone, onProblem, onProgress } = this.#job;
    const lengths: Partial<Record<Settled, number>> = {};
    if (as !== 'done') for (const { entry } of records) lengths[as] = await reports[as].add(entry.reported(reasons));
    journal.write(markSettled(journal.state, batch, as, { ...journal.state.reports, ...lengths }));
    const { counts } = journal.state;
    onProgress(counts.done + counts.refused + counts.unknown);
    if (as === 'done') onDone?.(ids);
    else for (const { entry } of records) onProblem(`${entry.place} ${meaningOf(as, entry)}: ${reasons.join('; ')}`);
  }
}

function settledBy(outcome: WriteOutcome): Outcome {
  return { reasons: [], ...outcome, kind: 'settled', as: outcome.kind };
}

/** Another batch never gets the key of one that was sent before, since it begins elsewhere or is shorter. */
function idempotencyKey({ id }: ImportState, { first, count }: SentBatch): string {
  return count === 1 ? `${id}-${first}` : `${id}-${first}-${count}`;
}

function meaningOf(as: Exclude<Settled, 'done'>, { content }: Entry): string {
  if (as === 'refused') return 'was refused';
  return content.kind === 'resource' && content.op === 'update' ? 'may have been updated' : 'may have been created';
}
