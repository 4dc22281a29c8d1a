/** The highest timeline that any server has shown. Whoever takes writes on a lower one is a former primary. */
export class HighestTimeline {
  #value = 0;

  /** 0: no server has answered. */
  get value(): number {
    return this.#value;
  }

  raise(timeline: number): void {
    this.#value = Math.max(this.#value, timeline);
  }
}
