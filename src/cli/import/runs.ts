// Selects the records that can be sent in one request.
import type { Entry } from './entry.ts';
import { isWithin, type ImportState, type SentBatch } from './import-state.ts';

/** Successive records of the file. */
export interface Run {
  readonly records: readonly NumberedEntry[];
  /** The batch that they were sent in before, if it may have been carried out: they are sent in the same one again. */
  readonly earlier: SentBatch | undefined;
}

export interface NumberedEntry {
  readonly record: number;
  readonly entry: Entry;
}

/** Below the smallest body that a service is likely to refuse. */
const MAX_RUN_CHARACTERS = 256 * 1024;

/**
 * Groups the records that are not settled, in the order of the file.
 * @param state at the start of this process
 * @param mostRecords called before each record; returns the most records that a run may have
 */
export async function* runsOf(
  entries: AsyncIterable<Entry>,
  { next, open, again }: ImportState,
  mostRecords: () => number,
): AsyncGenerator<Run> {
  const repeated = new Set(again);
  let run: NumberedEntry[] = [];
  let characters = 0;
  let earlier: SentBatch | undefined;
  let record = -1;
  for await (const entry of entries) {
    record += 1;
    const sentIn = open.find((batch) => isWithin(batch, record));
    const isSettled = record < next && sentIn === undefined && !repeated.has(record);
    const size = sentIn === undefined ? sizeOf(entry) : 0;
    const isFull = earlier === undefined && (run.length >= mostRecords() || characters + size > MAX_RUN_CHARACTERS);
    if (run.length > 0 && (isSettled || sentIn !== earlier || isFull)) {
      yield { records: run, earlier };
      [run, characters] = [[], 0];
    }
    if (isSettled) continue;
    run.push({ record, entry });
    characters += size;
    earlier = sentIn;
  }
  if (run.length > 0) yield { records: run, earlier };
}

/** Infinite for a record that is sent on its own. */
function sizeOf({ content }: Entry): number {
  if (content.kind === 'unusable') return Infinity;
  const text = JSON.stringify(content.resource);
  // Among atomic operations, a `lid` would have a meaning.
  return text.includes('"lid"') ? Infinity : text.length;
}
