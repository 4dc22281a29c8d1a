// The progress of an import, in a small file beside the imported one. It is written before each batch of records is sent
// and after its answer, so that whenever the process dies it is known which records may have been created. These are
// sent again in the same batches, with the same keys.
import { closeSync, fstatSync, openSync, readFileSync, rmSync, writeSync } from 'node:fs';
import { newKey } from '@jsonapi-person-computer/client';

/** To be raised with every change to `ImportState`: an import is not continued from a state of another format. */
const FORMAT = 2;

/** The records are numbered from 0, in the order of the file. */
export interface ImportState {
  readonly format: number;
  /** Of the imported file. */
  readonly digest: string;
  /** Of the service. */
  readonly url: string;
  /** Of the import: what the keys of its batches begin with. */
  readonly id: string;
  /** Records from here on were never sent. */
  readonly next: number;
  /** Records before that which were sent and not answered. */
  readonly open: readonly SentBatch[];
  /** Records before that which the service has not carried out: they are sent again. */
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

/** Records that are created by one request, all or none. */
export interface SentBatch extends RecordRange {
  /** When it was sent first: `Date.now()`. */
  readonly since: number;
}

export interface OutcomeCounts {
  readonly created: number;
  readonly refused: number;
  readonly unknown: number;
}

export type Settled = keyof OutcomeCounts;

const noCounts: OutcomeCounts = { created: 0, refused: 0, unknown: 0 };

/** The state of a fresh import. */
export function freshState(digest: string, url: string, places: ReportPaths): ImportState {
  const reports = { refused: 0, unknown: 0 };
  const id = `import-${newKey()}`;
  const progress = { next: 0, open: [], again: [], counts: noCounts };
  return { format: FORMAT, digest, url, id, ...progress, places, reports, pid: process.pid };
}

/**
 * A batch is about to be sent.
 * @param batch since when it was sent first, if it may have been carried out then; else since now
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

/** The service has not carried out a batch. Its records are sent again, perhaps in others. */
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

/** Where the state is kept. */
export interface Journal {
  readonly state: ImportState;
  write(state: ImportState): void;
  /** The import is complete. */
  remove(): void;
}

/** For an import that cannot be resumed. */
export function memoryJournal(state: ImportState): Journal {
  let current = state;
  return {
    get state() {
      return current;
    },
    write: (next) => (current = next),
    remove: () => undefined,
  };
}

/**
 * Opens the journal at a path, or starts one.
 * @param file the imported file, for messages
 * @throws Error when the import that it belongs to is another one, or still runs
 */
export function openJournal(path: string, file: string, fresh: ImportState): Journal {
  const descriptor = openSync(path, 'a+');
  closeSync(descriptor);
  const text = readFileSync(path, 'utf8').trim();
  const found = text === '' ? undefined : readState(text, path);
  if (found !== undefined) requireSame(found, fresh, { path, file });
  return writeTo(path, { ...(found ?? fresh), pid: process.pid });
}

function writeTo(path: string, start: ImportState): Journal {
  const descriptor = openSync(path, 'r+');
  let current = start;
  const write = (state: ImportState): void => {
    const text = `${JSON.stringify(state)}\n`;
    // One write that covers all of the old text: a killed process leaves either the old state or the new one.
    writeSync(descriptor, text.padStart(fstatSync(descriptor).size), 0);
    current = state;
  };
  write(start);
  return {
    get state() {
      return current;
    },
    write,
    remove: () => {
      closeSync(descriptor);
      rmSync(path);
    },
  };
}

function readState(text: string, path: string): ImportState {
  const state = parse(text, path);
  if (state?.format !== FORMAT)
    throw new Error(
      `${path} was written by another version: finish that import with that version, or delete the file to import all again`,
    );
  return state;
}

function parse(text: string, path: string): ImportState | null {
  try {
    return JSON.parse(text) as ImportState | null;
  } catch (error) {
    throw new Error(`${path} is not the progress of an import; delete or rename it`, { cause: error });
  }
}

function requireSame(
  found: ImportState,
  { digest, url, places }: ImportState,
  { path, file }: { readonly path: string; readonly file: string },
): void {
  const anew = `delete ${path} to import all of it again`;
  if (found.pid !== process.pid && isRunning(found.pid)) throw new Error(`process ${found.pid} is importing ${file}`);
  if (found.digest !== digest) throw new Error(`${file} has changed since its import stopped; ${anew}`);
  if (found.url !== url)
    throw new Error(`the import that stopped went to ${found.url}: name it with --url; or ${anew}`);
  const { refused, unknown } = found.places;
  if (refused !== places.refused || unknown !== places.unknown)
    throw new Error(
      `the import that stopped reports to ${refused} and ${unknown}: name them with --refused and --unknown; or ${anew}`,
    );
}

function isRunning(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return error instanceof Error && 'code' in error && error.code === 'EPERM';
  }
}
