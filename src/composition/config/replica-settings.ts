import type { ServerAddress } from '#adapters/persistence/connection/driver/server-address';
import { readDatabaseUrl } from './database-url.ts';
import { HOUR, setting, wholeNumber, type Environment, type ParsedSetting, type Variable } from './parse-setting.ts';

/** The settings of reads on replicas. */
export const replicaSettings = {
  replicas: {
    name: 'DATABASE_REPLICA_URLS',
    meaning: 'URLs of [replicas](operations.md#replicas) that serve reads, separated by white space',
    defaultText: 'unset: none',
    read: readReplicas,
  } satisfies Variable<readonly ServerAddress[]>,
  maxReplicaLagMillis: setting(
    'MAX_REPLICA_LAG_MS',
    wholeNumber(10, HOUR),
    1000,
    'maximum lag of a replica that serves reads, in ms',
  ),
  replicaWaitMillis: setting(
    'REPLICA_WAIT_MS',
    wholeNumber(0, 60_000),
    50,
    'how long a read waits for a replica to catch up, in ms; then the primary serves it',
  ),
};

function readReplicas(text: string | undefined, environment: Environment): ParsedSetting<readonly ServerAddress[]> {
  if (text === undefined) return { value: [] };
  if (environment['DATABASE_URL']?.startsWith('postgres') !== true)
    return { refusal: 'must be unset without a database server in DATABASE_URL' };
  const read = text
    .split(/\s+/)
    .filter((url) => url !== '')
    // The choice among several hosts applies to DATABASE_URL only.
    .map((url) => readDatabaseUrl(url, { ...environment, PGTARGETSESSIONATTRS: 'any' }));
  const refused = read.find((each) => 'refusal' in each);
  if (refused !== undefined) return refused;
  if (read.some((each) => 'value' in each && each.value.endpoints.length > 1))
    return { refusal: 'must be URLs with one host each' };
  return { value: read.flatMap((each) => ('value' in each ? [each.value] : [])) };
}
