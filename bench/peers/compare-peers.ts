// The service and its peers in turn, row by row, on one database.
import { loadavg } from 'node:os';
import { Cleanup } from '../cleanup.ts';
import { loadSide, WARM_UP_SECONDS } from '../load-side.ts';
import type { Round } from '../measure.ts';
import type { Options } from '../options.ts';
import type { Report } from '../report.ts';
import { CONNECTIONS, type Row } from '../rows.ts';
import { serverCpu } from '../server-cpu.ts';
import { startDatabase, type LoadedDatabase } from '../sides.ts';
import { startFlags, startListening, type ListeningProcess } from '../start-listening.ts';
import { checkPeers, type RunningPeer } from './check-peers.ts';
import { directDependencies, installPackages, versionsOf } from './packages.ts';
import { peerFiguresOf, peersTable, type PeerFigures, type PeerTurn } from './peer-figures.ts';
import { peers, type Peer } from './peers.ts';

/** The rows that most peers can answer. */
const ROWS: readonly string[] = ['person', 'persons', 'include', 'bounded', 'filter', 'create', 'update', 'link'];

/** Load before each round that is not measured: pools reopen the connections that they closed during the turns of the others. */
const CONNECTING_SECONDS = 1;

type RunningSide = RunningPeer & ListeningProcess;

export async function comparePeers({ rows, scale, rounds, seconds }: Options): Promise<Report> {
  const chosen = rows.filter(({ name }) => ROWS.includes(name));
  if (chosen.length === 0) throw new Error(`--peers has the rows ${ROWS.join(', ')}`);
  for (const { folder } of peers) installPackages(folder);
  const cleanup = new Cleanup();
  try {
    const database = cleanup.add(await startDatabase(scale));
    const running: RunningSide[] = [];
    for (const peer of peers) running.push(cleanup.add(await startPeer(peer, database.databaseUrl)));
    const figures: PeerFigures[] = [];
    for (const row of chosen) figures.push(await run(row, database, running, { rounds, seconds }));
    return {
      title: 'Peers',
      load: `${CONNECTIONS} connections, ${rounds} rounds of ${seconds} s a side, scale ${scale}; load average ${loadavg()[2]?.toFixed(1)}`,
      database: database.version,
      rows: figures,
      table: [
        peersTable(
          figures,
          peers.map(({ name }) => name),
        ),
        ...peers.map(notesOf),
      ].join('\n\n'),
      missed: [],
    };
  } finally {
    await cleanup.run();
  }
}

/** Its flags for Node are those of the service. */
async function startPeer(peer: Peer, databaseUrl: string): Promise<RunningSide> {
  const environment = { DATABASE_URL: databaseUrl, NODE_ENV: 'production' };
  return { ...peer, ...(await startListening(peer.entry, environment, startFlags(), peer.folder)) };
}

async function run(
  row: Row,
  database: LoadedDatabase,
  running: readonly RunningSide[],
  { rounds, seconds }: Pick<Options, 'rounds' | 'seconds'>,
): Promise<PeerFigures> {
  await checkPeers(row, database, running);
  await turnOf(row, database, running, WARM_UP_SECONDS);
  const turns: PeerTurn[] = [];
  while (turns.length < rounds) {
    const turn = await turnOf(row, database, running, seconds);
    turns.push(turn);
    const costs = [turn.service, ...Object.values(turn.peers)].map((round) => serverCpu(round).toFixed(3));
    console.error(`${row.name}, round ${turns.length}: ${costs.join(' / ')} ms of CPU`);
  }
  return peerFiguresOf(row, turns);
}

async function turnOf(
  row: Row,
  database: LoadedDatabase,
  running: readonly RunningSide[],
  seconds: number,
): Promise<PeerTurn> {
  const load = async (asked: Row, side: ListeningProcess): Promise<Round> => {
    await loadSide(asked, database, side, CONNECTING_SECONDS);
    return loadSide(asked, database, side, seconds);
  };
  const service = await load(row, database.service);
  const measured: Record<string, Round> = {};
  for (const peer of running) {
    const requests = peer.ask(row);
    if (requests !== undefined) measured[peer.name] = await load({ ...row, requests }, peer);
  }
  return { service, peers: measured };
}

function notesOf({ name, folder, packages = Object.keys(directDependencies(folder)), notes }: Peer): string {
  return [`${name} (${versionsOf(folder, packages)}):`, '', ...notes.map((note) => `- ${note}`)].join('\n');
}
