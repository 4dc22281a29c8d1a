// `npm run bench`: how much of what the machine could do is left to the service. Options: `--rows person,link`, `--seconds 10` (of a round),
// `--rounds 5`, `--scale 1`, `--json`, `--write` (to RESULTS.md). Needs Linux.
import { setTimeout as pause } from 'node:timers/promises';
import { compareAnswers } from './compare-answers.ts';
import { figuresOf, type Figures, type Pair } from './figures.ts';
import { measure, type Round } from './measure.ts';
import { readOptions } from './options.ts';
import { reportOf, resultsOf, writeResults } from './results.ts';
import type { Row } from './rows.ts';
import { startSides, type Sides } from './sides.ts';
import type { ListeningProcess } from './start-listening.ts';

/** Before the first round, of each side: code is compiled, statements are prepared, pages are read. */
const WARM_UP_SECONDS = 3;
/** For requests that are under way when a round ends. */
const CALMING_MILLIS = 300;

// So that the processes that were started end too.
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => process.exit(1));

const options = readOptions();
const figures: Figures[] = [];
let database = 'none';
for (const against of ['floor', 'koa'] as const) {
  const rows = options.rows.filter((row) => row.against === against);
  if (rows.length === 0) continue;
  const sides = await startSides(against, options.scale);
  database = sides.version ?? database;
  try {
    for (const row of rows) figures.push(await run(row, sides));
  } finally {
    await sides.stop();
  }
}
const results = resultsOf(figures, options, database);
console.log(options.json ? JSON.stringify(results, undefined, 2) : reportOf(results));
if (options.write) writeResults(results);

async function run(row: Row, sides: Sides): Promise<Figures> {
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
  const load = (side: ListeningProcess, seconds: number): Promise<Round> => loadSide(row, sides, side, seconds);
  await load(sides.service, WARM_UP_SECONDS);
  await load(sides.floor, WARM_UP_SECONDS);
  const pairs: Pair[] = [];
  while (pairs.length < options.rounds) {
    const service = await load(sides.service, options.seconds);
    pairs.push({ service, floor: await load(sides.floor, options.seconds) });
    const [one, other] = [service, pairs.at(-1)?.floor].map((round) => round?.requestsPerSecond.toFixed(0));
    console.error(`${row.name}, round ${pairs.length}: ${one} / ${other} requests/s`);
  }
  return figuresOf(row, pairs);
}

async function loadSide(row: Row, sides: Sides, side: ListeningProcess, seconds: number): Promise<Round> {
  const requestsOf = (connection: number): ReturnType<Row['requests']> => row.requests(connection, sides.persons);
  const round = await measure({ side, databasePid: sides.databasePid, seconds, requestsOf });
  await pause(CALMING_MILLIS);
  await sides.calm();
  if (row.writes) await sides.restore();
  return round;
}
