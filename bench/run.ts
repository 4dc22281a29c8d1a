// `npm run bench`: how close the service comes to what the machine can do; see README.md. Needs Linux.
import { measureCapacity } from './capacity/measure-capacity.ts';
import { measureChanges } from './changes/measure-changes.ts';
import { compareSides } from './compare-sides.ts';
import { compareStreams } from './compare-streams.ts';
import { measureAccess } from './measure-access.ts';
import { measureFirstRun } from './measure-first-run.ts';
import { measureGrowth } from './measure-growth.ts';
import { measureLinks } from './measure-links.ts';
import { measureStart } from './measure-start.ts';
import { readOptions, type Mode, type Options } from './options.ts';
import { comparePeers } from './peers/compare-peers.ts';
import { profileRow } from './profile-row.ts';
import type { Report } from './report.ts';
import { resultsOf, textOf } from './results.ts';
import { measureStatements } from './statements/measure-statements.ts';
import { measureStreams } from './streams/measure-streams.ts';

const MODES: Readonly<Record<Mode, (options: Options) => Promise<Report>>> = {
  compare: compareSides,
  profile: profileRow,
  stream: compareStreams,
  growth: measureGrowth,
  start: measureStart,
  'first-run': measureFirstRun,
  capacity: measureCapacity,
  statements: measureStatements,
  access: measureAccess,
  links: measureLinks,
  changes: measureChanges,
  streams: measureStreams,
  peers: comparePeers,
};

// Exiting ends child processes too.
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => process.exit(1));

const options = readOptions();
const report = await MODES[options.mode](options);
const results = resultsOf(report);
console.log(options.json ? JSON.stringify(results, undefined, 2) : textOf(results, report));
if (options.check && report.missed.length > 0) {
  console.error(`missed: ${report.missed.join('; ')}`);
  process.exitCode = 1;
}
