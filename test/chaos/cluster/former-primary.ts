// The fate of a primary after another server has taken its place.
import { sql } from 'kysely';
import type { PrivateServer } from '../../support/private-server.ts';
import { onServer } from '../../support/replicated-servers.ts';
import type { Cluster } from './cluster.ts';

/** Makes a former primary a replica with PostgreSQL's `pg_rewind`. */
export async function rejoinByRewind(cluster: Cluster, former: PrivateServer): Promise<void> {
  // Only a checkpoint tells `pg_rewind` of the new timeline.
  await onServer(cluster.primary, (kysely) => sql`checkpoint`.execute(kysely));
  await former.rewind(cluster.primary);
  await cluster.startAsReplica(former);
  await cluster.untilStreaming();
}

/** Makes a former primary a replica with the data of the other one, which is stopped for that. Writes wait meanwhile. */
export async function rejoinByCopy(cluster: Cluster, former: PrivateServer): Promise<void> {
  const source = cluster.replicas.find((each) => each !== former);
  if (source === undefined) throw new Error('there is no replica to copy');
  await source.stop();
  former.replaceBy(source);
  await Promise.all([cluster.startAsReplica(source), cluster.startAsReplica(former)]);
  await cluster.untilStreaming();
}
