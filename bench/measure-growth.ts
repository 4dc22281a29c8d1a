// The growth of a request's cost with the data: the service on a small and a large database of one server, in turn. One
// connection: with several, latency is mostly waiting, which multiplies the noise.
import { measure, type Round } from './measure.ts';
import { median } from './median.ts';
import { startLoaded, type LoadedService } from './loaded-service.ts';
import type { Options } from './options.ts';
import { startPostgres } from './postgres.ts';
import type { Report } from './report.ts';
import { read, spread, type Request } from './rows.ts';
import { serverCpu } from './server-cpu.ts';
import { Cleanup } from './cleanup.ts';
import { tableOf } from './table.ts';

/** Of the small database; `--scale` is that of the large one. */
const SMALL_SCALE = 0.1;
/** Of the large median divided by the small one. */
const LIMIT = 1.25;
const WARM_UP_SECONDS = 5;

interface Endpoint {
  readonly title: string;
  requests(persons: number): readonly Request[];
}

const ENDPOINTS: readonly Endpoint[] = [
  { title: 'GET /persons', requests: () => [read('/persons')] },
  { title: 'GET /persons?page[number]=2', requests: () => [read('/persons?page[number]=2')] },
  { title: 'GET /persons/{id}', requests: (persons) => spread(0, persons).map((id) => read(`/persons/${id}`)) },
];

interface Growth {
  readonly title: string;
  readonly small: Cost;
  readonly large: Cost;
  /** Latency on the large database divided by that on the small one. */
  readonly latency: number;
  /** The same ratio of the CPU time of service and database. */
  readonly cpu: number;
}

/** In milliseconds per request. */
interface Cost {
  readonly p50: number;
  readonly cpu: number;
  readonly databaseCpu: number;
}

/** Loads both services in turn, `rounds` times per endpoint. */
export async function measureGrowth({ scale, rounds, seconds }: Options): Promise<Report> {
  const cleanup = new Cleanup();
  try {
    const server = cleanup.add(await startPostgres());
    const small = cleanup.add(await startLoaded(server, SMALL_SCALE));
    const large = cleanup.add(await startLoaded(server, scale));
    const loadOnce = ({ service, size }: LoadedService, endpoint: Endpoint, duration: number): Promise<Round> =>
      measure({
        side: service,
        databasePid: server.pid,
        connections: 1,
        seconds: duration,
        requestsOf: () => endpoint.requests(size.persons),
      });
    const growths: Growth[] = [];
    for (const endpoint of ENDPOINTS) {
      for (const each of [small, large]) await loadOnce(each, endpoint, WARM_UP_SECONDS);
      const pairs: { small: Cost; large: Cost }[] = [];
      while (pairs.length < rounds) {
        const one = costOf(await loadOnce(small, endpoint, seconds));
        const other = costOf(await loadOnce(large, endpoint, seconds));
        pairs.push({ small: one, large: other });
        console.error(`${endpoint.title}, round ${pairs.length}: ${one.p50.toFixed(2)} / ${other.p50.toFixed(2)} ms`);
      }
      growths.push(growthOf(endpoint.title, pairs));
    }
    const { rows } = await small.pool.query<{ server_version: string }>({ text: 'show server_version' });
    return {
      title: 'Growth',
      load: `one connection, ${rounds} rounds of ${seconds} s a side, ${small.size.persons} and ${large.size.persons} persons`,
      database: rows[0]?.server_version ?? 'unknown',
      rows: growths,
      table: tableOf(
        ['few / many', ...COLUMNS.map(([title]) => title)],
        growths.map((growth) => [growth.title, ...COLUMNS.map(([, cell]) => cell(growth))]),
      ),
      missed: growths
        .filter(({ latency }) => !(latency < LIMIT))
        .map(({ title, latency }) => `${title}: grows by ${percent(latency)}, target below ${percent(LIMIT)}`),
    };
  } finally {
    await cleanup.run();
  }
}

function costOf({ p50, cpu, databaseCpu }: Round): Cost {
  return { p50, cpu, databaseCpu };
}

function growthOf(title: string, pairs: readonly { readonly small: Cost; readonly large: Cost }[]): Growth {
  return {
    title,
    small: medians(pairs.map(({ small }) => small)),
    large: medians(pairs.map(({ large }) => large)),
    latency: median(pairs.map(({ small, large }) => large.p50 / small.p50)),
    cpu: median(pairs.map(({ small, large }) => serverCpu(large) / serverCpu(small))),
  };
}

function medians(costs: readonly Cost[]): Cost {
  return {
    p50: median(costs.map(({ p50 }) => p50)),
    cpu: median(costs.map(({ cpu }) => cpu)),
    databaseCpu: median(costs.map(({ databaseCpu }) => databaseCpu)),
  };
}

function percent(ratio: number): string {
  return `${(100 * (ratio - 1)).toFixed(0)} %`;
}

const both =
  (value: (cost: Cost) => number) =>
  ({ small, large }: Growth): string =>
    [small, large].map((cost) => value(cost).toFixed(3)).join(' / ');

const COLUMNS: readonly (readonly [string, (growth: Growth) => string])[] = [
  ['p50, ms', both(({ p50 }) => p50)],
  ['CPU, ms', both(({ cpu }) => cpu)],
  ['database CPU, ms', both(({ databaseCpu }) => databaseCpu)],
  ['growth of p50', ({ latency }) => percent(latency)],
  ['target', ({ latency }) => `${latency < LIMIT ? 'reached' : 'MISSED'}: < ${percent(LIMIT)}`],
  ['growth of CPU', ({ cpu }) => percent(cpu)],
];
