import { sql } from 'kysely';
import type { PrivateServer } from '../../support/private-server.ts';
import { onServer } from '../../support/replicated-servers.ts';

/** A former primary that was started as if nothing had happened. It would take writes and confirm them, so nobody may write to it. */
export class LoneFormer {
  readonly #server: PrivateServer;
  readonly #before: Traces;

  private constructor(server: PrivateServer, before: Traces) {
    this.#server = server;
    this.#before = before;
  }

  static async start(server: PrivateServer): Promise<LoneFormer> {
    // No replica is waited for, and vacuum, which would leave traces, is off.
    server.write('postgresql.auto.conf', 'autovacuum = off\nwal_log_hints = on\n');
    await server.start();
    return new LoneFormer(server, await tracesOn(server));
  }

  /** @returns a sentence for each trace of a write */
  async stop(): Promise<readonly string[]> {
    const after = await tracesOn(this.#server);
    await this.#server.stop();
    const written = after.rows.filter((row) => !this.#before.rows.includes(row));
    return [
      ...written.map((row) => `wrote ${row}`),
      ...(after.transaction === this.#before.transaction
        ? []
        : [`began transactions ${this.#before.transaction} to ${after.transaction}`]),
    ];
  }
}

/** The traces of a write, committed or not. */
interface Traces {
  /** The number of the next transaction. */
  readonly transaction: string;
  readonly rows: readonly string[];
}

async function tracesOn(server: PrivateServer): Promise<Traces> {
  return onServer(server, async (kysely) => {
    const next = await sql<{ readonly next: string }>`
      select pg_snapshot_xmax(pg_current_snapshot())::text as next`.execute(kysely);
    const { rows } = await sql<{ readonly row: string }>`
      select name || ' ' || version as row from person union all select serial || ' ' || version from computer`.execute(
      kysely,
    );
    return { transaction: next.rows[0]?.next ?? '', rows: rows.map(({ row }) => row) };
  });
}
