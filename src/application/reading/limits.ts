// Limits for reading a result as a whole, low enough that many responses fit into memory at once.
import type { ResourceRecord } from '../model/query.ts';
import type { Part, Viewed } from '../model/view.ts';

/** Longer lists, and lists that include more, are read in parts. */
export const MOST_RESOURCES = 1000;

/**
 * The longest linkage that is read with its record.
 * @param records how many records are read at once
 */
export function longestLinkage(records: number): number {
  return Math.max(300, Math.ceil(100_000 / records));
}

/**
 * The most related resources that are read with each record.
 * @param records how many records are read at once
 */
export function mostRelated(records: number): number {
  return Math.min(MOST_RESOURCES, Math.ceil(10_000 / records));
}

/** About how many records a stream reads at once; the storage decides. */
export const BATCH = 500;

/** The requested data is too long to be read as a whole. */
export class TooLongError extends Error {
  override readonly name = 'TooLongError';
}

/** @throws TooLongError if one of the records omits linkage */
export function requireLinkage(records: readonly ResourceRecord[]): void {
  if (records.some(({ omitted }) => omitted !== undefined)) throw new TooLongError('a linkage is too long');
}

/** Reads a result as a whole or, if it is too long, in parts. No part is read before the first one is requested. */
export async function wholeOrParts<Whole>(
  whole: Promise<Whole>,
  parts: () => AsyncIterable<Part>,
): Promise<Viewed<Whole>> {
  try {
    return { kind: 'whole', whole: await whole };
  } catch (error) {
    if (!(error instanceof TooLongError)) throw error;
    return { kind: 'parts', parts: parts() };
  }
}
