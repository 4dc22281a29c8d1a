// Compares the cost of a many-to-many relationship with that of a one-to-many one. Sends the same requests through each in turn, on the test library.
import { setTimeout as pause } from 'node:timers/promises';
import { Pool } from 'pg';
import { Cleanup } from './cleanup.ts';
import { KINDS, loadLinks, QUESTIONS, relinkNewBooks, type Kind, type Question } from './link-questions.ts';
import { startSecond } from './loaded-service.ts';
import { measure, type Round } from './measure.ts';
import { median } from './median.ts';
import type { Options } from './options.ts';
import { startPostgres } from './postgres.ts';
import type { Report } from './report.ts';
import { CONNECTIONS } from './rows.ts';
import { serverCpu } from './server-cpu.ts';
import { summaryOf, summaryText, type Summary } from './summary.ts';
import { tableOf } from './table.ts';

/** The highest allowed ratio of the CPU time for many-to-many to that for one-to-many. */
const LIMIT = 1.3;
const WARM_UP_SECONDS = 2;
/** Rounds of slow requests take this many times as long. */
const SLOW = 4;
/** The time for requests that are in flight when a round ends. */
const DRAIN_MILLIS = 500;

/** CPU times are in milliseconds per request, in the order of `KINDS`. */
interface Comparison {
  readonly title: string;
  readonly cpu: readonly number[];
  readonly databaseCpu: readonly number[];
  readonly ratio: Summary;
  readonly isUnlimited: boolean;
}

/** Sends each question through both relationships in turn, `rounds` times. */
export async function measureLinks({ scale, rounds, seconds }: Options): Promise<Report> {
  const size = { authors: Math.round(100_000 * scale), books: Math.round(1_000_000 * scale) };
  const cleanup = new Cleanup();
  try {
    const server = cleanup.add(await startPostgres());
    const databaseUrl = await server.createDatabase();
    const side = cleanup.add(await startSecond(databaseUrl, { RESOURCES: 'test/models/library' }));
    const pool = new Pool({ connectionString: databaseUrl, max: 1 });
    cleanup.add({ stop: () => pool.end() });
    await loadLinks(pool, size);
    const ask = async ({ requests, isSlow = false, newBooks }: Question, kind: Kind, duration: number) => {
      if (newBooks !== undefined) await relinkNewBooks(pool, size, newBooks);
      const round = await measure({
        side,
        databasePid: server.pid,
        connections: isSlow ? 1 : CONNECTIONS,
        seconds: isSlow ? SLOW * duration : duration,
        requestsOf: (connection) => requests(kind, connection, size),
      });
      await pause(DRAIN_MILLIS);
      return round;
    };
    const comparisons: Comparison[] = [];
    for (const question of QUESTIONS) {
      for (const kind of KINDS) await ask(question, kind, WARM_UP_SECONDS);
      const turns: Round[][] = [];
      while (turns.length < rounds) {
        const turn: Round[] = [];
        for (const kind of KINDS) turn.push(await ask(question, kind, seconds));
        turns.push(turn);
      }
      const comparison = comparisonOf(question, turns);
      console.error(cellsOf(comparison).join(' | '));
      comparisons.push(comparison);
    }
    const { rows } = await pool.query<{ server_version: string }>({ text: 'show server_version' });
    return {
      title: 'Links',
      load: `${CONNECTIONS} connections (one for many books), ${rounds} rounds of ${seconds} s a side, ${size.authors} authors, ${size.books} books; pairs are one-to-many / many-to-many`,
      database: rows[0]?.server_version ?? 'unknown',
      rows: comparisons,
      table: tableOf(['request', 'CPU, ms', 'database CPU, ms', 'ratio (IQR)', 'target'], comparisons.map(cellsOf)),
      missed: comparisons.filter(isMissed).map(({ title, ratio }) => `${title}: ${ratio.median.toFixed(2)}`),
    };
  } finally {
    await cleanup.run();
  }
}

function comparisonOf({ title, isUnlimited = false }: Question, turns: readonly (readonly Round[])[]): Comparison {
  const of = (value: (round: Round) => number): readonly number[] =>
    KINDS.map((_, index) => median(turns.flatMap((turn) => turn[index] ?? []).map(value)));
  const ratios = turns.map(([one, many]) => (one && many ? serverCpu(many) / serverCpu(one) : NaN));
  return {
    title,
    cpu: of(serverCpu),
    databaseCpu: of(({ databaseCpu }) => databaseCpu),
    ratio: summaryOf(ratios),
    isUnlimited,
  };
}

/** Negated, so that NaN misses the target. */
function isMissed({ ratio, isUnlimited }: Comparison): boolean {
  return !isUnlimited && !(ratio.median <= LIMIT);
}

function cellsOf(comparison: Comparison): readonly string[] {
  const { title, cpu, databaseCpu, ratio, isUnlimited } = comparison;
  const both = (values: readonly number[]): string => values.map((value) => value.toFixed(2)).join(' / ');
  const target = isUnlimited ? '–' : `${isMissed(comparison) ? 'MISSED' : 'reached'}: ≤ ${LIMIT}`;
  return [title, both(cpu), both(databaseCpu), summaryText(ratio), target];
}
