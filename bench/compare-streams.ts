// `page[size]=0`, everything in one answer: the service on a small heap, and a floor that streams the same, in turn.
import { strictEqual } from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import { median } from './median.ts';
import type { Options } from './options.ts';
import type { Report } from './report.ts';
import { startSides, type Sides } from './sides.ts';
import type { ListeningProcess } from './start-listening.ts';
import { tableOf } from './table.ts';
import { measureStream, type StreamRun } from './measure-stream.ts';

const PATH = '/persons?page%5Bsize%5D=0&include=computers';
const FLAGS = ['--max-old-space-size=256'];
/** Of the floor's throughput. */
const MIN_RATIO = 0.5;
/** Memory beyond that of the idle service, in MiB. */
const MAX_GROWTH = 96;
/** Time until a process without requests is idle. */
const SETTLE_MILLIS = 2000;

interface Pair {
  readonly service: StreamRun;
  readonly floor: StreamRun;
}

interface Line extends StreamRun {
  readonly side: 'service' | 'floor';
  readonly personsPerSecond: number;
}

/** Compares the bytes in a first turn, which is not measured, then measures both sides `rounds` times. */
export async function compareStreams({ scale, rounds }: Options): Promise<Report> {
  const sides = await startSides(scale, { service: FLAGS, floor: FLAGS });
  try {
    const { databasePid } = sides;
    for (const side of [sides.service, sides.floor]) await warmUp(side);
    await pause(SETTLE_MILLIS);
    const first = { service: await digest(sides, sides.service), floor: await digest(sides, sides.floor) };
    strictEqual(first.floor.hash, first.service.hash, 'both sides must send the same bytes');
    const pairs: Pair[] = [];
    while (pairs.length < rounds) {
      const service = await measureStream(sides.service, databasePid, PATH);
      const floor = await measureStream(sides.floor, databasePid, PATH);
      pairs.push({ service, floor });
      console.error(`round ${pairs.length}: ${service.seconds.toFixed(1)} / ${floor.seconds.toFixed(1)} s`);
    }
    const lines = (['service', 'floor'] as const).map((side): Line => {
      const medianRun = mediansOf(pairs.map((pair) => pair[side]));
      // A process is idle only before its first answer; the peak is over all answers.
      const { idle } = first[side].run;
      const peak = Math.max(first[side].run.peak, ...pairs.map((pair) => pair[side].peak));
      return { ...medianRun, side, idle, peak, personsPerSecond: sides.persons / medianRun.seconds };
    });
    return report(lines, median(pairs.map(({ service, floor }) => floor.seconds / service.seconds)), {
      load: `one client, ${rounds} rounds a side, scale ${scale} (${sides.persons} persons), both with ${FLAGS.join(' ')}`,
      database: sides.version,
    });
  } finally {
    await sides.stop();
  }
}

async function warmUp({ url }: ListeningProcess): Promise<void> {
  await (await fetch(`${url}/persons`)).text();
}

async function digest(sides: Sides, side: ListeningProcess): Promise<{ hash: string; run: StreamRun }> {
  const hash = createHash('sha256');
  const run = await measureStream(side, sides.databasePid, PATH, hash);
  return { hash: hash.digest('hex'), run };
}

function mediansOf(runs: readonly StreamRun[]): StreamRun {
  const medianOf = (value: (run: StreamRun) => number): number => median(runs.map(value));
  return {
    bytes: medianOf(({ bytes }) => bytes),
    seconds: medianOf(({ seconds }) => seconds),
    firstByte: medianOf(({ firstByte }) => firstByte),
    cpu: medianOf(({ cpu }) => cpu),
    databaseCpu: medianOf(({ databaseCpu }) => databaseCpu),
    idle: medianOf(({ idle }) => idle),
    peak: medianOf(({ peak }) => peak),
  };
}

function report(lines: readonly Line[], ratio: number, about: Pick<Report, 'load' | 'database'>): Report {
  const missed: string[] = [];
  if (!(ratio >= MIN_RATIO)) missed.push(`stream: ratio ${ratio.toFixed(2)}, target ${MIN_RATIO.toFixed(2)}`);
  for (const { side, idle, peak } of lines)
    if (side === 'service' && !(peak - idle <= MAX_GROWTH))
      missed.push(`stream: ${(peak - idle).toFixed(0)} MiB above idle, target ${MAX_GROWTH}`);
  return {
    ...about,
    title: 'Stream of all persons with their computers',
    rows: [...lines, { ratio, target: { ratio: MIN_RATIO, growth: MAX_GROWTH } }],
    table: `${tableOf(
      ['', ...COLUMNS.map(([title]) => title)],
      lines.map((line) => [line.side, ...COLUMNS.map(([, cell]) => cell(line))]),
    )}\n\nRatio of throughput: ${ratio.toFixed(2)}, target ${MIN_RATIO.toFixed(2)}; growth of the service at most ${MAX_GROWTH} MiB.`,
    missed,
  };
}

const COLUMNS: readonly (readonly [string, (line: Line) => string])[] = [
  ['MB', ({ bytes }) => (bytes / 1e6).toFixed(1)],
  ['s', ({ seconds }) => seconds.toFixed(2)],
  ['MB/s', ({ bytes, seconds }) => (bytes / 1e6 / seconds).toFixed(1)],
  ['persons/s', ({ personsPerSecond }) => personsPerSecond.toFixed(0)],
  ['first byte, ms', ({ firstByte }) => firstByte.toFixed(0)],
  ['CPU, s', ({ cpu }) => cpu.toFixed(2)],
  ['database CPU, s', ({ databaseCpu }) => databaseCpu.toFixed(2)],
  ['RSS idle, MiB', ({ idle }) => idle.toFixed(0)],
  ['RSS peak, MiB', ({ peak }) => peak.toFixed(0)],
  ['growth, MiB', ({ idle, peak }) => (peak - idle).toFixed(0)],
];
