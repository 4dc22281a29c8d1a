// Examines the replicas of a database: whether reads can go there.
import { inspectServer } from '../../adapters/persistence/inspect.ts';
import { endpointText, type ServerAddress } from '../../adapters/persistence/connection/server-address.ts';
import { inspectReplica, type ReplicaInspection } from '../../adapters/persistence/replication/inspect-replica.ts';
import { connectionsOf } from './examine-connections.ts';
import { examine, type ServerConfig } from './examine.ts';
import { failure, ok, warning, type Finding } from './finding.ts';

/** @param system of the primary; undefined: it does not answer */
export async function examineReplicas(config: ServerConfig, system: string | undefined): Promise<readonly Finding[]> {
  const findings = config.replicas.map((address) => examineReplica(address, config, system));
  return (await Promise.all(findings)).flat();
}

function examineReplica(
  address: ServerAddress,
  config: ServerConfig,
  system: string | undefined,
): Promise<readonly Finding[]> {
  return examine(address, config, 'replica', async (opened) => [
    ...replicaOf(endpointText(...address.endpoints), await inspectReplica(opened), system),
    ...connectionsOf(await inspectServer(opened), config),
  ]);
}

function replicaOf(place: string, found: ReplicaInspection, primary: string | undefined): readonly Finding[] {
  if (primary !== undefined && found.system !== primary)
    return [failure('replica', `${place} replicates another server`, 'see DATABASE_REPLICA_URLS')];
  // Several hosts may change roles, and then it is no mistake to name all of them.
  if (!found.isReplica) return [warning('replica', `${place} is a primary, so no reads go there`)];
  switch (found.isReceiving) {
    case true:
      return [ok('replica', `${place} follows its primary`)];
    case false:
      return [warning('replica', `${place} receives nothing from a primary`, 'see primary_conninfo and its log')];
    case undefined: {
      const advice = 'as a superuser, grant pg_read_all_stats to the role: after a promotion reads come back sooner';
      return [warning('replica', `${place} replicates; the role may not see from whom`, advice)];
    }
  }
}
