import { summaryOf } from '../summary.ts';
import { tableOf } from '../table.ts';
import { MIX, writeShare } from './mix.ts';
import { planFor, partsOf, type Assumptions, type Measured, type Plan } from './plan.ts';
import type { Constellation, Sample } from './sample.ts';

export interface Rounds {
  readonly constellation: Constellation;
  readonly samples: readonly Sample[];
}

export const ASSUMED: Assumptions = {
  use: 0.6,
  cores: 16,
  mostCores: 64,
  poolSize: 10,
  connections: 500,
  gigabits: 10,
  writes: writeShare(),
  measuredProcesses: 4,
};

const RATES = [1000, 10_000, 100_000];

export function mixTable(): string {
  return tableOf(
    ['request', 'share, %'],
    MIX.map(({ title, share }) => [title, String(share)]),
  );
}

/** A column: what it shows, how many decimals, and whether only constellations with replicas have it. */
type Column = readonly [title: string, field: keyof Sample, digits: number];

const CPU_COLUMNS: readonly Column[] = [
  ['requests/s', 'requestsPerSecond', 0],
  ['service, ms', 'service', 3],
  ['primary, ms', 'primary', 3],
  ['each replica, ms', 'replica', 3],
  ['reads by replicas, %', 'replicaReads', 0],
  ['further polls of each replica', 'polls', 2],
];

const WRITE_COLUMNS: readonly Column[] = [
  ['replay, ms per write', 'replay', 3],
  ['sending, ms per write and replica', 'send', 3],
  ['log, bytes per write', 'walBytes', 0],
  ['full pages, bytes per write', 'fullPageBytes', 0],
  ['body, bytes per answer', 'answerBytes', 0],
];

const STANDING_COLUMNS: readonly Column[] = [
  ['idle process, ms/s', 'idleService', 1],
  ['its primary, ms/s', 'idlePrimary', 1],
  ['each replica, ms/s', 'idleReplica', 1],
  ['RSS of a process, MB', 'megabytes', 0],
  ['of the supervisor', 'supervisorMegabytes', 0],
  ['connections to the primary', 'primaryConnections', 0],
  ['to each replica', 'replicaConnections', 0],
];

export function measuredTables(rounds: readonly Rounds[]): string {
  return [CPU_COLUMNS, WRITE_COLUMNS, STANDING_COLUMNS].map((columns) => sampleTable(rounds, columns)).join('\n\n');
}

/** Only these can differ from round to round by more than the table shows. */
const WITH_RANGE = new Set<keyof Sample>(['service', 'primary', 'replica', 'replay', 'send']);

function sampleTable(rounds: readonly Rounds[], columns: readonly Column[]): string {
  return tableOf(
    ['processes, replicas', ...columns.map(([title]) => title)],
    rounds.map(({ constellation: { workers, replicas }, samples }) => [
      `${workers}, ${replicas}`,
      ...columns.map(([, field, digits]) => {
        const { median, iqr } = summaryOf(samples.map((sample) => sample[field]));
        const factor = field === 'replicaReads' ? 100 : 1;
        const text = (factor * median).toFixed(digits);
        return WITH_RANGE.has(field) ? `${text} (${iqr.toFixed(digits)})` : text;
      }),
    ]),
  );
}

/** The resources that rates of requests need. */
export function planTable(measured: Measured, assumed: Assumptions): string {
  const plans = RATES.map((rate) => planFor(rate, measured, assumed));
  return tableOf(
    ['requests/s', ...PLAN_COLUMNS.map(([title]) => title)],
    plans.map((plan) => [String(plan.requestsPerSecond), ...PLAN_COLUMNS.map(([, cell]) => cell(plan))]),
  );
}

const PLAN_COLUMNS: readonly (readonly [string, (plan: Plan) => string])[] = [
  ['processes', ({ processes }) => String(processes)],
  ['replicas', ({ replicas }) => (Number.isFinite(replicas) ? String(replicas) : 'no number suffices')],
  ['busy cores: primary', ({ primary }) => finite(primary, 1)],
  ['each replica', ({ replica }) => replica.toFixed(1)],
  ['replay', ({ replay }) => replay.toFixed(2)],
  ['connections to each', ({ connections }) => String(connections)],
  ['fullest limits', ({ limits }) => limits.slice(0, 3).map(limitText).join(', ')],
];

function limitText({ name, used }: Plan['limits'][number]): string {
  return `${name} ${finite(100 * used, 0)} %`;
}

function finite(number: number, digits: number): string {
  return Number.isFinite(number) ? number.toFixed(digits) : '–';
}

/** The parts of a replica's CPU, for calculations with other figures. */
export function partsText({ replicated }: Measured, { measuredProcesses, writes }: Assumptions): string {
  const { reads, polls, replay } = partsOf(replicated, measuredProcesses, writes);
  const text = (millis: number): string => millis.toFixed(3);
  return (
    `Each of two replicas, ms per request to the service: ${text(reads)} for reads, ${text(polls)} for further polls, ${text(replay)} for replay; ` +
    `and ${replicated.idleReplica.toFixed(1)} ms/s for each process.`
  );
}
