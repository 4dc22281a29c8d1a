type Close = () => Promise<void> | void;

/** What has been opened, to be closed in the opposite order. */
export class Closers {
  readonly #closers: Close[] = [];

  add(close: Close): void {
    this.#closers.push(close);
  }

  /**
   * Closes everything, the last first.
   * @throws what the first that failed has thrown, after all others were closed, too
   */
  async close(): Promise<void> {
    const failures: unknown[] = [];
    for (const close of this.#closers.splice(0).reverse())
      try {
        await close();
      } catch (error) {
        failures.push(error);
      }
    if (failures.length > 0) throw failures[0];
  }
}
