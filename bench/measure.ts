import autocannon from 'autocannon';
import { cpuSeconds, familyCpuSeconds, residentMegabytes } from './proc.ts';
import { CONNECTIONS, type Request } from './rows.ts';
import type { ListeningProcess } from './start-listening.ts';

/** What one round of load says of one side. */
export interface Round {
  readonly requestsPerSecond: number;
  /** In milliseconds. */
  readonly p50: number;
  /** In milliseconds. */
  readonly p99: number;
  /** CPU time of the process, in milliseconds for each request. */
  readonly cpu: number;
  /** The same of the database's processes; `undefined` without a database. */
  readonly databaseCpu: number | undefined;
  /** Resident memory of the process at the end, in megabytes. */
  readonly megabytes: number;
}

/** What to load, and with what. */
export interface Load {
  readonly side: ListeningProcess;
  /** The process whose children serve the database's connections. */
  readonly databasePid: number | undefined;
  readonly seconds: number;
  readonly requestsOf: (connection: number) => readonly Request[];
}

/**
 * Loads one side for a while.
 * @throws Error when an answer is no success: then the figures say nothing
 */
export async function measure({ side, databasePid, seconds, requestsOf }: Load): Promise<Round> {
  const usedBy = (): Usage => ({
    at: performance.now(),
    cpu: cpuSeconds(side.pid),
    database: databasePid === undefined ? undefined : familyCpuSeconds(databasePid),
  });
  const { latencies, before } = await load(side.url, seconds, requestsOf, usedBy);
  const after = usedBy();
  const each = (cpu: number): number => (cpu * 1000) / latencies.length;
  return {
    requestsPerSecond: (latencies.length * 1000) / (after.at - before.at),
    p50: percentile(latencies, 0.5),
    p99: percentile(latencies, 0.99),
    cpu: each(after.cpu - before.cpu),
    databaseCpu:
      after.database === undefined || before.database === undefined
        ? undefined
        : each(after.database - before.database),
    megabytes: residentMegabytes(side.pid),
  };
}

/** A slow answer is to be measured. */
const TIMEOUT_SECONDS = 60;

interface Usage {
  /** In milliseconds, of some clock. */
  readonly at: number;
  /** In seconds. */
  readonly cpu: number;
  /** In seconds. */
  readonly database: number | undefined;
}

function load(
  url: string,
  seconds: number,
  requestsOf: (connection: number) => readonly Request[],
  usedBy: () => Usage,
): Promise<{ readonly latencies: readonly number[]; readonly before: Usage }> {
  return new Promise((resolve, reject) => {
    const latencies: number[] = [];
    let before = usedBy();
    let connection = 0;
    const instance = autocannon(
      {
        url,
        connections: CONNECTIONS,
        duration: seconds,
        timeout: TIMEOUT_SECONDS,
        setupClient: (client) => {
          // It writes into what it gets.
          client.setRequests(requestsOf(connection).map((request) => ({ ...request })));
          connection += 1;
        },
      },
      (error, { errors, timeouts, non2xx }) => {
        if (error !== null) reject(error);
        else if (errors + timeouts + non2xx > 0)
          reject(new Error(`${url}: ${errors} errors, ${timeouts} timeouts, ${non2xx} answers that are no success`));
        else resolve({ latencies: latencies.sort((one, other) => one - other), before });
      },
    );
    instance.on('start', () => (before = usedBy()));
    instance.on('response', (_client, _status, _bytes, millis) => latencies.push(millis));
  });
}

/** @param sorted ascending, not empty */
function percentile(sorted: readonly number[], part: number): number {
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * part))] ?? NaN;
}
