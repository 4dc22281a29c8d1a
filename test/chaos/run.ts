// npm run chaos -- --minutes 10 [--cluster or --expiry], or --import 20000, or --promotions 10
import { parseArgs } from 'node:util';
import { runChaos } from './chaos.ts';
import { runClusterChaos } from './cluster/cluster-chaos.ts';
import { runPromotions } from './cluster/promotions.ts';
import { writeClusterReport, writePromotionsReport } from './cluster/report.ts';
import type { Figures } from './figures.ts';
import { runExpiryChaos } from './expiry/expiry-chaos.ts';
import { writeExpiryReport } from './expiry/report.ts';
import { runImportChaos } from './import/import-chaos.ts';
import { writeImportReport } from './import/report.ts';
import { newSeed } from '../support/depth.ts';
import { writeReport } from './report.ts';

const { values } = parseArgs({
  options: {
    minutes: { type: 'string' },
    seconds: { type: 'string', default: '30' },
    seed: { type: 'string', default: String(newSeed()) },
    cluster: { type: 'boolean', default: false },
    expiry: { type: 'boolean', default: false },
    // The number of rows to import, instead of writing for some time.
    import: { type: 'string' },
    // The number of promotions of a cluster, instead of writing for some time.
    promotions: { type: 'string' },
    // With --cluster: to see that a stale read is detected.
    'without-tokens': { type: 'boolean', default: false },
    // Without it: for example synchronous_commit=off, to see that a lost write is detected.
    setting: { type: 'string', multiple: true, default: [] },
  },
});

const seconds = values.minutes === undefined ? Number(values.seconds) : Number(values.minutes) * 60;
const seed = Number(values.seed);
if (!(seconds > 0) || !Number.isSafeInteger(seed))
  throw new Error('--minutes and --seconds take a number, --seed an integer');
const rows = values.import === undefined ? undefined : Number(values.import);
if (rows !== undefined && !(Number.isSafeInteger(rows) && rows > 0)) throw new Error('--import takes a number of rows');
const promotions = values.promotions === undefined ? undefined : Number(values.promotions);
if (promotions !== undefined && !(Number.isSafeInteger(promotions) && promotions > 0))
  throw new Error('--promotions takes a number');
const length = rows === undefined ? `${seconds} s` : `an import of ${rows} rows`;
console.log(`chaos for ${promotions === undefined ? length : `${promotions} promotions`} with seed ${seed} …`);
if (rows !== undefined) {
  const options = { rows, seed };
  const report = await runImportChaos(options);
  finish(writeImportReport(options, report), report);
} else if (promotions !== undefined) {
  const options = { promotions, seed };
  const report = await runPromotions(options);
  finish(writePromotionsReport(options, report), report);
} else if (values.expiry) {
  const options = { seconds, seed };
  const report = await runExpiryChaos(options);
  finish(writeExpiryReport(options, report), report);
} else if (values.cluster) {
  const options = { seconds, seed, sendsTokens: !values['without-tokens'] };
  const report = await runClusterChaos(options);
  finish(writeClusterReport(options, report), report);
} else {
  const options = { seconds, seed, settings: values.setting };
  const report = await runChaos(options);
  finish(writeReport(options, report), report);
}

function finish(text: string, { figures }: { readonly figures: Figures }): void {
  console.log(text);
  process.exitCode = figures.violations.length === 0 ? 0 : 1;
}
