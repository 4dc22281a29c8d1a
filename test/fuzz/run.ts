// npm run fuzz -- --runs 100000 --storage server [--access | --ledger]
import { parseArgs } from 'node:util';
import { newSeed } from '../support/depth.ts';
import { stopTestServers } from '../support/postgres-server.ts';
import { fuzzAccess } from './access-fuzz.ts';
import { fuzz } from './fuzz.ts';
import { openSeries } from './series.ts';
import { openSubject, type StorageName } from './subject.ts';

const { values } = parseArgs({
  options: {
    runs: { type: 'string', default: '10000' },
    seed: { type: 'string', default: String(newSeed()) },
    path: { type: 'string', default: '' },
    storage: { type: 'string', default: 'server' },
    verbose: { type: 'boolean', default: false },
    access: { type: 'boolean', default: false },
    ledger: { type: 'boolean', default: false },
  },
});

function isStorage(name: string): name is StorageName {
  return Object.hasOwn(openSubject, name);
}

if (!isStorage(values.storage)) throw new Error(`--storage takes one of ${Object.keys(openSubject).join(', ')}`);
const started = performance.now();
const seed = Number(values.seed);
try {
  if (values.access) await runAccess();
  else if (values.ledger) await runWrites();
  else await run(values.storage);
} finally {
  await stopTestServers();
}

/** Requests of many senders to a service with a policy. */
async function runAccess(): Promise<void> {
  const storage = values.storage === 'memory' ? 'memory' : 'server';
  const { sent, statuses, violations } = await fuzzAccess({ storage, runs: Number(values.runs), seed });
  for (const violation of violations) console.log(`${violation}\n`);
  for (const [status, count] of [...statuses].toSorted()) console.log(`${status}: ${count}`);
  console.log(`${Math.round((performance.now() - started) / 1000)} s on ${storage}, seed ${seed}`);
  console.log(`${sent} sent, ${violations.length} violations`);
  process.exitCode = violations.length === 0 ? 0 : 1;
}

/** Writes of actors with rights on some rows: one after the other, checked by a ledger, then many at the same time. */
async function runWrites(): Promise<void> {
  // Imported lazily, because it is about persons and computers alone.
  const [{ runLedger }, { runRace }] = await Promise.all([
    import('../policies/ledger.ts'),
    import('../policies/ledger-race.ts'),
  ]);
  const storage = values.storage === 'memory' ? 'memory' : 'server';
  const runs = Number(values.runs);
  const { tally, violations } = await runLedger({ storage, runs, seed });
  const race = await runRace({ storage, runs: Math.ceil(runs / 20), seed });
  for (const violation of [...violations, ...race.violations]) console.log(`${violation}\n`);
  for (const line of tally.report()) console.log(line);
  const shortages = violations.length === 0 ? tally.shortages() : [];
  for (const outcome of shortages) console.log(`too few: ${outcome}`);
  for (const [outcome, count] of [...race.statuses].toSorted()) console.log(`at the same time, ${outcome}: ${count}`);
  console.log(`${Math.round((performance.now() - started) / 1000)} s on ${storage}, seed ${seed}`);
  console.log(`${tally.requests} sent, ${violations.length + race.violations.length} violations`);
  process.exitCode = violations.length + race.violations.length + shortages.length === 0 ? 0 : 1;
}

async function run(storage: StorageName): Promise<void> {
  const { tally, violations, databaseErrors, series } = await fuzz({
    ...values,
    storage,
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
    `${Math.round(seconds)} s on ${storage}, ${Math.round(tally.sent / seconds)} inputs per second, seed ${seed}`,
  );
  console.log(`${tally.sent - violations.length} passed, ${violations.length} failed`);
  process.exitCode = violations.length === 0 ? 0 : 1;
}
