import { sql } from 'kysely';
import type { Database } from '#adapters/persistence/storage/database';
import { SqlUnitOfWork } from '#adapters/persistence/storage/unit-of-work';
import type { Observation } from '#application/ports/observation';
import { purgeAnswersHourly } from '#composition/maintenance/regular-tasks';
import type { Figures } from '../figures.ts';

const PURGERS = 2;
/** Instead of an hour. */
const PURGE_MILLIS = 200;

export interface TableSize {
  readonly rows: number;
  /** With its indexes. */
  readonly kilobytes: number;
}

/** The table of stored answers, its purge and its size. */
export class AnswerTable {
  readonly batchMillis: number[] = [];
  purged = 0;
  readonly #database: Database;
  readonly #figures: Figures;

  constructor(database: Database, figures: Figures) {
    this.#database = database;
    this.#figures = figures;
  }

  /** Purges as several processes do, but far more often. */
  startPurges(): { stop(): Promise<void> } {
    const unitOfWork = new SqlUnitOfWork(this.#database);
    const measured = {
      purgeAnswers: async (limit: number): Promise<number> => {
        const start = performance.now();
        const number = await unitOfWork.purgeAnswers(limit);
        if (number > 0) this.batchMillis.push(performance.now() - start);
        return number;
      },
    };
    const observe = (observation: Observation): void => {
      if (observation.kind === 'answers purged') this.purged += observation.number;
      if (observation.kind === 'purge failed') this.#figures.addViolation('purge', observation.error);
    };
    const purges = Array.from({ length: PURGERS }, () => purgeAnswersHourly(measured, observe, PURGE_MILLIS));
    return {
      stop: async () => {
        await Promise.all(purges.map((each) => each.stop()));
      },
    };
  }

  async size(): Promise<TableSize> {
    const { rows } = await sql<TableSize>`
      select count(*)::int as rows, (pg_total_relation_size('answer') / 1024)::int as kilobytes from answer`.execute(
      this.#database.kysely,
    );
    return rows[0] ?? { rows: 0, kilobytes: 0 };
  }

  async deadlocks(): Promise<number> {
    const { rows } = await sql<{ readonly deadlocks: number }>`
      select deadlocks::int as deadlocks from pg_stat_database where datname = current_database()`.execute(
      this.#database.kysely,
    );
    return rows[0]?.deadlocks ?? 0;
  }
}
