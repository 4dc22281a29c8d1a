import type { ConnectionOptions } from 'node:tls';
import { Client } from 'pg';
import type { CountsMode } from '../../tables/counts/counts.ts';
import { bindingClient } from './channel-binding.ts';
import { PreparingClient } from './preparing-client.ts';
import type { DatabaseEvents } from './send-statement.ts';
import { isSocketFolder, type Endpoint, type ServerAddress, type Tls } from './server-address.ts';

/** Times are in milliseconds. */
export interface ServerOptions extends DatabaseEvents {
  /** The most connections open at once, 10 by default. At least 2, which a migration needs. */
  readonly poolSize?: number | undefined;
  /** The longest wait for a free or a new connection, 2000 by default. */
  readonly connectTimeoutMillis?: number | undefined;
  /** The most units of work that may wait for a connection; further ones are refused. No limit by default. */
  readonly maxWaiting?: number | undefined;
  /** The most streams at once, half the pool by default. Each holds a connection; at least one that is not shared stays free. */
  readonly maxStreams?: number | undefined;
  /** The longest pause of a stream's consumer; by default as long as the server lets a transaction idle. */
  readonly longestPauseMillis?: number | undefined;
  /** The longest time for a statement; no limit by default. */
  readonly statementTimeoutMillis?: number | undefined;
  /**
   * True if sessions start with the statement timeout and planner settings; true by default. A pooler in transaction
   * mode would lose them, so set them on the role instead.
   */
  readonly sessionSettings?: boolean | undefined;
  /**
   * True if repeated statements are prepared; true by default. With a pooler in transaction mode the next session may
   * not have them.
   */
  readonly preparedStatements?: boolean | undefined;
  /**
   * True if statements are sent before the response to the previous one; true by default. Some poolers do not support
   * that.
   */
  readonly pipeline?: boolean | undefined;
  /** The way that migrations set up the row counts; `kept` by default. */
  readonly counts?: CountsMode | undefined;
}

export const DEFAULT_POOL_SIZE = 10;
export const DEFAULT_CONNECT_MILLIS = 2000;

/** The TCP keep-alive delay. Without keep-alive, a migration, which has no timeout, would wait forever for a lost server. */
const KEEP_ALIVE_MILLIS = 10_000;
/** Connections are replaced after this time, so that a new address of a host name is noticed. */
const LIFETIME_SECONDS = 300;
/** Time beyond the statement timeout after which the connection counts as dead; TCP would take minutes to notice. */
const GRACE_MILLIS = 2000;
/**
 * Generic plans, because planning takes longer than running most statements. No JIT, because the planner overestimates
 * queries that a limit or a condition cuts short, and compiling takes longer than reading any page. Read committed,
 * because single statements gain nothing from a stricter level, and a replica refuses `serializable`.
 */
const SETTINGS = String.raw`-c plan_cache_mode=force_generic_plan -c jit=off -c default_transaction_isolation=read\ committed`;

/** The options as `pg` takes them, for the first host. */
export function driverOptions(
  { endpoints, user, password, database, tls, channelBinding, applicationName, sessionOptions }: ServerAddress,
  {
    poolSize = DEFAULT_POOL_SIZE,
    connectTimeoutMillis = DEFAULT_CONNECT_MILLIS,
    statementTimeoutMillis,
    sessionSettings = true,
    preparedStatements = true,
  }: ServerOptions,
) {
  const Base = preparedStatements ? PreparingClient : undefined;
  const serverTimeout = sessionSettings ? statementTimeoutMillis : undefined;
  return {
    ...endpointOptions(endpoints[0], tls),
    user,
    password,
    database,
    application_name: applicationName,
    // Of several values of a setting, the server uses the last.
    options: [sessionSettings ? SETTINGS : '', sessionOptions ?? ''].join(' ').trim(),
    Client: channelBinding === 'require' ? bindingClient(Base ?? Client) : Base,
    enableChannelBinding: channelBinding !== undefined,
    max: poolSize,
    connectionTimeoutMillis: connectTimeoutMillis,
    // Makes the driver close a connection that does not respond in time, instead of reusing it.
    pipeline: true,
    keepAlive: true,
    keepAliveInitialDelayMillis: KEEP_ALIVE_MILLIS,
    maxLifetimeSeconds: LIFETIME_SECONDS,
    query_timeout: statementTimeoutMillis === undefined ? undefined : statementTimeoutMillis + GRACE_MILLIS,
    statement_timeout: serverTimeout,
    // Frees the locks of a service that has stopped within a transaction.
    idle_in_transaction_session_timeout: serverTimeout,
  };
}

/** The options that differ from host to host. */
export function endpointOptions(endpoint: Endpoint, tls: Tls | undefined) {
  // Like libpq, which ignores sslmode for Unix sockets.
  const used = isSocketFolder(endpoint) ? undefined : tls;
  return {
    host: endpoint.host,
    port: endpoint.port,
    ssl: used === undefined ? false : tlsOptions(endpoint.host, used),
    sslnegotiation: used?.direct === true ? ('direct' as const) : ('postgres' as const),
  };
}

function tlsOptions(host: string, { verify, authorities, identity, oldest, newest }: Tls): ConnectionOptions {
  return {
    // The driver passes on only names. For an IP address, Node would then expect a certificate for localhost.
    host,
    rejectUnauthorized: verify !== 'nothing',
    ...(verify === 'authority' && { checkServerIdentity: () => undefined }),
    ...(oldest !== undefined && { minVersion: oldest }),
    ...(newest !== undefined && { maxVersion: newest }),
    ...(authorities !== undefined && { ca: authorities }),
    ...(identity !== undefined && { cert: identity.certificate, key: identity.key }),
  };
}
