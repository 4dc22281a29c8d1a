// The service, its floor and perhaps another version of the service, in turn, row by row.
import { commitOf } from './commit-of.ts';
import { compareAnswers } from './compare-answers.ts';
import { versionsTable } from './compare-versions.ts';
import { comparisonTable } from './comparison-table.ts';
import { figuresOf, type Figures } from './figures.ts';
import { loadSide, WARM_UP_SECONDS } from './load-side.ts';
import type { Round } from './measure.ts';
import type { Options } from './options.ts';
import type { Report } from './report.ts';
import { CONNECTIONS, type Row } from './rows.ts';
import { serverCpu } from './server-cpu.ts';
import { startSides, type Sides } from './sides.ts';
import type { ListeningProcess } from './start-listening.ts';
import type { Turn } from './turn.ts';

export async function compareSides(options: Options): Promise<Report> {
  const { rounds, seconds, scale, against } = options;
  const sides = await startSides(scale, { other: against });
  const figures: Figures[] = [];
  try {
    for (const row of options.rows) figures.push(await run(row, sides, options));
  } finally {
    await sides.stop();
  }
  const versions = against === undefined ? '' : `; the other version is ${commitOf(against)} in ${against}`;
  return {
    title: 'Requests',
    load: `${CONNECTIONS} connections, ${rounds} rounds of ${seconds} s a side, scale ${scale}${versions}`,
    database: sides.version,
    rows: figures,
    table: [comparisonTable(figures), ...(against === undefined ? [] : [versionsTable(figures)])].join('\n\n'),
    missed: figures.flatMap(({ missed }) => missed),
  };
}

async function run(row: Row, sides: Sides, { rounds, seconds }: Options): Promise<Figures> {
  const { service, other, floor } = sides;
  await compareAnswers({
    service: service.url,
    others: { ...(other === undefined ? {} : { 'the other version': other.url }), 'the floor': floor.url },
    requests: row.requests(0, sides.persons),
    creates: row.creates,
    takeChanges: async () => {
      const changed = await sides.changes();
      if (row.writes) await sides.restore();
      return changed;
    },
  });
  await turnOf(row, sides, WARM_UP_SECONDS);
  const turns: Turn[] = [];
  while (turns.length < rounds) {
    const turn = await turnOf(row, sides, seconds);
    turns.push(turn);
    const costs = [turn.service, turn.other, turn.floor].flatMap((round) =>
      round === undefined ? [] : [costOf(round)],
    );
    console.error(`${row.name}, round ${turns.length}: ${costs.join(' / ')} ms of CPU`);
  }
  const singleClient = row.target?.millis === undefined ? undefined : await loadSide(row, sides, service, seconds, 1);
  return figuresOf(row, turns, singleClient?.p50);
}

async function turnOf(row: Row, sides: Sides, seconds: number): Promise<Turn> {
  const load = (side: ListeningProcess): Promise<Round> => loadSide(row, sides, side, seconds);
  const service = await load(sides.service);
  const other = sides.other === undefined ? undefined : await load(sides.other);
  return { service, other, floor: await load(sides.floor) };
}

function costOf(round: Round): string {
  return serverCpu(round).toFixed(3);
}
