import autocannon from 'autocannon';
import { cpuSeconds, familyCpuSeconds, residentMegabytes } from './proc.ts';
import type { Request } from './rows.ts';
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
  /** The same of the database's processes. */
  readonly databaseCpu: number;
  /** The same of the client, which this process is. It cannot be busier than one core: near 1 it is what limits the requests. */
  readonly clientCpu: number;
  /** CPU time of the client for each second. */
  readonly clientBusy: number;
  /** Resident memory of the process at the end, in megabytes. */
  readonly megabytes: number;
}

/** What to load, and with what. */
export interface Load {
  readonly side: ListeningProcess;
  /** The process whose children serve the database's connections. */
  readonly databasePid: number;
  readonly connections: number;
  readonly seconds: number;
  readonly requestsOf: (connection: number) => readonly Request[];
}

/**
 * Loads one side for a while.
 * @throws Error when an answer is no success: then the figures say nothing
 */
export async function measure(what: Load): Promise<Round> {
  const { side, databasePid } = what;
  const usedBy = (): Usage => ({
    at: performance.now(),
    cpu: cpuSeconds(side.pid),
    client: clientCpuSeconds(),
    database: familyCpuSeconds(databasePid),
  });
  const { latencies, before } = await load(what, usedBy);
  const after = usedBy();
  const seconds = (after.at - before.at) / 1000;
  const clientSeconds = after.client - before.client;
  const each = (cpu: number): number => (cpu * 1000) / latencies.length;
  return {
    requestsPerSecond: latencies.length / seconds,
    p50: percentile(latencies, 0.5),
    p99: percentile(latencies, 0.99),
    cpu: each(after.cpu - before.cpu),
    databaseCpu: each(after.database - before.database),
    clientCpu: each(clientSeconds),
    clientBusy: clientSeconds / seconds,
    megabytes: residentMegabytes(side.pid),
  };
}

function clientCpuSeconds(): number {
  const { user, system } = process.cpuUsage();
  return (user + system) / 1e6;
}

/** A slow answer is to be measured. */
const TIMEOUT_SECONDS = 60;

interface Usage {
  /** In milliseconds, of some clock. */
  readonly at: number;
  /** In seconds. */
  readonly cpu: number;
  /** In seconds. */
  readonly client: number;
  /** In seconds. */
  readonly database: number;
}

function load(
  { side: { url }, connections, seconds, requestsOf }: Load,
  usedBy: () => Usage,
): Promise<{ readonly latencies: readonly number[]; readonly before: Usage }> {
  return new Promise((resolve, reject) => {
    const latencies: number[] = [];
    let before = usedBy();
    let connection = 0;
    const instance = autocannon(
      {
        url,
        connections,
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
