// Counts the cases that the comparison of feeds has met.
import type { Connection, Expected } from './feed-connection.ts';

export class FeedTally {
  /** The number of sent writes that were made. */
  writes = 0;
  /** The number of writes after which a reader received nothing. */
  silent = 0;
  readonly counts = new Map<string, number>();
  /** The number of lists read again because the feed said so, and of those that had changed. */
  again = 0;
  changedAgain = 0;

  count(what: string): void {
    this.counts.set(what, (this.counts.get(what) ?? 0) + 1);
  }

  /** @param expected the entries that it had to send if it began early enough */
  countStream(connections: readonly Connection[], expected: readonly Expected[]): void {
    for (const { event } of connections.flatMap(({ received }) => received)) this.count(`${event.event} in a stream`);
    for (const { item } of expected) if (item.told === undefined) this.count('reason for refetch in a stream');
    for (const _ of connections.slice(1)) this.count('resumed stream');
  }

  /** Lists the cases that were too rare to prove anything. */
  shortages(): readonly string[] {
    const wanted = ['created', 'updated', 'deleted', 'comes into sight', 'goes out of sight', 'alone', 'other'];
    const inStreams = ['change in a stream', 'refetch in a stream', 'resumed stream'];
    return [
      ...[...wanted, ...inStreams].filter((what) => (this.counts.get(what) ?? 0) < 3),
      ...(this.silent < 3 ? ['writes of which nothing is told'] : []),
      ...(this.changedAgain < 3 ? ['changed lists'] : []),
      ...(this.again === this.changedAgain ? ['lists read again in vain'] : []),
    ];
  }

  report(): readonly string[] {
    return [
      `${this.writes} writes, ${this.silent} times nothing was told`,
      `${this.again} lists read again, ${this.changedAgain} of them changed`,
      ...[...this.counts].map(([what, count]) => `${String(count).padStart(8)}  ${what}`),
    ];
  }
}
