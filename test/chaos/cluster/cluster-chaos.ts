import type { ChaosOptions } from '../chaos.ts';
import { Figures } from '../figures.ts';
import { createSharedRows, newContext, startAll, untilAllAnswer } from '../preparation.ts';
import { Random } from '../random.ts';
import { Uptime } from '../uptime.ts';
import { Cluster } from './cluster.ts';
import { ClusterRun, type ClusterReport } from './cluster-run.ts';
import { newClusterServices } from './cluster-services.ts';

export interface ClusterOptions extends Pick<ChaosOptions, 'seconds' | 'seed'> {
  /** False to see that readers without tokens, who may be shown less than was written, notice it. */
  readonly sendsTokens?: boolean;
}

/**
 * Writes to two services, one of which has two workers, on a primary and two replicas, while all of them are killed and replicas are
 * promoted; reads from these and from a third. Verifies that no acknowledged write is lost or done twice, and that reads with its token show it.
 * @throws Error when PostgreSQL or a service does not start
 */
export async function runClusterChaos({ seconds, seed, sendsTokens = true }: ClusterOptions): Promise<ClusterReport> {
  const random = new Random(seed);
  const figures = new Figures();
  const cluster = await Cluster.start();
  const { services, reader, adminPorts } = await newClusterServices(cluster, figures);
  try {
    const recoveryMillis = await startAll([...services, reader]);
    const context = newContext(services, new Uptime(recoveryMillis), figures);
    context.uptime.databaseStarted();
    await createSharedRows(context);
    await cluster.untilCaughtUp();
    await untilAllAnswer([reader]);
    const run = new ClusterRun(context, { cluster, random, reader, adminPorts });
    await run.work(seconds * 1000, sendsTokens);
    return await run.verify();
  } finally {
    await Promise.all([...services, reader].map((service) => service.kill('SIGTERM')));
    await cluster.remove();
  }
}
