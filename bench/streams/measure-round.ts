import { setTimeout as pause } from 'node:timers/promises';
import type { Pool } from 'pg';
import { cpuSeconds, familyCpuSeconds } from '#test/support/proc';
import { growthDuring } from '../changes/peak-memory.ts';
import type { ListeningProcess } from '../start-listening.ts';
import { openReaders, type FrameTimes, type StreamRequest } from './readers.ts';
import { writeSteadily } from './steady-writes.ts';

/** A service to measure, and its database. */
export interface MeasuredService extends ListeningProcess {
  readonly databasePid: number;
  readonly pool: Pool;
  /** The number of writers. */
  readonly headers: Readonly<Record<string, string>>;
}

export interface Round {
  /** Acknowledged writes a second. */
  readonly writes: number;
  /** The times from the acknowledgement of a write to its frame, in milliseconds, over all frames of all streams. */
  readonly median: number;
  readonly p99: number;
  readonly longest: number;
  /** Database transactions a second, without the writes. */
  readonly transactions: number;
  /** The CPU time of the service, in seconds per second. */
  readonly cpu: number;
  readonly databaseCpu: number;
  /** The CPU time of all threads of this process. */
  readonly clientCpu: number;
  /** The peak of the service's memory minus its level before the streams were opened, in MiB. */
  readonly growth: number;
  /** Read by slow readers, in KiB a second. */
  readonly slowBytes: number;
}

export const WRITES_PER_SECOND = 200;
const WARM_UP_SECONDS = 2;
/** The wait for the last frames. */
const DRAIN_MILLIS = 1500;

let written = 0;

/** @throws Error unless every stream, except slow ones, has delivered every write exactly once */
export async function measureRound(
  service: MeasuredService,
  streams: readonly StreamRequest[],
  seconds: number,
): Promise<Round> {
  const { result, growth } = await growthDuring(service.pid, () => measureOpen(service, streams, seconds));
  return { ...result, growth };
}

async function measureOpen(
  service: MeasuredService,
  streams: readonly StreamRequest[],
  seconds: number,
): Promise<Omit<Round, 'growth'>> {
  const readers = await openReaders(service.url, streams);
  try {
    await writeMore(service, WARM_UP_SECONDS);
    await pause(DRAIN_MILLIS);
    await readers.collect();
    const before = await usageOf(service);
    const acknowledged = await writeMore(service, seconds);
    const after = await usageOf(service);
    await pause(DRAIN_MILLIS);
    const frames = await readers.collect();
    const delays = delaysOf(frames, acknowledged, streams.filter((each) => each.bytesPerSecond === undefined).length);
    const elapsed = (after.at - before.at) / 1000;
    return {
      writes: acknowledged.size / elapsed,
      median: quantile(delays, 0.5),
      p99: quantile(delays, 0.99),
      longest: quantile(delays, 1),
      transactions: (after.transactions - before.transactions - acknowledged.size) / elapsed,
      cpu: (after.cpu - before.cpu) / elapsed,
      databaseCpu: (after.databaseCpu - before.databaseCpu) / elapsed,
      clientCpu: (after.clientCpu - before.clientCpu) / elapsed,
      slowBytes: frames.slowBytes / 1024 / (elapsed + DRAIN_MILLIS / 1000),
    };
  } finally {
    await readers.stop();
  }
}

async function writeMore({ url, headers }: MeasuredService, seconds: number): Promise<ReadonlyMap<number, number>> {
  const first = written;
  written += WRITES_PER_SECOND * seconds;
  return writeSteadily({ url, headers, perSecond: WRITES_PER_SECOND, seconds, first });
}

/** A time in milliseconds, and the totals at that time. */
export interface Usage {
  readonly at: number;
  readonly transactions: number;
  readonly cpu: number;
  readonly databaseCpu: number;
  readonly clientCpu: number;
}

/** Transactions of the last second may be missing. */
export async function usageOf({ pid, databasePid, pool }: MeasuredService): Promise<Usage> {
  const { rows } = await pool.query<{ number: string }>({
    text: `select (xact_commit + xact_rollback)::text as number from pg_stat_database where datname = current_database()`,
  });
  const { user, system } = process.cpuUsage();
  return {
    at: performance.now(),
    transactions: Number(rows[0]?.number),
    cpu: cpuSeconds(pid),
    databaseCpu: familyCpuSeconds(databasePid),
    clientCpu: (user + system) / 1e6,
  };
}

/** Ascending. */
function delaysOf(
  { numbers, times }: FrameTimes,
  acknowledged: ReadonlyMap<number, number>,
  streams: number,
): Float64Array {
  const told = new Map<number, number>();
  const delays = times.map((time, index) => {
    const number = numbers[index] ?? NaN;
    told.set(number, (told.get(number) ?? 0) + 1);
    return time - (acknowledged.get(number) ?? NaN);
  });
  const wrong = [...acknowledged.keys()].filter((number) => told.get(number) !== streams);
  if (wrong.length > 0 || told.size !== acknowledged.size)
    throw new Error(`${wrong.length} of ${acknowledged.size} writes did not reach each of ${streams} streams once`);
  return delays.sort();
}

/** @param sorted ascending, not empty */
function quantile(sorted: Float64Array, fraction: number): number {
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * fraction))] ?? NaN;
}
