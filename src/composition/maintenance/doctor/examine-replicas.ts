// Checks that reads can go to the replicas of a database.
import { endpointText, type ServerAddress } from '#adapters/persistence/connection/driver/server-address';
import { formerPrimaryReason } from '#adapters/persistence/connection/driver/timeline';
import {
  inspectReplica,
  inspectServer,
  type Inspection,
  type ReplicaInspection,
} from '#adapters/persistence/storage/inspect';
import { examineConnections, examine, otherSchemaOf, type ServerConfig } from './examine.ts';
import { failure, ok, warning, type Finding } from './finding.ts';

/** The facts of the primary that replicas are compared with. */
export type Primary = Pick<ReplicaInspection, 'system' | 'timeline'> & Pick<Inspection, 'schema'>;

/** @param primary undefined if it does not respond */
export async function examineReplicas(config: ServerConfig, primary: Primary | undefined): Promise<readonly Finding[]> {
  const findings = config.replicas.map((address) => examineReplica(address, config, primary));
  return (await Promise.all(findings)).flat();
}

function examineReplica(
  address: ServerAddress,
  config: ServerConfig,
  primary: Primary | undefined,
): Promise<readonly Finding[]> {
  return examine(address, config, 'replica', async (opened) => {
    const [place, inspection] = [endpointText(...address.endpoints), await inspectServer(opened)];
    return [
      ...otherSchemaOf('replica', place, inspection.schema, primary?.schema),
      ...replicaOf(place, await inspectReplica(opened), primary),
      ...examineConnections(inspection, config),
    ];
  });
}

function replicaOf(place: string, found: ReplicaInspection, primary: Primary | undefined): readonly Finding[] {
  if (primary !== undefined && found.system !== primary.system)
    return [failure('replica', `${place} replicates another server`, 'see DATABASE_REPLICA_URLS')];
  const late = primary === undefined ? undefined : formerPrimaryReason(primary.timeline, found.timeline);
  if (late !== undefined)
    return [failure('replica', `${place}: the server of DATABASE_URL ${late}`, 'see "Failover" in docs/operations.md')];
  // Only a warning, because it is right to list all servers as replicas if they may change roles.
  if (!found.isReplica) return [warning('replica', `${place} is a primary, so no reads go there`)];
  return [receivingOf(place, found), ...logOf(place, found), ...conflictsOf(place, found)];
}

function receivingOf(place: string, { isReceiving }: ReplicaInspection): Finding {
  switch (isReceiving) {
    case true:
      return ok('replica', `${place} follows its primary`);
    case false:
      return warning('replica', `${place} receives nothing from a primary`, 'see primary_conninfo and its log');
    case undefined: {
      const advice =
        'as a superuser, grant pg_read_all_stats to the role, so that reads resume sooner after a promotion';
      return warning('replica', `${place} replicates, but the role may not see from which server`, advice);
    }
  }
}

function logOf(place: string, { showsLog }: ReplicaInspection): readonly Finding[] {
  if (showsLog) return [];
  const advice =
    'as a superuser, grant execute on function pg_ls_waldir() to the role, to recognize a former primary sooner';
  return [warning('replica', `${place}: the role may not see which timelines it has`, advice)];
}

function conflictsOf(place: string, { sendsFeedback }: ReplicaInspection): readonly Finding[] {
  if (sendsFeedback) return [];
  const advice =
    'hot_standby_feedback = on lets them finish; while they run, the primary keeps deleted rows, so its tables grow';
  return [warning('replica', `${place} may cancel long lists and exports to replay removals by vacuum`, advice)];
}
