// The one connection of the embedded database. Kysely keeps the queue of those who want it.
import { CompiledQuery, type ControlledTransaction, type Kysely } from 'kysely';
import type { Connection, Connections, Rows, SqlTransaction } from './connections.ts';
import type { Statement } from './sql.ts';

export class EmbeddedConnections implements Connections {
  readonly #kysely: Kysely<unknown>;

  constructor(kysely: Kysely<unknown>) {
    this.#kysely = kysely;
  }

  async acquire(): Promise<Connection> {
    return { run: (statement) => run(this.#kysely, statement), release: () => undefined };
  }

  /** Nobody else is served until it ends, so every transaction is a snapshot. */
  async begin(): Promise<SqlTransaction> {
    const transaction: ControlledTransaction<unknown> = await this.#kysely.startTransaction().execute();
    return {
      run: (statement) => run(transaction, statement),
      end: (ask) => ask(),
      isEnding: false,
      commit: async () => {
        await transaction.commit().execute();
      },
      rollBack: async () => {
        if (!transaction.isCommitted && !transaction.isRolledBack)
          await transaction
            .rollback()
            .execute()
            .catch(() => undefined);
      },
    };
  }
}

async function run(kysely: Kysely<unknown>, { text, values }: Statement): Promise<Rows> {
  // Kysely has rows by column: so columns must have different names.
  const { rows } = await kysely.executeQuery<object>(CompiledQuery.raw(text, [...values]));
  return rows.map((row) => Object.values(row) as readonly unknown[]);
}
