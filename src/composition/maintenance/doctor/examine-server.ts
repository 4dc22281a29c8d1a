// Checks that a database on a server can be reached, and what the service may do there.
import { endpointText, type ServerAddress } from '#adapters/persistence/connection/driver/server-address';
import type { Database } from '#adapters/persistence/storage/database';
import { inspectIndexes, inspectReplica, inspectServer, type Inspection } from '#adapters/persistence/storage/inspect';
import type { Config } from '../../config/config.ts';
import { examineFeed } from './examine-feed.ts';
import { examineMigrations } from './examine-migrations.ts';
import { examineReplicas, type Primary } from './examine-replicas.ts';
import { examineConnections, examine, otherSchemaOf, type ServerConfig } from './examine.ts';
import { failure, ok, warning, type Finding } from './finding.ts';

/** Beyond this, times in the logs of the two machines are misleading. */
const CLOCK_MILLIS = 2000;

export async function examineServer(config: ServerConfig, address: ServerAddress): Promise<readonly Finding[]> {
  const { endpoints, database, user } = address;
  const place = `${database} on ${endpointText(...endpoints)}`;
  let primary: Primary | undefined;
  const findings = await examine(address, config, 'storage', async (opened) => {
    const inspection = await inspectServer(opened);
    if (config.replicas.length > 0) primary = { ...(await inspectReplica(opened)), schema: inspection.schema };
    const migrator = config.migrateAddress;
    return [
      ok('storage', `${place} responds, PostgreSQL ${inspection.serverVersion}`),
      ...writableOf(inspection),
      roleOf(inspection, user),
      ...(migrator === undefined ? [] : await examineMigrator(migrator, config, inspection)),
      ...(await examineTables(opened, config, inspection)),
      ...examineConnections(inspection, config),
      clockOf(inspection),
    ];
  });
  return [...findings, ...(await examineReplicas(config, primary))];
}

function writableOf({ isReadOnly, encoding }: Inspection): readonly Finding[] {
  return [
    ...(isReadOnly ? [failure('storage', 'the server is read-only', 'set DATABASE_URL to the primary')] : []),
    ...(encoding === 'UTF8'
      ? []
      : [failure('storage', `the database is encoded in ${encoding}`, "create it with encoding 'UTF8'")]),
  ];
}

function roleOf({ role, isSuperuser, mayCreate }: Inspection, user: string): Finding {
  const advice = 'see "Database roles" in docs/operations.md';
  const name = role === user ? role : `${role} (logged in as ${user})`;
  if (isSuperuser) return warning('role', `${name} is a superuser, which is more than the service needs`, advice);
  if (mayCreate) return ok('role', `${name} may create tables, so it can migrate`);
  return ok('role', `${name} may not create tables, only use them`);
}

/** The role of `MIGRATE_DATABASE_URL`. */
function examineMigrator(
  address: ServerAddress,
  config: ServerConfig,
  served: Inspection,
): Promise<readonly Finding[]> {
  return examine(address, config, 'migration role', async (opened) => {
    const { role, mayCreate, schema } = await inspectServer(opened);
    const other = otherSchemaOf('migration role', role, schema, served.schema);
    if (other.length > 0) return other;
    if (mayCreate) return [ok('migration role', `${role} may create tables, so it can migrate`)];
    return [
      failure('migration role', `${role} may not create tables`, 'grant create on the schema, or make it the owner'),
    ];
  });
}

async function examineTables(
  database: Database,
  { migrate, migrateAddress }: ServerConfig,
  inspection: Inspection,
): Promise<readonly Finding[]> {
  if (inspection.schema.name === undefined)
    return [failure('tables', inspection.schema.problem, 'run: alter role … set search_path = …')];
  const grants = await database.missingGrants();
  if (grants.some((grant) => / on (\S+[.])?(mikro_orm_migrations|model) to /.test(grant)))
    return [privilegesOf(grants)];
  const mayMigrate = migrateAddress !== undefined || inspection.mayCreate;
  const tables = await examineMigrations(database, (text) => pendingOf(text, migrate, mayMigrate));
  return [
    tables,
    privilegesOf(grants),
    ...(tables.level === 'ok' && grants.length === 0 ? [await examineFeed(database)] : []),
    trigramsOf(inspection, await inspectIndexes(database)),
  ];
}

function pendingOf(text: string, migrate: Config['migrate'], mayMigrate: boolean): Finding {
  if (migrate === 'off')
    return failure('tables', `${text}; with MIGRATE=off the service waits`, 'run: npm run cli -- migrate');
  if (mayMigrate) return warning('tables', text, 'the next start runs them, or: npm run cli -- migrate');
  return failure('tables', `${text}, and the role may not run them`, 'set MIGRATE_DATABASE_URL');
}

function privilegesOf(grants: readonly string[]): Finding {
  if (grants.length === 0) return ok('privileges', 'the role has all privileges that the service needs');
  const advice = `as the owner of the tables, run: ${grants.join('; ')}`;
  return failure('privileges', 'the role lacks privileges on tables', advice);
}

function trigramsOf({ trigrams }: Inspection, missing: string | undefined): Finding {
  if (missing === undefined) {
    if (trigrams === 'installed') return ok('extension', 'pg_trgm is installed');
    // Either there are no tables yet, or the indexes are in place.
    return trigrams === 'available'
      ? ok('extension', 'pg_trgm is available')
      : warning(
          'extension',
          'pg_trgm is not available: filters for a part of a text will read whole tables',
          'install it',
        );
  }
  const advice =
    trigrams === 'installed' ? 'run: select index_texts()' : 'run: create extension pg_trgm; select index_texts()';
  return warning('extension', 'text indexes are missing: filters for a part of a text read whole tables', advice);
}

function clockOf({ clockAheadMillis }: Inspection): Finding {
  const millis = Math.abs(clockAheadMillis);
  const direction = clockAheadMillis < 0 ? 'behind' : 'ahead of';
  const text = `the server's clock is ${millis} ms ${direction} this machine's`;
  return millis <= CLOCK_MILLIS ? ok('clock', text) : warning('clock', text, 'synchronize both clocks (NTP)');
}
