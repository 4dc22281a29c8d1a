// Promotes replicas one after the other. Every other one lacks writes that the primary has confirmed and the feed has shown.
import { setTimeout as pause } from 'node:timers/promises';
import { eventually } from '../../support/eventually.ts';
import { pauseReplay, resumeReplay } from '../../support/replicated-servers.ts';
import { compareApi } from '../compare-api.ts';
import { checkFeed } from '../feed/check-feed.ts';
import { feedReaders, type FeedReader } from '../feed/feed-reader.ts';
import { keepWritingLoosely } from '../feed/loose-writer.ts';
import { count, Figures } from '../figures.ts';
import { firstFailure, newContext, startAll, untilAllAnswer } from '../preparation.ts';
import { Random } from '../random.ts';
import type { RunContext } from '../run-context.ts';
import { readStored, type Stored } from '../stored.ts';
import { Uptime } from '../uptime.ts';
import { verifyCounts } from '../verify.ts';
import { Cluster } from './cluster.ts';
import { newClusterServices } from './cluster-services.ts';
import { allowedAnswers } from './companions.ts';
import { rejoinByCopy, rejoinByRewind } from './former-primary.ts';
import { ServiceKills } from './service-kills.ts';

export interface PromotionsOptions {
  readonly promotions: number;
  readonly seed: number;
}

export interface PromotionsReport {
  readonly figures: Figures;
  readonly stored: Stored;
  readonly seconds: number;
}

const WRITERS = 6;
/** The time that everything runs before a promotion, in milliseconds. */
const MILLIS_BETWEEN = 1500;
/** The number of changes that each reader receives before a promotion, so that there is something to lose. */
const TOLD_BEFORE = 10;

/**
 * Writes to two services and follows the feed of changes through three, while replicas are promoted. Replay is paused before; every other time the
 * replicas also receive nothing, and acknowledged writes are lost. Verifies that the feed has exactly the remaining writes, in one order for all readers.
 * @throws Error when PostgreSQL or a service does not start
 */
export async function runPromotions({ promotions, seed }: PromotionsOptions): Promise<PromotionsReport> {
  const start = performance.now();
  const [random, figures] = [new Random(seed), new Figures()];
  const cluster = await Cluster.start();
  const { services, reader } = await newClusterServices(cluster, figures);
  const all = [...services, reader];
  try {
    const context = { ...newContext(services, new Uptime(await startAll(all)), figures), companion: allowedAnswers };
    context.uptime.databaseStarted();
    await untilAllAnswer(all);
    const readers = feedReaders({ ...context, services: all }, random);
    await work({ context, cluster, random, readers }, promotions);
    await untilAllAnswer(services);
    await cluster.untilCaughtUp();
    const stored = await readStored(cluster.primary.url);
    const [one, other] = services;
    const problems = [...verifyCounts(stored), ...(await compareApi(stored, one.client, other.client))];
    for (const problem of problems) figures.addViolation('final state', problem);
    const run = { context: { ...context, services: all }, readers, random, url: cluster.primary.url };
    for (const problem of await checkFeed(run, stored)) figures.addViolation('the feed of changes', problem);
    return { figures, stored, seconds: (performance.now() - start) / 1000 };
  } finally {
    await Promise.all(all.map((service) => service.kill('SIGTERM')));
    await cluster.remove();
  }
}

interface Promoting {
  readonly context: RunContext;
  readonly cluster: Cluster;
  readonly random: Random;
  readonly readers: readonly FeedReader[];
}

/** Runs clients until this many replicas have been promoted. */
async function work(run: Promoting, promotions: number): Promise<void> {
  const { context, random, readers } = run;
  const stopping = new AbortController();
  const { signal } = stopping;
  const serviceKills = new ServiceKills(context, random.fork());
  const clients = [
    ...Array.from({ length: WRITERS }, (_, index) =>
      keepWritingLoosely(`W${index + 1}`, index % 2 === 0, context, random.fork(), signal),
    ),
    ...readers.map((reader) => reader.run(signal)),
  ];
  serviceKills.begin();
  try {
    const promoting = promoteTimes(run, promotions);
    await Promise.race([promoting, firstFailure(clients)]);
    await pause(MILLIS_BETWEEN);
    await serviceKills.end();
  } finally {
    stopping.abort();
    await Promise.allSettled([serviceKills.end(), ...clients]);
  }
}

async function promoteTimes(run: Promoting, promotions: number): Promise<void> {
  for (let time = 0; time < promotions; time += 1) {
    await pause(MILLIS_BETWEEN);
    if (time % 2 === 0) await promoteWithLoss(run);
    else await promote(run);
  }
}

/** Promotes a replica that has received everything, but not replayed it. */
async function promote(run: Promoting): Promise<void> {
  await Promise.all(run.cluster.replicas.map(pauseReplay));
  count(run.context.figures.kills, 'replay paused', run.cluster.replicas.length);
  await untilTold(run);
  await replacePrimary(run);
  count(run.context.figures.restarts, 'promoted without loss');
}

/** Promotes a replica that lacks writes that the primary has confirmed. */
async function promoteWithLoss(run: Promoting): Promise<void> {
  const { context, cluster, readers } = run;
  context.ledger.beginLoss();
  await cluster.separate();
  const lost = readers.map(({ log }) => log.lost.length);
  await untilTold(run);
  await replacePrimary(run);
  context.ledger.endLoss();
  count(context.figures.restarts, 'promoted with loss');
  for (const [index, { log }] of readers.entries())
    await eventually(`${log.name} notices the loss`, () => log.lost.length > (lost[index] ?? 0));
}

/** Resolves when each reader has received further changes. */
async function untilTold({ readers }: Promoting): Promise<void> {
  const before = readers.map(({ log }) => log.told.length);
  await eventually('all readers are told something', () =>
    readers.every(({ log }, index) => log.told.length >= (before[index] ?? 0) + TOLD_BEFORE),
  );
}

async function replacePrimary({ context, cluster, random }: Promoting): Promise<void> {
  const { uptime, figures } = context;
  const former = cluster.primary;
  uptime.databaseStopping();
  await former.crash();
  count(figures.kills, 'primary');
  await pause(random.between(0, 1000));
  await cluster.promoteFurthest();
  // A replica whose replay is paused does not begin to receive, and without a receiving replica, all commits wait.
  for (const replica of cluster.replicas.filter((each) => each !== former)) await resumeReplay(replica);
  if (former.canRewind && random.below(2) === 0) await rejoinByRewind(cluster, former);
  else await rejoinByCopy(cluster, former);
  uptime.databaseStarted();
}
