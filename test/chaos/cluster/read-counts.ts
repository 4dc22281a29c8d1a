import { setTimeout as pause } from 'node:timers/promises';
import { AdminPages } from '../../support/admin-pages.ts';

const SERVERS = ['primary', 'replica'] as const;
const PAUSE_MILLIS = 500;

/** Where a service has sent its reads, by its metric `db_reads_total`, which begins anew whenever it is killed. */
export class ReadCounts {
  readonly #admin: AdminPages;
  readonly #before = { primary: 0, replica: 0 };
  readonly #last = { primary: 0, replica: 0 };

  constructor(adminPort: number) {
    this.#admin = new AdminPages(`http://127.0.0.1:${adminPort}`);
  }

  /** Without those in the last moments of a process that was killed. */
  of(server: (typeof SERVERS)[number]): number {
    return this.#before[server] + this.#last[server];
  }

  /** Looks at the metrics until aborted. */
  async watch(signal: AbortSignal): Promise<void> {
    for (; !signal.aborted; await pause(PAUSE_MILLIS))
      try {
        for (const server of SERVERS) this.#learn(server, await this.#admin.sum('db_reads_total', server));
      } catch {
        // The service is down; what it had counted stays.
      }
  }

  #learn(server: (typeof SERVERS)[number], count: number): void {
    if (count < this.#last[server]) this.#before[server] += this.#last[server];
    this.#last[server] = count;
  }
}
