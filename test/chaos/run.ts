// npm run chaos -- --minutes 10
import { parseArgs } from 'node:util';
import { runChaos } from './chaos.ts';
import { writeReport } from './report.ts';

const { values } = parseArgs({
  options: {
    minutes: { type: 'string' },
    seconds: { type: 'string', default: '30' },
    seed: { type: 'string', default: String(Date.now() % 2 ** 31) },
    // For example synchronous_commit=off, to see that a lost write is detected.
    setting: { type: 'string', multiple: true, default: [] },
  },
});

const seconds = values.minutes === undefined ? Number(values.seconds) : Number(values.minutes) * 60;
const seed = Number(values.seed);
if (!(seconds > 0) || !Number.isSafeInteger(seed))
  throw new Error('--minutes and --seconds take a number, --seed an integer');
const options = { seconds, seed, settings: values.setting };
console.log(`chaos for ${seconds} s with seed ${seed} …`);
const report = await runChaos(options);
console.log(writeReport(options, report));
process.exitCode = report.figures.violations.length === 0 ? 0 : 1;
