import autocannon from 'autocannon';
import { cpuSeconds, familyCpuSeconds, residentMegabytes } from '#test/support/proc';
import type { Request } from './rows.ts';
import type { ListeningProcess } from './start-listening.ts';

/** The figures of one side in one round. */
export interface Round {
  readonly requestsPerSecond: number;
  /** In milliseconds. */
  readonly p50: number;
  /** In milliseconds. */
  readonly p99: number;
  /** CPU time of the process, in milliseconds per request. */
  readonly cpu: number;
  /** The same of the database's processes. */
  readonly databaseCpu: number;
  /** The same of the client, which is this process. */
  readonly clientCpu: number;
  /** CPU time of the client per second. It has one thread: near 1 it is the bottleneck. */
  readonly clientBusy: number;
  /** Resident memory of the process at the end, in megabytes. */
  readonly megabytes: number;
}

export interface Load {
  readonly side: ListeningProcess;
  /** The process whose children serve the database's connections. */
  readonly databasePid: number;
  readonly connections: number;
  readonly seconds: number;
  readonly requestsOf: (connection: number) => readonly Request[];
}

/** @throws Error when an answer is an error: the figures would be meaningless */
export async function measure(options: Load): Promise<Round> {
  const { side, databasePid } = options;
  const usage = (): Usage => ({
    at: performance.now(),
    cpu: cpuSeconds(side.pid),
    client: clientCpuSeconds(),
    database: familyCpuSeconds(databasePid),
  });
  const { latencies, before } = await load(options, usage);
  const after = usage();
  const seconds = (after.at - before.at) / 1000;
  const clientSeconds = after.client - before.client;
  const perRequest = (cpuSeconds: number): number => (cpuSeconds * 1000) / latencies.length;
  return {
    requestsPerSecond: latencies.length / seconds,
    p50: percentile(latencies, 0.5),
    p99: percentile(latencies, 0.99),
    cpu: perRequest(after.cpu - before.cpu),
    databaseCpu: perRequest(after.database - before.database),
    clientCpu: perRequest(clientSeconds),
    clientBusy: clientSeconds / seconds,
    megabytes: residentMegabytes(side.pid),
  };
}

function clientCpuSeconds(): number {
  const { user, system } = process.cpuUsage();
  return (user + system) / 1e6;
}

/** Slow answers are to be measured, not rejected. */
const TIMEOUT_SECONDS = 60;

/** A moment, in milliseconds, and the CPU times until then, in seconds. */
interface Usage {
  readonly at: number;
  readonly cpu: number;
  readonly client: number;
  readonly database: number;
}

function load(
  { side: { url }, connections, seconds, requestsOf }: Load,
  usage: () => Usage,
): Promise<{ readonly latencies: readonly number[]; readonly before: Usage }> {
  return new Promise((resolve, reject) => {
    const latencies: number[] = [];
    let before = usage();
    let connection = 0;
    const instance = autocannon(
      {
        url,
        connections,
        duration: seconds,
        timeout: TIMEOUT_SECONDS,
        setupClient: (client) => {
          // Copies: autocannon changes them.
          client.setRequests(requestsOf(connection).map((request) => ({ ...request })));
          connection += 1;
        },
      },
      (error, { errors, timeouts, non2xx }) => {
        if (error !== null) reject(error);
        else if (errors + timeouts + non2xx > 0)
          reject(new Error(`${url}: ${errors} errors, ${timeouts} timeouts, ${non2xx} error answers`));
        else resolve({ latencies: latencies.sort((one, other) => one - other), before });
      },
    );
    instance.on('start', () => (before = usage()));
    instance.on('response', (_client, _status, _bytes, millis) => latencies.push(millis));
  });
}

/** @param sorted ascending, not empty */
function percentile(sorted: readonly number[], fraction: number): number {
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * fraction))] ?? NaN;
}
