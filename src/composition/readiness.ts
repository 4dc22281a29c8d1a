import type { LagWatch } from '../adapters/http/event-loop-lag.ts';
import type { Storage } from './storage.ts';

/** Whether requests should come here at the moment. */
export class Readiness {
  readonly #storage: Storage;
  readonly #lag: LagWatch;
  #draining = false;

  constructor(storage: Storage, lag: LagWatch) {
    this.#storage = storage;
    this.#lag = lag;
  }

  /** From now on none should: the service is about to stop. */
  drain(): void {
    this.#draining = true;
  }

  /** Why they should not; empty when they should. */
  async unreadyBecause(): Promise<readonly string[]> {
    const here = [this.#draining ? 'draining' : undefined, this.#lag.isOverloaded() ? 'overloaded' : undefined];
    return [...here, await this.#storage.unreadyBecause()].filter((reason) => reason !== undefined);
  }
}
