// `page[size]=0`: everything in one answer. The service, whose heap is kept small, and a floor that streams the same, in turn.
import { strictEqual } from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import { median } from './median.ts';
import type { Options } from './options.ts';
import type { Report } from './report.ts';
import { startSides, type Sides } from './sides.ts';
import type { ListeningProcess } from './start-listening.ts';
import { tableOf } from './table.ts';
import { takeStream, type Taken } from './take-stream.ts';

const PATH = '/persons?page%5Bsize%5D=0&include=computers';
const FLAGS = ['--max-old-space-size=256'];
/** Least part of the floor's throughput. */
const LEAST_RATIO = 0.5;
/** Most memory beyond that of the idle service, in MiB. */
const MOST_GROWTH = 96;
/** After which a process that does nothing is idle. */
const RESTING_MILLIS = 2000;

interface Pair {
  readonly service: Taken;
  readonly floor: Taken;
}

interface Line extends Taken {
  readonly side: 'service' | 'floor';
  readonly personsPerSecond: number;
}

/** Compares the bytes in a first turn, which is not measured, and takes the answer of both sides `rounds` times. */
export async function compareStreams({ scale, rounds }: Options): Promise<Report> {
  const sides = await startSides(scale, { service: FLAGS, floor: FLAGS });
  try {
    const { databasePid } = sides;
    for (const side of [sides.service, sides.floor]) await askOnce(side);
    await pause(RESTING_MILLIS);
    const first = { service: await digest(sides, sides.service), floor: await digest(sides, sides.floor) };
    strictEqual(first.floor.hash, first.service.hash, 'both sides must send the same bytes');
    const pairs: Pair[] = [];
    while (pairs.length < rounds) {
      const service = await takeStream(sides.service, databasePid, PATH);
      const floor = await takeStream(sides.floor, databasePid, PATH);
      pairs.push({ service, floor });
      console.error(`round ${pairs.length}: ${service.seconds.toFixed(1)} / ${floor.seconds.toFixed(1)} s`);
    }
    const lines = (['service', 'floor'] as const).map((side): Line => {
      const taken = medians(pairs.map((pair) => pair[side]));
      // Idle is idle only before the first answer; the peak is that of all.
      const { idle } = first[side].taken;
      const peak = Math.max(first[side].taken.peak, ...pairs.map((pair) => pair[side].peak));
      return { ...taken, side, idle, peak, personsPerSecond: sides.persons / taken.seconds };
    });
    return report(lines, median(pairs.map(({ service, floor }) => floor.seconds / service.seconds)), {
      load: `one client, ${rounds} rounds a side, scale ${scale} (${sides.persons} persons), both with ${FLAGS.join(' ')}`,
      database: sides.version,
    });
  } finally {
    await sides.stop();
  }
}

async function askOnce({ url }: ListeningProcess): Promise<void> {
  await (await fetch(`${url}/persons`)).text();
}

async function digest(sides: Sides, side: ListeningProcess): Promise<{ hash: string; taken: Taken }> {
  const hash = createHash('sha256');
  const taken = await takeStream(side, sides.databasePid, PATH, hash);
  return { hash: hash.digest('hex'), taken };
}

function medians(all: readonly Taken[]): Taken {
  const of = (value: (taken: Taken) => number): number => median(all.map(value));
  return {
    bytes: of(({ bytes }) => bytes),
    seconds: of(({ seconds }) => seconds),
    firstByte: of(({ firstByte }) => firstByte),
    cpu: of(({ cpu }) => cpu),
    databaseCpu: of(({ databaseCpu }) => databaseCpu),
    idle: of(({ idle }) => idle),
    peak: of(({ peak }) => peak),
  };
}

function report(lines: readonly Line[], ratio: number, about: Pick<Report, 'load' | 'database'>): Report {
  const missed: string[] = [];
  if (!(ratio >= LEAST_RATIO)) missed.push(`stream: ratio ${ratio.toFixed(2)}, target ${LEAST_RATIO.toFixed(2)}`);
  for (const { side, idle, peak } of lines)
    if (side === 'service' && !(peak - idle <= MOST_GROWTH))
      missed.push(`stream: ${(peak - idle).toFixed(0)} MiB above idle, target ${MOST_GROWTH}`);
  return {
    ...about,
    title: 'Stream of all persons with their computers',
    rows: [...lines, { ratio, target: { ratio: LEAST_RATIO, growth: MOST_GROWTH } }],
    table: `${tableOf(
      ['', ...COLUMNS.map(([title]) => title)],
      lines.map((line) => [line.side, ...COLUMNS.map(([, cell]) => cell(line))]),
    )}\n\nRatio of throughput: ${ratio.toFixed(2)}, target ${LEAST_RATIO.toFixed(2)}; growth of the service at most ${MOST_GROWTH} MiB.`,
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
