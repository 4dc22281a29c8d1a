// Runs commands side by side. The output of each is written when it has ended, so that they do not mix.
import { spawn } from 'node:child_process';
import type { Readable } from 'node:stream';
import { text } from 'node:stream/consumers';
import { processes } from '../support/proc.ts';
import { signalTo } from '../support/processes.ts';
import { allowance, overdrawn } from './account.ts';
import type { Load } from './parts.ts';
import { ProgramClock, type Taken } from './program-clock.ts';
import { childSecondsIn, testsIn, verdictOf, writeSummary, type Outcome } from './summary.ts';
import { measureUnit as measureYardstick } from './yardstick.ts';

export interface Part {
  readonly name: string;
  readonly load: Load;
  readonly command: readonly [program: string, ...parameters: readonly string[]];
  /** Variables in addition to those of this process. */
  readonly environment?: NodeJS.ProcessEnv;
  /** The command that repeats it alone. */
  readonly again: string;
  /** Its line in the account. Without one its CPU time has no limit. */
  readonly line?: Partial<Taken>;
}

export interface RunOptions {
  /** The most parts of each load at a time. */
  readonly places: Readonly<Record<Load, number>>;
  readonly write: (text: string) => void;
  /** Interrupts those that run, and keeps it from starting more. */
  readonly stop?: AbortSignal;
  /** The interval for listing the running parts. */
  readonly progressMillis?: number;
  /** Resolves to the CPU seconds of a unit of the account. */
  readonly measureUnit?: () => Promise<number>;
  /** The interval for measuring the unit while parts run. It is also measured before and after each part. */
  readonly measureMillis?: number;
}

const PROGRESS_MILLIS = 30_000;
const LOOK_MILLIS = 500;
const MEASURE_MILLIS = 15_000;

/**
 * Runs all parts, starting those of one load in the given order. A failure does not stop the others. A part that took more than its account
 * allows runs again at the end, alone, and fails if it takes too much again. Then the output of failed parts is repeated, above a table of the
 * time of each part, with the command that repeats a failed one.
 * @returns true if all have succeeded
 */
export async function runSideBySide(parts: readonly Part[], options: RunOptions): Promise<boolean> {
  const { places, write, stop, progressMillis = PROGRESS_MILLIS } = options;
  const { measureUnit = measureYardstick, measureMillis = MEASURE_MILLIS } = options;
  const start = performance.now();
  const seconds = (): number => Math.round((performance.now() - start) / 1000);
  const outcomes: Outcome[] = [];
  const running = new Set<string>();
  const clocks = new Set<ProgramClock>();
  /** The units of each running part that has a line. */
  const measured = new Set<number[]>();
  const perform = async (part: Part): Promise<Outcome> => {
    running.add(part.name);
    const units: number[] = [];
    if (part.line !== undefined) {
      units.push(await measureUnit());
      measured.add(units);
    }
    const outcome = await run(part, clocks, stop);
    if (measured.delete(units)) units.push(await measureUnit());
    const unit = units.length === 0 ? undefined : units.reduce((sum, each) => sum + each, 0) / units.length;
    running.delete(part.name);
    write(`${outcome.output}${verdictOf(outcome)}\n`);
    return { ...outcome, again: part.again, unit, line: part.line };
  };
  const work = async (waiting: Part[]): Promise<void> => {
    const next = (): Part | undefined => (stop?.aborted === true ? undefined : waiting.shift());
    for (let part = next(); part !== undefined; part = next()) outcomes.push(await perform(part));
  };
  const progress = setInterval(() => {
    const ended = `${outcomes.length} of ${parts.length} parts have ended`;
    write(`… ${seconds()} s: ${ended}, running: ${[...running].join(', ')}\n`);
  }, progressMillis);
  const looking = setInterval(() => {
    const all = processes();
    for (const clock of clocks) clock.look(all);
  }, LOOK_MILLIS);
  // A core that has just been idle does the yardstick faster than one that does it between the work of the parts.
  const measuring = setInterval(() => {
    // In the campaign no part has a line.
    if (measured.size === 0) return;
    void measureUnit().then((unit) => {
      for (const units of measured) units.push(unit);
    });
  }, measureMillis);
  const workers = (['computes', 'waits'] as const).flatMap((load) => {
    const waiting = parts.filter((part) => part.load === load);
    return Array.from({ length: places[load] }, () => work(waiting));
  });
  await Promise.all(workers);
  for (const [index, outcome] of outcomes.entries()) {
    const part = parts.find(({ name }) => name === outcome.name);
    const overdraft = overdraftOf(outcome);
    if (part === undefined || stop?.aborted === true || overdraft === undefined) continue;
    write(`\n${part.name} took ${overdraft}, so it runs again, alone:\n`);
    const again = await perform(part);
    const failure = overdraftOf(again);
    // The tests passed, so their output would only hide the reason.
    outcomes[index] =
      failure === undefined
        ? again
        : { ...again, failure, output: '', again: `node test/side-by-side/run.ts ${part.name}` };
  }
  clearInterval(progress);
  clearInterval(looking);
  clearInterval(measuring);
  const failed = outcomes.filter(({ failure }) => failure !== undefined);
  for (const outcome of failed) write(`\n${verdictOf(outcome)}:\n${outcome.output}`);
  const names = parts.map(({ name }) => name);
  write(`\n${writeSummary(names, outcomes, seconds())}\n`);
  return failed.length === 0 && outcomes.length === parts.length;
}

