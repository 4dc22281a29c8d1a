// npm run soak -- --minutes 15: measures whether memory grows under a steady load.
import { setTimeout as pause } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { startOperated } from '../support/admin-pages.ts';
import { stopTestServers, testServer } from '../support/postgres-server.ts';
import { startLoad } from './load.ts';
import { slopeOf, type Sample } from './slope.ts';

const { values } = parseArgs({
  options: { minutes: { type: 'string', default: '15' }, storage: { type: 'string', default: 'server' } },
});
const minutes = Number(values.minutes);
const CLIENTS = 8;
const SAMPLES = 60;
/** Ignored: while the heap is still being sized and code compiled, growth says nothing about leaks. */
const WARM_UP = 1 / 3;
/** For a run of 15 minutes; shorter runs have more noise. */
const MAX_MEGABYTES_PER_MINUTE = 1;

const database = values.storage === 'memory' ? 'memory:' : await (await testServer()).createDatabase();
const service = await startOperated({ DATABASE_URL: database, LOG_LEVEL: 'error' });
const load = startLoad(service.url, CLIENTS);
const samples: Sample[] = [];
console.log('minutes  megabytes  requests');
for (let taken = 1; taken <= SAMPLES; taken += 1) {
  await pause((minutes * 60_000) / SAMPLES);
  const sample = { minutes: (taken * minutes) / SAMPLES, megabytes: await service.admin.megabytes() };
  samples.push(sample);
  const requests = [...load.answers.values()].reduce((sum, count) => sum + count, 0);
  if (taken % 6 === 0)
    console.log(`${sample.minutes.toFixed(2).padStart(7)}  ${sample.megabytes.toFixed(1).padStart(9)}  ${requests}`);
}
await load.stop();
const slope = slopeOf(samples.slice(SAMPLES * WARM_UP));
const statuses = [...load.answers].sort().map(([status, count]) => `${status}: ${count}`);
const inputErrors = await service.admin.sum('db_input_errors_total');
service.process.kill('SIGTERM');
const code = await service.ended;
await stopTestServers();
console.log(
  `answers by status: ${statuses.join(', ')}; database errors caused by input: ${inputErrors}; exit code ${code}`,
);
console.log(`memory growth after warm-up: ${slope.toFixed(2)} MB per minute`);
const failed =
  slope > MAX_MEGABYTES_PER_MINUTE || code !== 0 || [...load.answers.keys()].some((status) => status >= 500);
process.exitCode = failed ? 1 : 0;
