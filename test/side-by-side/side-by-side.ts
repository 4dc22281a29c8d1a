// Runs commands side by side. The output of each is written when it has ended, so that they do not mix.
import { spawn } from 'node:child_process';
import type { Readable } from 'node:stream';
import { text } from 'node:stream/consumers';
import { signalTo } from '../support/processes.ts';
import { childSecondsIn, testsIn, verdictOf, writeSummary, type Outcome } from './summary.ts';

export interface Part {
  readonly name: string;
  readonly load: Load;
  readonly command: readonly [program: string, ...parameters: readonly string[]];
}

/** Some keep a core busy; others mostly wait: for time limits, for servers that start and stop. */
export type Load = 'computes' | 'waits';

export interface RunOptions {
  /** How many parts of each load may run at a time. */
  readonly places: Readonly<Record<Load, number>>;
  readonly write: (text: string) => void;
  /** Interrupts those that run, and keeps it from starting more. */
  readonly stop?: AbortSignal;
  /** How often it says what is running. */
  readonly progressMillis?: number;
}

const PROGRESS_MILLIS = 30_000;

/**
 * Runs all parts, those of a load in their order. A failure stops nothing. In the end the output of failures is repeated, and then comes a
 * table of what each part took, with the command that repeats a failed one.
 * @returns whether all have succeeded
 */
export async function runSideBySide(parts: readonly Part[], options: RunOptions): Promise<boolean> {
  const { places, write, stop, progressMillis = PROGRESS_MILLIS } = options;
  const start = performance.now();
  const seconds = (): number => Math.round((performance.now() - start) / 1000);
  const outcomes: Outcome[] = [];
  const running = new Set<string>();
  const work = async (waiting: Part[]): Promise<void> => {
    const next = (): Part | undefined => (stop?.aborted === true ? undefined : waiting.shift());
    for (let part = next(); part !== undefined; part = next()) {
      running.add(part.name);
      const outcome = await run(part, stop);
      running.delete(part.name);
      outcomes.push(outcome);
      write(`${outcome.output}${verdictOf(outcome)}\n`);
    }
  };
  const progress = setInterval(() => {
    const ended = `${outcomes.length} of ${parts.length} parts have ended`;
    write(`… ${seconds()} s: ${ended}, running: ${[...running].join(', ')}\n`);
  }, progressMillis);
  const workers = (['computes', 'waits'] as const).flatMap((load) => {
    const waiting = parts.filter((part) => part.load === load);
    return Array.from({ length: places[load] }, () => work(waiting));
  });
  await Promise.all(workers);
  clearInterval(progress);
  const failed = outcomes.filter(({ failure }) => failure !== undefined);
  for (const outcome of failed) write(`\n${verdictOf(outcome)}:\n${outcome.output}`);
  const names = parts.map(({ name }) => name);
  write(`\n${writeSummary(names, outcomes, seconds())}\n`);
  return failed.length === 0 && outcomes.length === parts.length;
}

/** Runs a command, then tells the seconds of CPU that it and all that it has waited for took. */
const TIMED = '"$@" 3>&-; status=$?; times >&3; exit $status';

async function run({ name, command }: Part, stop?: AbortSignal): Promise<Outcome> {
  const start = performance.now();
  const child = spawn('/bin/sh', ['-c', TIMED, 'sh', ...command], {
    stdio: ['ignore', 'pipe', 'pipe', 'pipe'],
    // Makes a process group, so that a signal reaches all its processes.
    detached: true,
  });
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
  const output = Buffer.concat(chunks).toString();
  const seconds = Math.round((performance.now() - start) / 1000);
  return { name, failure, output, seconds, cpuSeconds: childSecondsIn(times), tests: testsIn(output) };
}
