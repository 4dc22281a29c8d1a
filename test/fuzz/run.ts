// npm run fuzz -- --runs 100000 --storage server
import { parseArgs } from 'node:util';
import { stopTestServers } from '../support/postgres-server.ts';
import { fuzz } from './fuzz.ts';
import { openSeries } from './series.ts';
import { openSubject, type StorageName } from './subject.ts';

const { values } = parseArgs({
  options: {
    runs: { type: 'string', default: '10000' },
    seed: { type: 'string', default: String(Date.now() % 2 ** 31) },
    path: { type: 'string', default: '' },
    storage: { type: 'string', default: 'server' },
    verbose: { type: 'boolean', default: false },
  },
});

function isStorage(name: string): name is StorageName {
  return Object.hasOwn(openSubject, name);
}

if (!isStorage(values.storage)) throw new Error(`--storage takes one of ${Object.keys(openSubject).join(', ')}`);
const started = performance.now();
const seed = Number(values.seed);
try {
  const { tally, violations, databaseErrors, series } = await fuzz({
    ...values,
    storage: values.storage,
    runs: Number(values.runs),
    seed,
  });
  for (const violation of violations) console.log(`${violation}\n`);
  for (const line of tally.report()) console.log(line);
  if (values.verbose) for (const shape of tally.shapes) console.log(`  ${shape}`);
  console.log(`database errors: ${JSON.stringify(databaseErrors)}`);
  console.log(`series of metrics: ${series.size}, of which with open labels: ${openSeries(series).length}`);
  const seconds = (performance.now() - started) / 1000;
  console.log(
    `${Math.round(seconds)} s on ${values.storage}, ${Math.round(tally.sent / seconds)} inputs per second, seed ${seed}`,
  );
  console.log(`${tally.sent - violations.length} passed, ${violations.length} failed`);
  process.exitCode = violations.length === 0 ? 0 : 1;
} finally {
  await stopTestServers();
}
