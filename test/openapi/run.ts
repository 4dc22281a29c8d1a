// Requests at random from the OpenAPI document: npm run test:openapi -- --runs 5000 --storage server
import { parseArgs } from 'node:util';
import { newSeed } from '../support/depth.ts';
import { stopTestServers } from '../support/postgres-server.ts';
import { explore } from './explore.ts';
import { openSubject, type StorageName } from './subject.ts';

const { values } = parseArgs({
  options: {
    runs: { type: 'string', default: '5000' },
    seed: { type: 'string', default: String(newSeed()) },
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
const subject = await openSubject[values.storage]();
try {
  const { path, storage } = values;
  const [runs, seed] = [Number(values.runs), Number(values.seed)];
  const { sent, outcomes, operations, violation } = await explore(subject, { runs, seed, path });
  if (violation !== undefined) console.log(`${violation}\n`);
  if (values.verbose) for (const [outcome, count] of [...outcomes].sort()) console.log(`${outcome}: ${count}`);
  const seconds = Math.round((performance.now() - started) / 1000);
  console.log(`${sent} requests to ${operations.length} operations on ${storage} in ${seconds} s with seed ${seed}`);
  process.exitCode = violation === undefined ? 0 : 1;
} finally {
  await subject.stop();
  await stopTestServers();
}