/** Describes how a successful part exceeded its line in the account; undefined if it did not. */
function overdraftOf({ failure, line, taken, unit }: Outcome): string | undefined {
  if (line === undefined || failure !== undefined || taken === undefined || unit === undefined) return undefined;
  const units = overdrawn(line, taken, unit).map((program) => {
    const allowed = allowance(line[program] ?? 0).toFixed(1);
    return `${program} ${(taken[program] / unit).toFixed(1)} units instead of ${allowed}`;
  });
  return units.length === 0 ? undefined : `more CPU time than ${ACCOUNT} allows: ${units.join(', ')}`;
}

const ACCOUNT = 'test/side-by-side/account.ts';

/** Runs a command, then tells the seconds of CPU that it and all that it has waited for took. */
const TIMED = '"$@" 3>&-; status=$?; times >&3; exit $status';

async function run(
  { name, command, environment }: Part,
  clocks: Set<ProgramClock>,
  stop?: AbortSignal,
): Promise<Omit<Outcome, 'again'>> {
  const start = performance.now();
  const child = spawn('/bin/sh', ['-c', TIMED, 'sh', ...command], {
    env: { ...process.env, ...environment },
    stdio: ['ignore', 'pipe', 'pipe', 'pipe'],
    // Makes a process group, so that a signal reaches all its processes.
    detached: true,
  });
  const clock = new ProgramClock(child.pid ?? 0);
  clocks.add(clock);
  const interrupt = (): void => {
    if (child.pid !== undefined) signalTo(-child.pid, 'SIGINT');
  };
  stop?.addEventListener('abort', interrupt);
  const chunks: Buffer[] = [];
  for (const stream of [child.stdout, child.stderr]) stream?.on('data', (chunk: Buffer) => chunks.push(chunk));
  const ended = new Promise<string | undefined>((resolve, reject) => {
    child.once('error', reject);
    child.once('close', (code, signal) => {
      resolve(code === 0 ? undefined : String(code ?? signal));
    });
  });
  const times = await text(child.stdio[3] as Readable);
  const failure = await ended;
  stop?.removeEventListener('abort', interrupt);
  clocks.delete(clock);
  const output = Buffer.concat(chunks).toString();
  const seconds = Math.round((performance.now() - start) / 1000);
  const reported = childSecondsIn(times);
  const taken = reported === undefined ? undefined : clock.taken(reported);
  return { name, failure, output, seconds, taken, tests: testsIn(output) };
}
