import { UnavailableError, type ApiClient } from '../http/api.ts';
import type { Entry } from './entry.ts';
import { markNotDone, markSending, markSettled, type ImportState, type Journal, type Settled } from './journal.ts';
import type { Report } from './report.ts';

export interface ImportJob {
  readonly api: ApiClient;
  readonly entries: AsyncIterable<Entry>;
  readonly journal: Journal;
  readonly reports: Readonly<Record<'refused' | 'unknown', Report>>;
  /** How many records may be under way. */
  readonly parallel: number;
  readonly stopped: AbortSignal;
  /** @param done how many records are settled */
  readonly onProgress: (done: number) => void;
  readonly onProblem: (sentence: string) => void;
}

/**
 * Sends every record that is not settled according to the journal. A record that may have been created is sent with the
 * same key as before, so that it is created once.
 * @returns whether all are settled: not if it was stopped
 * @throws the first error, such as UnavailableError, once all requests under way are answered
 */
export async function importEntries(job: ImportJob): Promise<boolean> {
  const { journal, stopped } = job;
  const { next, open, again } = journal.state;
  const toSend = new Set([...again, ...open.map((each) => each.record)]);
  const underWay = new Set<Promise<void>>();
  const failures: unknown[] = [];
  let record = -1;
  let isComplete = true;
  for await (const entry of job.entries) {
    record += 1;
    if (stopped.aborted || failures.length > 0) {
      isComplete = false;
      break;
    }
    if (record < next && !toSend.has(record)) continue;
    const task: Promise<void> = send(job, record, entry)
      .catch((error: unknown) => void failures.push(error))
      .finally(() => underWay.delete(task));
    underWay.add(task);
    if (underWay.size >= job.parallel) await Promise.race(underWay);
  }
  await Promise.all(underWay);
  if (failures.length > 0) throw failures[0];
  return isComplete;
}

async function send(job: ImportJob, record: number, entry: Entry): Promise<void> {
  const { api, journal } = job;
  const { content } = entry;
  const { id, open } = journal.state;
  const earlier = open.find((each) => each.record === record);
  const since = earlier?.since ?? Date.now();
  journal.write(markSending(journal.state, record, since));
  if (content.kind === 'unusable') return settle(job, { record, entry, as: 'refused', reasons: [content.reason] });
  const key = { text: `${id}-${record}`, since, mayBeDone: earlier !== undefined };
  const outcome = await api.create(content.path, content.resource, key).catch((error: unknown) => {
    const mayBeDone = error instanceof UnavailableError && error.mayBeDone;
    if (!mayBeDone) journal.write(markNotDone(journal.state, record));
    throw error;
  });
  await settle(job, { record, entry, as: outcome.kind, reasons: 'reasons' in outcome ? outcome.reasons : [] });
}

interface Settlement {
  readonly record: number;
  readonly entry: Entry;
  readonly as: Settled;
  readonly reasons: readonly string[];
}

/** Writes the report before the journal, so that every record settled in the journal is in its report. */
async function settle(job: ImportJob, { record, entry, as, reasons }: Settlement): Promise<void> {
  const { journal, reports, onProblem, onProgress } = job;
  const lengths: Partial<ImportState['reports']> =
    as === 'created' ? {} : { [as]: await reports[as].add(entry.reported(reasons)) };
  journal.write(markSettled(journal.state, record, as, { ...journal.state.reports, ...lengths }));
  const { counts } = journal.state;
  onProgress(counts.created + counts.refused + counts.unknown);
  if (as !== 'created') onProblem(`line ${entry.line} ${MEANING[as]}: ${reasons.join('; ')}`);
}

const MEANING: Readonly<Record<Exclude<Settled, 'created'>, string>> = {
  refused: 'was refused',
  unknown: 'may have been imported',
};
