// Compares the storages on random queries, or what policies show with services that have nothing else:
// npm run agree -- --runs 20000
// npm run agree -- --policies 20 --storage memory
// npm run agree -- --policies 20 --storage memory --feed
import { parseArgs } from 'node:util';
import { embeddedEngine, serverEngine } from '../support/database-engines.ts';
import { newSeed } from '../support/depth.ts';
import { stopTestServers } from '../support/postgres-server.ts';
import { comparePolicies } from '../policies/compare.ts';
import { compareFeeds } from '../policies/feed.ts';
import { openStorage, type StorageName } from '../policies/storages.ts';
import { checkAgreement } from './agreement.ts';

const { values } = parseArgs({
  options: {
    runs: { type: 'string' },
    seed: { type: 'string', default: String(newSeed()) },
    path: { type: 'string', default: '' },
    engine: { type: 'string', default: 'server' },
    policies: { type: 'string' },
    feed: { type: 'boolean', default: false },
    storage: { type: 'string', default: 'memory' },
    verbose: { type: 'boolean', default: false },
  },
});

const engines = new Map([
  ['server', serverEngine],
  ['embedded', embeddedEngine],
]);

interface Report {
  readonly disagreements: readonly string[];
  readonly cases: number;
  readonly on: string;
  /** The details, line by line. */
  readonly lines: readonly string[];
  readonly notes: readonly string[];
}

async function compareStorages(seed: number): Promise<Report> {
  const engine = engines.get(values.engine);
  if (engine === undefined) throw new Error(`--engine takes ${[...engines.keys()].join(' or ')}`);
  const database = await engine.open();
  try {
    const runs = Number(values.runs ?? 20_000);
    const { tally, disagreements, unknownLetters } = await checkAgreement(database, { runs, seed, path: values.path });
    const left = `left out: ${unknownLetters} letters that this database cannot fold`;
    const notes = unknownLetters > 0 ? [left] : [];
    return { disagreements, cases: tally.cases, on: engine.name, lines: tally.report(), notes };
  } finally {
    await database.close();
  }
}

async function compareVisible(policies: number, seed: number): Promise<Report> {
  const { storage } = values;
  if (!isStorage(storage)) throw new Error(`--storage takes ${Object.keys(openStorage).join(' or ')}`);
  const on = `${storage} under ${policies} policies`;
  if (values.feed) {
    const writes = Number(values.runs ?? 40);
    const { tally, disagreements } = await compareFeeds({ storage, policies, writes, seed });
    return { disagreements, cases: tally.writes, on, lines: tally.report(), notes: [] };
  }
  const runs = Number(values.runs ?? 10_000);
  const { tally, disagreements } = await comparePolicies({ storage, runs, policies, seed });
  return { disagreements, cases: tally.compared, on, lines: tally.report(), notes: [] };
}

function isStorage(name: string): name is StorageName {
  return Object.hasOwn(openStorage, name);
}

const started = performance.now();
try {
  const seed = Number(values.seed);
  const report = await (values.policies === undefined
    ? compareStorages(seed)
    : compareVisible(Number(values.policies), seed));
  const { disagreements, cases, on, lines, notes } = report;
  for (const disagreement of disagreements) console.log(`${disagreement}\n`);
  if (values.verbose) for (const line of lines) console.log(line);
  const seconds = Math.round((performance.now() - started) / 1000);
  console.log(`${cases} cases run on ${on} in ${seconds} s with seed ${seed}, ${disagreements.length} disagreements`);
  for (const note of notes) console.log(note);
  process.exitCode = disagreements.length === 0 ? 0 : 1;
} finally {
  await stopTestServers();
}
