// Compares the storages on random queries: npm run test:agree -- --runs 20000
import { parseArgs } from 'node:util';
import { embeddedEngine, serverEngine } from '../support/database-engines.ts';
import { stopTestServers } from '../support/postgres-server.ts';
import { checkAgreement } from './agreement.ts';

const { values } = parseArgs({
  options: {
    runs: { type: 'string', default: '20000' },
    seed: { type: 'string', default: String(Date.now() % 2 ** 31) },
    path: { type: 'string', default: '' },
    engine: { type: 'string', default: 'server' },
    verbose: { type: 'boolean', default: false },
  },
});

const engines = new Map([
  ['server', serverEngine],
  ['embedded', embeddedEngine],
]);

const engine = engines.get(values.engine);
if (engine === undefined) throw new Error(`--engine takes ${[...engines.keys()].join(' or ')}`);
const started = performance.now();
const database = await engine.open();
try {
  const seed = Number(values.seed);
  const report = await checkAgreement(database, { runs: Number(values.runs), seed, path: values.path });
  const { tally, disagreements } = report;
  for (const disagreement of disagreements) console.log(`${disagreement}\n`);
  if (values.verbose) for (const line of tally.report()) console.log(line);
  const seconds = Math.round((performance.now() - started) / 1000);
  console.log(
    `${tally.cases} cases run on ${engine.name} in ${seconds} s with seed ${seed}, ${disagreements.length} disagreements`,
  );
  if (report.unknownLetters > 0)
    console.log(`left out: ${report.unknownLetters} letters that this database cannot fold`);
  process.exitCode = disagreements.length === 0 ? 0 : 1;
} finally {
  await database.close();
  await stopTestServers();
}
