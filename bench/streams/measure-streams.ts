// Measures streams of changes: a thousand idle ones, and up to a hundred under writes, with a slow reader, and with roles that see different rows.
import { Pool } from 'pg';
import { all, bearer, keyEntry, writeAccessFiles } from '#test/support/access';
import { fillChanges } from '../changes/fill-changes.ts';
import { cellsOf, isMissed, type Figure } from '../changes/figure.ts';
import { Cleanup } from '../cleanup.ts';
import { startSecond } from '../loaded-service.ts';
import { median } from '../median.ts';
import type { Options } from '../options.ts';
import type { Report } from '../report.ts';
import { startDatabase, type LoadedDatabase } from '../sides.ts';
import { tableOf } from '../table.ts';
import { measureIdle } from './idle-streams.ts';
import { measureRound, WRITES_PER_SECOND, type MeasuredService, type Round } from './measure-round.ts';
import type { StreamRequest } from './readers.ts';

const STREAMS = 100;
const VIEWS = 10;
/** The number of changes that a slow reader is behind. */
const BACKLOG = 200_000;
const SLOW_BYTES = 64 * 1024;
/** Late responses must be measured, not refused. */
const SETTINGS = { MAX_SUBSCRIBERS: '1500', MAX_EVENT_LOOP_LAG_MS: '60000' };

/** The targets, in milliseconds and as a multiple of the figure of a single stream. */
const [MOST_MEDIAN, MOST_P99, MOST_TRANSACTIONS] = [60, 250, 1.1];

interface Kind {
  readonly title: string;
  readonly service: MeasuredService;
  readonly streams: readonly StreamRequest[];
}

const open: StreamRequest = { path: '/changes', headers: {} };
const slow: StreamRequest = { path: '/changes?page%5Bafter%5D=', headers: {}, bytesPerSecond: SLOW_BYTES };

export async function measureStreams({ scale, rounds, seconds }: Options): Promise<Report> {
  const cleanup = new Cleanup();
  try {
    const database = cleanup.add(await startDatabase(scale));
    const pool = new Pool({ connectionString: database.databaseUrl, max: 1 });
    cleanup.add({ stop: () => pool.end() });
    await fillChanges(pool, BACKLOG * scale, database.persons);
    const plain = await startMeasured(cleanup, database, pool, {}, {});
    const figures = [...(await measureIdle(plain, seconds))];
    const views = await startWithViews(cleanup, database, pool);
    const kinds: readonly Kind[] = [
      ...[1, STREAMS / 10, STREAMS].map((count) => ({
        title: count === 1 ? '1 stream' : `${count} streams`,
        service: plain,
        streams: repeated(count, () => open),
      })),
      {
        title: `${STREAMS} streams and a slow one`,
        service: plain,
        streams: [slow, ...repeated(STREAMS, () => open)],
      },
      {
        title: `${STREAMS} streams of ${VIEWS} views`,
        service: views,
        streams: repeated(STREAMS, (index) => ({ ...open, headers: bearer(viewer(index % VIEWS)) })),
      },
    ];
    const measured = kinds.map((kind) => ({ kind, rounds: [] as Round[] }));
    for (let round = 1; round <= rounds; round += 1)
      for (const each of measured) {
        const { service, streams } = each.kind;
        each.rounds.push(await measureRound(service, streams, seconds));
        console.error(`round ${round}, ${each.kind.title}: median ${each.rounds.at(-1)?.median.toFixed(1) ?? ''} ms`);
      }
    const single = measured[0]?.rounds ?? [];
    figures.push(...measured.flatMap((each) => figuresOf(each.kind.title, each.rounds, single)));
    const cells = figures.map(cellsOf);
    return {
      title: 'Streams of changes',
      load: `${WRITES_PER_SECOND} writes a second, ${rounds} rounds of ${seconds} s each in turn, medians of the rounds; ${database.persons} persons`,
      database: database.version,
      rows: figures,
      table: tableOf(['', 'figure', 'target'], cells),
      missed: figures.filter(isMissed).map((figure) => cellsOf(figure).slice(0, 2).join(': ')),
    };
  } finally {
    await cleanup.run();
  }
}

/** Starts a service and warms it up. */
async function startMeasured(
  cleanup: Cleanup,
  { databaseUrl, databasePid }: LoadedDatabase,
  pool: Pool,
  environment: Readonly<Record<string, string>>,
  headers: Readonly<Record<string, string>>,
): Promise<MeasuredService> {
  const side = cleanup.add(await startSecond(databaseUrl, { ...SETTINGS, ...environment }));
  return { ...side, databasePid, pool, headers };
}

/** Starts a service with a role that sees the persons born after a date in a claim. The dates differ, but all persons were born after all of them. */
async function startWithViews(cleanup: Cleanup, database: LoadedDatabase, pool: Pool): Promise<MeasuredService> {
  const where = [{ name: 'birth_date', op: 'ge', val: { claim: 'since' } }];
  const files = writeAccessFiles({ roles: { all, viewer: { person: { read: { where } } } } });
  cleanup.add({ stop: async () => files.remove() });
  files.writeKeys([
    keyEntry('all', 'all'),
    ...repeated(VIEWS, (view) => ({
      ...keyEntry(viewer(view), 'viewer'),
      claims: { since: `19${10 + view}-01-01` },
    })),
  ]);
  return startMeasured(cleanup, database, pool, files.environment, bearer('all'));
}

function viewer(view: number): string {
  return `viewer-${view}`;
}

function repeated<Each>(count: number, make: (index: number) => Each): readonly Each[] {
  return Array.from({ length: count }, (_, index) => make(index));
}

/** @param single the rounds with one stream */
function figuresOf(title: string, rounds: readonly Round[], single: readonly Round[]): readonly Figure[] {
  const of = (field: keyof Round, from = rounds): number => median(from.map((round) => round[field]));
  const isMany = rounds !== single;
  return [
    { title: `${title}: writes`, value: of('writes'), unit: '/s' },
    { title: `${title}: from acknowledgement to frame, median`, value: of('median'), unit: 'ms', most: MOST_MEDIAN },
    { title: `${title}: p99`, value: of('p99'), unit: 'ms', most: MOST_P99 },
    { title: `${title}: the longest`, value: of('longest'), unit: 'ms' },
    { title: `${title}: database transactions besides the writes`, value: of('transactions'), unit: '/s' },
    ...(isMany && title === `${STREAMS} streams`
      ? [
          {
            title: `${title}: the same, divided by those of one stream`,
            value: of('transactions') / of('transactions', single),
            unit: '',
            most: MOST_TRANSACTIONS,
          },
        ]
      : []),
    { title: `${title}: CPU of the service`, value: of('cpu'), unit: 'cores' },
    { title: `${title}: CPU of the database`, value: of('databaseCpu'), unit: 'cores' },
    { title: `${title}: CPU of writers and readers`, value: of('clientCpu'), unit: 'cores' },
    { title: `${title}: memory above the level before`, value: of('growth'), unit: 'MiB' },
    ...(of('slowBytes') > 0
      ? [{ title: `${title}: read by the slow one`, value: of('slowBytes'), unit: 'KiB/s' }]
      : []),
  ];
}
