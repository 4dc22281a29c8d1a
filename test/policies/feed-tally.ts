// Counts what the comparison of feeds has met.
export class FeedTally {
  /** Writes that were made, of all that were sent. */
  writes = 0;
  /** Writes after which a reader was told nothing. */
  silent = 0;
  readonly counts = new Map<string, number>();
  /** Lists read again because the feed said so, and those of them that had changed. */
  again = 0;
  changedAgain = 0;

  count(what: string): void {
    this.counts.set(what, (this.counts.get(what) ?? 0) + 1);
  }

  /** Lists what was too rare to prove something. */
  shortages(): readonly string[] {
    const wanted = ['created', 'updated', 'deleted', 'comes into sight', 'goes out of sight', 'alone', 'other'];
    return [
      ...wanted.filter((what) => (this.counts.get(what) ?? 0) < 3),
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
