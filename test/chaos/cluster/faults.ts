// The faults of a cluster's servers, one after the other.
import { setTimeout as pause } from 'node:timers/promises';
import type { PrivateServer } from '../../support/private-server.ts';
import { pauseReplay, resumeReplay } from '../../support/replicated-servers.ts';
import { count } from '../figures.ts';
import type { Random } from '../random.ts';
import type { RunContext } from '../run-context.ts';
import type { Cluster } from './cluster.ts';
import type { FirstWrites } from './first-writes.ts';
import { rejoinByCopy, rejoinByRewind } from './former-primary.ts';
import { LoneFormer } from './lone-former.ts';
import type { ReadsWithoutPrimary } from './reads-without-primary.ts';
import type { ServiceKills } from './service-kills.ts';

export interface FaultContext {
  readonly run: RunContext;
  readonly cluster: Cluster;
  readonly random: Random;
  readonly firstWrites: FirstWrites;
  readonly readsWithoutPrimary: ReadsWithoutPrimary;
  readonly serviceKills: ServiceKills;
}

/** By then, a listening process has contacted all its hosts, even on a busy machine. */
const LONGEST_TO_SEE_MILLIS = 20_000;

type Fault = (context: FaultContext) => Promise<void>;

/** A promotion is twice as likely as anything else. */
const FAULTS: readonly Fault[] = [
  killReplica,
  stopReplay,
  stopReplay,
  killBothReplicas,
  (context) => restartPrimary(context),
  failOver,
  failOver,
];

/**
 * Disturbs the servers and repairs them, until aborted. A promotion comes first, so that short runs have one. Until one has been
 * measured, no service is killed during promotions, because on a busy machine none might keep running through one.
 */
export async function keepFailing(context: FaultContext, signal: AbortSignal): Promise<void> {
  const { random, firstWrites, serviceKills } = context;
  for (let rest = [...shuffled(random), failOver]; await hasPassed(random.between(500, 3000), signal);) {
    const fault = rest.pop();
    if (fault === undefined) rest = shuffled(random);
    else if (fault === failOver && firstWrites.millis.length === 0)
      await serviceKills.pauseDuring(() => failOver(context));
    else await fault(context);
  }
}

function shuffled(random: Random): Fault[] {
  const ranked = FAULTS.map((fault) => ({ fault, rank: random.between(0, 1) }));
  return ranked.sort((one, other) => one.rank - other.rank).map(({ fault }) => fault);
}

async function killReplica({ run, cluster, random }: FaultContext): Promise<void> {
  const replica = random.pick(cluster.replicas);
  await replica?.crash();
  count(run.figures.kills, 'replica');
  await pause(random.between(0, 3000));
  await replica?.start();
  await cluster.untilStreaming();
}

async function stopReplay({ run, cluster, random }: FaultContext): Promise<void> {
  const replicas = random.below(3) === 0 ? cluster.replicas : cluster.replicas.slice(random.below(2)).slice(0, 1);
  await Promise.all(replicas.map(pauseReplay));
  count(run.figures.kills, 'replay paused', replicas.length);
  await pause(random.between(200, 4000));
  await Promise.all(replicas.map(resumeReplay));
}

/** Commits wait until one of them is back. */
async function killBothReplicas({ run, cluster, random }: FaultContext): Promise<void> {
  run.uptime.databaseStopping();
  await Promise.all(cluster.replicas.map((replica) => replica.crash()));
  count(run.figures.kills, 'replica', cluster.replicas.length);
  await pause(random.between(0, 3000));
  await Promise.all(cluster.replicas.map((replica) => replica.start()));
  await cluster.untilStreaming();
  run.uptime.databaseStarted();
}

async function restartPrimary(context: FaultContext, replicas?: number): Promise<void> {
  const { run, cluster, random } = context;
  await withoutPrimary(context, async () => {
    await pause(random.between(0, 2000));
    await cluster.primary.start();
  });
  await cluster.untilStreaming(replicas);
  run.uptime.databaseStarted();
}

/** Kills the primary, now and then together with a replica, promotes a replica, and does something with the former primary. */
async function failOver(context: FaultContext): Promise<void> {
  const { run, cluster, random, firstWrites } = context;
  const former = cluster.primary;
  const [victim, paused] = random.below(2) === 0 ? cluster.replicas : [...cluster.replicas].reverse();
  if (paused !== undefined && random.below(3) === 0) await pauseReplay(paused);
  let promotedAt = 0;
  await withoutPrimary(context, async () => {
    if (random.below(4) === 0) {
      await victim?.crash();
      count(run.figures.kills, 'replica');
      await pause(random.between(0, 500));
      await victim?.start();
    }
    await pause(random.between(0, 2500));
    promotedAt = await cluster.promoteFurthest();
  });
  count(run.figures.restarts, 'promoted');
  // A replica whose replay is paused does not begin to receive, and without one that receives all commits wait.
  for (const replica of cluster.replicas.filter((each) => each !== former)) await resumeReplay(replica);
  await firstWrites.measure(promotedAt);
  run.uptime.databaseStarted();
  await pause(random.between(0, 2000));
  if (random.below(3) === 0) await leaveAlone(context, former);
  await rejoin(context, former);
}

/** Kills the primary, and reads until it is back, or another one. */
async function withoutPrimary(
  { run, cluster, readsWithoutPrimary }: FaultContext,
  replace: () => Promise<void>,
): Promise<void> {
  run.uptime.databaseStopping();
  await cluster.primary.crash();
  count(run.figures.kills, 'primary');
  const replaced = new AbortController();
  const reads = readsWithoutPrimary.watch(replaced.signal);
  try {
    await replace();
  } finally {
    replaced.abort();
    await reads;
  }
}

/** Starts a former primary as it was; now and then it is the only one that takes writes for a while, from clients that do not know better. */
async function leaveAlone(context: FaultContext, former: PrivateServer): Promise<void> {
  const { run, random, serviceKills } = context;
  const lone = await LoneFormer.start(former);
  count(run.figures.restarts, 'former primary, as it was');
  await pause(random.between(1000, 3000));
  if (random.below(2) === 0)
    await serviceKills.pauseDuring(async () => {
      // A process that started just now has to have seen the promoted one.
      await pause(Math.min(run.uptime.recoveryMillis, LONGEST_TO_SEE_MILLIS));
      await restartPrimary(context, 1);
    });
  for (const problem of await lone.stop()) run.figures.addViolation('a former primary', problem);
}

async function rejoin({ run, cluster, random }: FaultContext, former: PrivateServer): Promise<void> {
  if (former.canRewind && random.below(2) === 0) {
    await rejoinByRewind(cluster, former);
    count(run.figures.restarts, 'former primary, rewound');
    return;
  }
  run.uptime.databaseStopping();
  await rejoinByCopy(cluster, former);
  run.uptime.databaseStarted();
  count(run.figures.restarts, 'former primary, as a copy');
}

/** Waits; resolves to false when aborted. */
function hasPassed(millis: number, signal: AbortSignal): Promise<boolean> {
  return pause(millis, true, { signal }).catch(() => false);
}
