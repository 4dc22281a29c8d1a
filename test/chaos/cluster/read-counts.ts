import { AdminPages } from '../../support/admin-pages.ts';
import { Total } from '../total.ts';

/** The reads of a service by server, from its metric `db_reads_total`. */
export class ReadCounts {
  readonly #totals: Readonly<Record<'primary' | 'replica', Total>>;

  constructor(adminPort: number) {
    const admin = new AdminPages(`http://127.0.0.1:${adminPort}`);
    const total = (server: string): Total => new Total(admin, 'db_reads_total', server);
    this.#totals = { primary: total('primary'), replica: total('replica') };
  }

  of(server: 'primary' | 'replica'): number {
    return this.#totals[server].value;
  }

  /** Looks at the metrics until aborted. */
  async watch(signal: AbortSignal): Promise<void> {
    await Promise.all(Object.values(this.#totals).map((total) => total.watch(signal)));
  }
}
