/** Stops everything that was started. */
export class Cleanup {
  readonly #started: { stop(): Promise<void> }[] = [];

  /** @returns its argument */
  add<Started extends { stop(): Promise<void> }>(started: Started): Started {
    this.#started.push(started);
    return started;
  }

  /** Stops everything, the latest first. */
  async run(): Promise<void> {
    for (const each of this.#started.splice(0).reverse()) await each.stop();
  }
}
