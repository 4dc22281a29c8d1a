// The service and its floor, one after the other, row by row.
import { compareAnswers } from './compare-answers.ts';
import { comparisonTable } from './comparison-table.ts';
import { figuresOf, type Figures, type Pair } from './figures.ts';
import { loadSide, WARM_UP_SECONDS } from './load-side.ts';
import type { Options } from './options.ts';
import type { Report } from './report.ts';
import { CONNECTIONS, type Row } from './rows.ts';
import { startSides, type Sides } from './sides.ts';

/** Runs the chosen rows. */
export async function compareSides(options: Options): Promise<Report> {
  const figures: Figures[] = [];
  let database = 'none';
  for (const against of ['floor', 'koa'] as const) {
    const rows = options.rows.filter((row) => row.against === against);
    if (rows.length === 0) continue;
    const sides = await startSides(against, options.scale);
    database = sides.version ?? database;
    try {
      for (const row of rows) figures.push(await run(row, sides, options));
    } finally {
      await sides.stop();
    }
  }
  const { rounds, seconds, scale } = options;
  return {
    title: 'Requests',
    load: `${CONNECTIONS} connections, ${rounds} rounds of ${seconds} s a side, scale ${scale}`,
    database,
    rows: figures,
    table: comparisonTable(figures),
    missed: figures.flatMap(({ missed }) => missed),
  };
}

async function run(row: Row, sides: Sides, { rounds, seconds }: Options): Promise<Figures> {
  await compareAnswers({
    service: sides.service.url,
    floor: sides.floor.url,
    requests: row.requests(0, sides.persons),
    creates: row.creates,
    takeChanges: async () => {
      const changed = await sides.changes();
      if (row.writes) await sides.restore();
      return changed;
    },
  });
  await loadSide(row, sides, sides.service, WARM_UP_SECONDS);
  await loadSide(row, sides, sides.floor, WARM_UP_SECONDS);
  const pairs: Pair[] = [];
  while (pairs.length < rounds) {
    const service = await loadSide(row, sides, sides.service, seconds);
    const floor = await loadSide(row, sides, sides.floor, seconds);
    pairs.push({ service, floor });
    const [one, other] = [service, floor].map((round) => round.requestsPerSecond.toFixed(0));
    console.error(`${row.name}, round ${pairs.length}: ${one} / ${other} requests/s`);
  }
  const alone = row.target.millis === undefined ? undefined : await loadSide(row, sides, sides.service, seconds, 1);
  return figuresOf(row, pairs, alone?.p50);
}
