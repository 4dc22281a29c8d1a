// npm run patroni -- --way hosts --failovers 3: what failovers of the cluster of deploy/cluster cost.
import { parseArgs } from 'node:util';
import { startProcess } from '../support/service-process.ts';
import { Cluster, settingsFor, type Killed, type Way } from './cluster.ts';
import { oneFailover, type Figures } from './one-failover.ts';

const { values } = parseArgs({
  options: {
    way: { type: 'string', default: 'hosts' },
    failovers: { type: 'string', default: '3' },
    kill: { type: 'string', default: 'all' },
  },
});
const way = wayOf(values.way);
const what = killedOf(values.kill);
const failovers = Number(values.failovers);

const cluster = await Cluster.open();
const service = startProcess({ ...(await settingsFor(way)), LOG_LEVEL: 'warn' });
let restarts = 0;
void service.ended.then(() => (restarts += 1));
try {
  const url = await service.listening;
  const rows: Figures[] = [];
  while (rows.length < failovers) {
    const figures = await oneFailover(cluster, url, { label: `${way} ${Date.now()}`, what });
    console.log(JSON.stringify({ failover: rows.length + 1, ...figures, restarts }));
    rows.push(figures);
    await cluster.restore();
  }
  const isSound = restarts === 0 && rows.every(({ lost, doneTwice }) => lost === 0 && doneTwice === 0);
  process.exitCode = isSound ? 0 : 1;
} finally {
  service.process.kill('SIGTERM');
  await service.ended;
  await cluster.close();
}

function wayOf(text: string): Way {
  if (text === 'hosts' || text === 'pooler') return text;
  throw new Error('--way is hosts or pooler');
}

function killedOf(text: string): Killed {
  if (text === 'all' || text === 'patroni') return text;
  throw new Error('--kill is all or patroni');
}
