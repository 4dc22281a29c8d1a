// One round of a constellation. The service is started for it and stopped again, because an idle service also polls the servers.
import { setTimeout as pause } from 'node:timers/promises';
import { AdminPages } from '#test/support/admin-pages';
import { freePort } from '#test/support/free-port';
import type { DataSize } from '../load-data.ts';
import { familyCpuSeconds, residentMegabytes } from '#test/support/proc';
import { startListening, type ListeningProcess } from '../start-listening.ts';
import { load, type Answered } from './load.ts';
import type { LoadedServers } from './loaded-servers.ts';
import { IDLE_POLLS_PER_SECOND, type Constellation, type Sample } from './sample.ts';
import { childrenOf, since, type ServerCpu } from './server-cpu-by-role.ts';

/** For each process: code is compiled, statements are prepared, pages are cached, replicas are found. */
const WARM_UP_REQUESTS = 3000;
const IDLE_SECONDS = 5;
/** For what follows the last answer. */
const DRAIN_MILLIS = 500;

export interface RoundOptions {
  readonly constellation: Constellation;
  readonly servers: LoadedServers;
  readonly size: DataSize;
  readonly requestsPerSecond: number;
  readonly seconds: number;
}

export async function measureRound(options: RoundOptions): Promise<Sample> {
  const { constellation, servers, size, requestsPerSecond, seconds } = options;
  const adminPort = String(await freePort());
  const service = await startListening('src/start.js', {
    DATABASE_URL: servers.primary.url,
    DATABASE_REPLICA_URLS: servers.replicas.map(({ url }) => url).join(' '),
    WORKERS: String(constellation.workers),
    ADMIN_PORT: adminPort,
  });
  const admin = new AdminPages(`http://127.0.0.1:${adminPort}`);
  const counts = (): Promise<Counts> => countsOf(servers, admin);
  const cpu = (): Cpu => cpuOf(service, servers);
  try {
    const warmUp = WARM_UP_REQUESTS * constellation.workers;
    await load({ url: service.url, size, requests: warmUp, requestsPerSecond: Infinity, seed: 1 });
    await pause(DRAIN_MILLIS);
    const countsBefore = await counts();
    const cpuBefore = cpu();
    const answered = await load({
      url: service.url,
      size,
      requests: seconds * requestsPerSecond,
      requestsPerSecond,
      seed: 2,
    });
    const used = changeOfCpu(cpuBefore, cpu());
    const countsAfter = await counts();
    const counted = changeOfCounts(countsBefore, countsAfter);
    const logged = await servers.logged(countsBefore.written, countsAfter.written);
    await pause(DRAIN_MILLIS);
    const idleBefore = cpu();
    await pause(IDLE_SECONDS * 1000);
    const idle = changeOfCpu(idleBefore, cpu());
    return {
      ...cpuPerRequest(used, answered),
      ...countsPerRequest(counted, answered, constellation),
      walBytes: logged.records / answered.writes,
      fullPageBytes: logged.fullPages / answered.writes,
      ...perIdleSecond(idle, constellation),
      ...memory(service, constellation),
      primaryConnections: await servers.primary.connections(),
      replicaConnections: mean(await Promise.all(servers.replicas.map((each) => each.connections()))),
    };
  } finally {
    await service.stop();
    await servers.restore();
  }
}

/** In seconds: until now, or between two moments. */
interface Cpu {
  readonly service: number;
  readonly primary: ServerCpu;
  readonly replicas: readonly ServerCpu[];
}

function cpuOf(service: ListeningProcess, { primary, replicas }: LoadedServers): Cpu {
  return {
    service: familyCpuSeconds(service.pid),
    primary: primary.cpu(),
    replicas: replicas.map((each) => each.cpu()),
  };
}

function changeOfCpu(before: Cpu, after: Cpu): Cpu {
  return {
    service: after.service - before.service,
    primary: since(before.primary, after.primary),
    replicas: after.replicas.map((each, at) => since(before.replicas[at] ?? each, each)),
  };
}

/** Likewise. */
interface Counts {
  /** Log, in bytes. */
  readonly written: number;
  readonly reads: number;
  readonly replicaReads: number;
  /** On all replicas. */
  readonly transactions: number;
}

async function countsOf(servers: LoadedServers, admin: AdminPages): Promise<Counts> {
  const transactions = await Promise.all(servers.replicas.map((each) => each.transactions()));
  return {
    written: await servers.written(),
    reads: await admin.sum('db_reads_total'),
    replicaReads: await admin.sum('db_reads_total', 'server="replica"'),
    transactions: transactions.reduce((sum, each) => sum + each, 0),
  };
}

function changeOfCounts(before: Counts, after: Counts): Counts {
  return {
    written: after.written - before.written,
    reads: after.reads - before.reads,
    replicaReads: after.replicaReads - before.replicaReads,
    transactions: after.transactions - before.transactions,
  };
}

type CpuPerRequest = Pick<Sample, 'requestsPerSecond' | 'service' | 'primary' | 'replica' | 'replay' | 'send'>;

function cpuPerRequest(used: Cpu, { requests, writes, seconds }: Answered): CpuPerRequest {
  const perRequest = (cpuSeconds: number): number => (1000 * cpuSeconds) / requests;
  const perWrite = (cpuSeconds: number): number => (1000 * cpuSeconds) / writes;
  const { length: replicas } = used.replicas;
  return {
    requestsPerSecond: requests / seconds,
    service: perRequest(used.service),
    primary: perRequest(used.primary.all),
    replica: perRequest(mean(used.replicas.map(({ all }) => all))),
    replay: perWrite(mean(used.replicas.map(({ replay }) => replay))),
    send: replicas === 0 ? 0 : perWrite(used.primary.send / replicas),
  };
}

type CountsPerRequest = Pick<Sample, 'replicaReads' | 'polls' | 'answerBytes'>;

function countsPerRequest(
  { reads, replicaReads, transactions }: Counts,
  { requests, bytes, seconds }: Answered,
  { workers, replicas }: Constellation,
): CountsPerRequest {
  const polls = (transactions - replicaReads) / replicas;
  return {
    replicaReads: reads === 0 ? 0 : replicaReads / reads,
    polls: replicas === 0 ? 0 : Math.max(0, (polls - seconds * workers * IDLE_POLLS_PER_SECOND) / requests),
    answerBytes: bytes / requests,
  };
}

type PerIdleSecond = Pick<Sample, 'idleService' | 'idlePrimary' | 'idleReplica'>;

function perIdleSecond(used: Cpu, { workers }: Constellation): PerIdleSecond {
  const perProcess = (cpuSeconds: number): number => (1000 * cpuSeconds) / (IDLE_SECONDS * workers);
  return {
    idleService: perProcess(used.service),
    idlePrimary: perProcess(used.primary.clients),
    idleReplica: perProcess(mean(used.replicas.map(({ clients }) => clients))),
  };
}

function memory(
  { pid }: ListeningProcess,
  { workers }: Constellation,
): Pick<Sample, 'megabytes' | 'supervisorMegabytes'> {
  if (workers === 1) return { megabytes: residentMegabytes(pid), supervisorMegabytes: 0 };
  return { megabytes: mean(childrenOf(pid).map(residentMegabytes)), supervisorMegabytes: residentMegabytes(pid) };
}

/** 0 when there are no values. */
function mean(values: readonly number[]): number {
  return values.length === 0 ? 0 : values.reduce((sum, value) => sum + value, 0) / values.length;
}
