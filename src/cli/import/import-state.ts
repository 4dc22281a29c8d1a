// The progress of an import, as plain data.
import { newKey } from '#client';

/** Raise it with every change to `ImportState`: an import is not continued from a state of another format. */
export const FORMAT = 4;

/** The records are numbered from 0, in the order of the file. */
export interface ImportState {
  readonly format: number;
  /** The digest of the imported file. */
  readonly digest: string;
  /** The command's options that affect the requests. */
  readonly options: string;
  /** The URL of the service. */
  readonly url: string;
  /** The client as the service identifies it; null if the service has no policy. Idempotency keys are separate for each subject. */
  readonly subject: string | null;
  /** The id of the import, with which the keys of its batches begin. */
  readonly id: string;
  /** The number of the first record that was never sent. */
  readonly next: number;
  /** Earlier records that were sent but got no response. */
  readonly open: readonly SentBatch[];
  /** Earlier records that the service has not carried out: they are sent again. */
  readonly again: readonly number[];
  readonly counts: OutcomeCounts;
  /** The files of the reports. */
  readonly places: ReportPaths;
  /** The lengths of the reports, in bytes. */
  readonly reports: { readonly refused: number; readonly unknown: number };
  /** The process that writes the file. */
  readonly pid: number;
}

export type ReportPaths = Readonly<Record<'refused' | 'unknown', string>>;

/** Successive records. */
export interface RecordRange {
  /** The number of its first record. */
  readonly first: number;
  readonly count: number;
}

/** Records that one request writes, all or none. */
export interface SentBatch extends RecordRange {
  /** When it was first sent, from `Date.now()`. */
  readonly since: number;
}

export interface OutcomeCounts {
  readonly done: number;
  readonly refused: number;
  readonly unknown: number;
}

export type Settled = keyof OutcomeCounts;

/** The service, and the client's subject there. */
export type ImportingTo = Pick<ImportState, 'url' | 'subject'>;

const noCounts: OutcomeCounts = { done: 0, refused: 0, unknown: 0 };

/** The source and the target of an import. */
export interface Imported extends Pick<ImportState, 'digest' | 'options' | 'places'> {
  readonly service: ImportingTo;
}

/** The state of a fresh import. */
export function freshState({ digest, options, service, places }: Imported): ImportState {
  const reports = { refused: 0, unknown: 0 };
  const id = `import-${newKey()}`;
  const progress = { next: 0, open: [], again: [], counts: noCounts };
  const { url, subject } = service;
  return { format: FORMAT, digest, options, url, subject, id, ...progress, places, reports, pid: process.pid };
}

/**
 * A batch is about to be sent.
 * @param batch has the time when it was first sent, if it may have been carried out then; otherwise the current time
 */
export function markSending(state: ImportState, batch: SentBatch): ImportState {
  const again = state.again.filter((record) => !isWithin(batch, record));
  const open = [...openWithout(state, batch), batch];
  return { ...state, next: Math.max(state.next, batch.first + batch.count), open, again };
}

/** The outcome of a batch is final, even if that is `unknown`. */
export function markSettled(
  state: ImportState,
  batch: RecordRange,
  as: Settled,
  reports: ImportState['reports'],
): ImportState {
  const counts = { ...state.counts, [as]: state.counts[as] + batch.count };
  return { ...state, open: openWithout(state, batch), counts, reports };
}

/** The service has not carried out a batch. Its records are sent again, perhaps in other batches. */
export function markNotDone(state: ImportState, batch: RecordRange): ImportState {
  return { ...state, open: openWithout(state, batch), again: [...state.again, ...recordsOf(batch)] };
}

export function isWithin({ first, count }: RecordRange, record: number): boolean {
  return record >= first && record < first + count;
}

function recordsOf({ first, count }: RecordRange): readonly number[] {
  return Array.from({ length: count }, (_, index) => first + index);
}

function openWithout({ open }: ImportState, batch: RecordRange): ImportState['open'] {
  return open.filter(({ first }) => first !== batch.first);
}
