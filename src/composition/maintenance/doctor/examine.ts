import { endpointText, type ServerAddress } from '#adapters/persistence/connection/driver/server-address';
import type { Database } from '#adapters/persistence/storage/database';
import type { Inspection } from '#adapters/persistence/storage/inspect';
import { openServer } from '#adapters/persistence/storage/server';
import { reasonOf } from '#application/model/describe-error';
import type { Config } from '../../config/config.ts';
import { served } from '../../product/served.ts';
import { failure, ok, warning, type Finding } from './finding.ts';

export type ServerConfig = Pick<
  Config,
  | 'migrate'
  | 'migrateAddress'
  | 'replicas'
  | 'workers'
  | 'poolSize'
  | 'poolWaitMillis'
  | 'statementTimeoutMillis'
  | 'sessionSettings'
  | 'preparedStatements'
  | 'pipeline'
  | 'counts'
>;

/**
 * Opens a database on a server and looks at it.
 * @param subject the subject of the finding if the database cannot be examined
 */
export async function examine(
  address: ServerAddress,
  config: ServerConfig,
  subject: string,
  look: (database: Database) => Promise<readonly Finding[]>,
): Promise<readonly Finding[]> {
  const { poolWaitMillis, statementTimeoutMillis, sessionSettings, preparedStatements, pipeline, counts } = config;
  const database = openServer(address, {
    model: served.tables,
    poolSize: 2,
    connectTimeoutMillis: poolWaitMillis,
    statementTimeoutMillis,
    sessionSettings,
    preparedStatements: preparedStatements === 'on',
    pipeline: pipeline === 'on',
    counts,
  });
  try {
    return await look(database);
  } catch (error) {
    const { endpoints, user } = address;
    const advice = `check that PostgreSQL runs at ${endpointText(...endpoints)}, and the user (${user}), password and database of the URL`;
    return [failure(subject, reasonOf(error), advice)];
  } finally {
    await database.close();
  }
}

/**
 * Reports a `search_path` that finds the tables in another schema than `DATABASE_URL` does.
 * @param place the role or server that was inspected
 */
export function otherSchemaOf(
  subject: string,
  place: string,
  found: Inspection['schema'],
  expected: Inspection['schema'] | undefined,
): readonly Finding[] {
  if (expected?.name === undefined || found.name === expected.name) return [];
  const where = found.name === undefined ? found.problem : `the search_path resolves to schema ${found.name}`;
  const advice = `make it resolve to ${expected.name}, like that of DATABASE_URL`;
  return [failure(subject, `${place}: ${where}`, advice)];
}

/** Checks that the server allows as many connections as the service may open. Not checked behind a pooler. */
export function examineConnections(
  { connectionLimit }: Inspection,
  { workers, poolSize, sessionSettings }: ServerConfig,
): readonly Finding[] {
  if (!sessionSettings) return [];
  const needed = workers * poolSize;
  const several = workers > 1 ? ` (WORKERS ${workers} times POOL_SIZE ${poolSize})` : '';
  const text = `the service opens up to ${needed} connections${several}; the server allows ${connectionLimit}`;
  if (needed <= connectionLimit) return [ok('connections', text)];
  return [warning('connections', text, 'lower POOL_SIZE or WORKERS, or raise max_connections')];
}
