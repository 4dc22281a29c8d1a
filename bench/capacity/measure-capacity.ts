// CPU per request of service, primary and replicas, with one process and several, with replicas and without.
import { loadavg } from 'node:os';
import { Cleanup } from '../cleanup.ts';
import { sizeAt } from '../load-data.ts';
import { median } from '../median.ts';
import type { Options } from '../options.ts';
import type { Report } from '../report.ts';
import { CLIENTS } from './load.ts';
import { startLoadedServers, type LoadedServers } from './loaded-servers.ts';
import { measureRound } from './measure-round.ts';
import { mediansOf, type Constellation, type Sample } from './sample.ts';
import { ASSUMED, measuredTables, mixTable, partsText, planTable, type Rounds } from './tables.ts';

/** Some two thirds of what two cores can do that run clients and servers as well. */
const REQUESTS_PER_SECOND = 400;

const CONSTELLATIONS: readonly Constellation[] = [
  { workers: 1, replicas: 0 },
  { workers: 4, replicas: 0 },
  { workers: 1, replicas: 2 },
  { workers: 4, replicas: 2 },
];

/** Constellations in turn, `rounds` times. */
export async function measureCapacity({ scale, rounds, seconds }: Options): Promise<Report> {
  const size = sizeAt(scale);
  const cleanup = new Cleanup();
  const measured = CONSTELLATIONS.map((constellation) => ({ constellation, samples: [] as Sample[] }));
  const loads: number[] = [];
  try {
    const alone = cleanup.add(await startLoadedServers(0, size));
    const replicated = cleanup.add(await startLoadedServers(2, size));
    const serversOf = ({ replicas }: Constellation): LoadedServers => (replicas === 0 ? alone : replicated);
    for (let round = 1; round <= rounds; round += 1)
      for (const { constellation, samples } of measured) {
        const servers = serversOf(constellation);
        const options = { constellation, servers, size, requestsPerSecond: REQUESTS_PER_SECOND, seconds };
        const sample = await measureRound(options);
        samples.push(sample);
        loads.push(loadavg()[0] ?? NaN);
        console.error(progressOf(round, constellation, sample));
      }
    return {
      title: 'Capacity',
      load:
        `${size.persons} persons, ${size.computers} computers; ${CLIENTS} clients, ${REQUESTS_PER_SECOND} requests/s in all, ` +
        `${rounds} rounds of ${seconds} s in each constellation; load average ${median(loads).toFixed(1)}`,
      database: alone.version,
      rows: measured,
      table: textOf(measured),
      missed: [],
    };
  } finally {
    await cleanup.run();
  }
}

function progressOf(round: number, { workers, replicas }: Constellation, sample: Sample): string {
  const millis = [sample.service, sample.primary, sample.replica].map((each) => each.toFixed(3)).join(' / ');
  return `round ${round}, ${workers} processes, ${replicas} replicas: ${millis} ms of CPU, ${sample.requestsPerSecond.toFixed(0)} requests/s`;
}

function textOf(rounds: readonly Rounds[]): string {
  const withReplicas = (count: number): Sample =>
    mediansOf(rounds.findLast(({ constellation }) => constellation.replicas === count)?.samples ?? []);
  const measured = { alone: withReplicas(0), replicated: withReplicas(2) };
  const { use, cores, mostCores, connections, gigabits } = ASSUMED;
  return [
    mixTable(),
    'CPU per request, medians and their interquartile range:',
    measuredTables(rounds),
    `Computed from the last row of each kind, with everything used to ${100 * use} %: servers of ${cores} cores (the primary up to ${mostCores}), ` +
      `${connections} connections to each, ${gigabits} Gbit/s:`,
    planTable(measured, ASSUMED),
    partsText(measured, ASSUMED),
  ].join('\n\n');
}
