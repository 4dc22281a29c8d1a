// node test/side-by-side/run.ts check:types check:lint … runs scripts of package.json, as many at a time as there are cores, up to four.
import { availableParallelism } from 'node:os';
import { runSideBySide, type Part } from './side-by-side.ts';

/** A script can take a gigabyte of memory. */
const MOST_AT_A_TIME = 4;

const stop = new AbortController();
// Ctrl-C also reaches the scripts, which end by themselves.
process.on('SIGINT', () => {
  stop.abort();
});

const [, , ...scripts] = process.argv;
const parts = scripts.map((name): Part => ({ name, command: [process.execPath, '--run', name] }));
const write = (text: string): boolean => process.stdout.write(text);
const atATime = Math.min(availableParallelism(), MOST_AT_A_TIME);
const succeeded = await runSideBySide(parts, atATime, write, stop.signal);
process.exitCode = succeeded ? 0 : 1;
