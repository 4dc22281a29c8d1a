// The configuration: one table of environment variables, read once at the start.
import {
  anyText,
  httpUrl,
  postgresUrl,
  integer,
  oneOf,
  optional,
  trueOrFalse,
  withDefault,
  type Reading,
  type Variable,
} from './variables.ts';

/** Where the data is. */
export type StorageChoice =
  { readonly kind: 'embedded' } | { readonly kind: 'memory' } | { readonly kind: 'server'; readonly url: string };

const ANY = Number.MAX_SAFE_INTEGER;

/** Every setting of the service; the documentation's table is made of this one. */
export const variables = {
  port: withDefault('PORT', integer(0, 65535), 3000, 'TCP port; 0 takes any free one'),
  host: withDefault('HOST', anyText, '127.0.0.1', 'address to listen on; `0.0.0.0` for all'),
  storage: {
    name: 'DATABASE_URL',
    meaning: '`postgres://…` a server; `memory:` nothing is kept; unset: embedded PostgreSQL in `DATA_DIR`',
    shownDefault: 'unset',
    read: readStorage,
  } satisfies Variable<StorageChoice>,
  dataFolder: withDefault('DATA_DIR', anyText, '.data', 'folder of the embedded database'),
  migrate: withDefault(
    'MIGRATE',
    oneOf('auto', 'off'),
    'auto',
    '`off`: answer 503, and do not be ready, while migrations are pending',
  ),
  migrateUrl: optional(
    'MIGRATE_DATABASE_URL',
    postgresUrl,
    'server URL for migrations, with a role that may change tables',
  ),
  failFast: withDefault(
    'FAIL_FAST',
    trueOrFalse,
    false,
    'end at the start, instead of trying again, when the server is away',
  ),
  poolSize: withDefault('POOL_SIZE', integer(2, 1000), 10, 'connections to the database server at most'),
  poolWaitMillis: withDefault('POOL_WAIT_MS', integer(1, 600_000), 2000, 'wait for a connection, in ms; then 503'),
  maxWaiting: withDefault(
    'POOL_QUEUE',
    integer(0, 1_000_000),
    100,
    'requests that may wait for a connection; beyond: 503',
  ),
  maxStreams: optional(
    'MAX_STREAMS',
    integer(1, 1000),
    'long lists without pages sent at once from a server; beyond: 503',
    'half of `POOL_SIZE`',
  ),
  statementTimeoutMillis: withDefault(
    'STATEMENT_TIMEOUT_MS',
    integer(1, 3_600_000),
    10_000,
    'time of one SQL statement, in ms; beyond: 504',
  ),
  sessionSettings: withDefault(
    'DATABASE_SESSION_SETTINGS',
    trueOrFalse,
    true,
    '`false` behind a pooler that hands out connections by transaction',
  ),
  preparedStatements: withDefault(
    'DB_PREPARED',
    oneOf('on', 'off'),
    'on',
    '`off` behind a pooler that does not carry prepared statements',
  ),
  publicUrl: optional('PUBLIC_URL', httpUrl, 'prefix of every link', 'unset: links are paths'),
  defaultPageSize: withDefault('DEFAULT_PAGE_SIZE', integer(1, ANY), 30, '`page[size]` when none is asked for'),
  maxPageSize: optional('MAX_PAGE_SIZE', integer(1, ANY), 'largest `page[size]`', 'unset: any'),
  allowUnpaged: withDefault('ALLOW_UNPAGED', trueOrFalse, true, 'whether `page[size]=0` gives everything at once'),
  maxUrlBytes: withDefault('MAX_URL_BYTES', integer(256, 1_048_576), 16_384, 'request target; beyond: 414'),
  maxHeaderBytes: withDefault('MAX_HEADER_BYTES', integer(1024, 1_048_576), 16_384, 'request headers; beyond: 431'),
  maxBodyBytes: withDefault('MAX_BODY_BYTES', integer(1, 1_073_741_824), 1_048_576, 'request body; beyond: 413'),
  maxLinkages: withDefault('MAX_LINKAGES', integer(1, ANY), 10_000, 'resource identifiers in one body; beyond: 413'),
  maxFilterLevels: withDefault('MAX_FILTER_LEVELS', integer(1, 100), 10, 'nesting of a filter; beyond: 400'),
  maxFilterObjects: withDefault('MAX_FILTER_OBJECTS', integer(1, 10_000), 100, 'filter objects; beyond: 400'),
  maxListValues: withDefault('MAX_LIST_VALUES', integer(1, 1_000_000), 1000, 'values of one `in_`; beyond: 400'),
  maxIncludeNames: withDefault('MAX_INCLUDE_NAMES', integer(1, 100), 5, 'names in one include path; beyond: 400'),
  headersTimeoutMillis: withDefault(
    'HEADERS_TIMEOUT_MS',
    integer(100, 3_600_000),
    10_000,
    'arrival of the request head, in ms; beyond: 408',
  ),
  requestTimeoutMillis: withDefault(
    'REQUEST_TIMEOUT_MS',
    integer(100, 3_600_000),
    30_000,
    'arrival of the whole request, in ms; beyond: 408',
  ),
  idleTimeoutMillis: withDefault(
    'IDLE_TIMEOUT_MS',
    integer(100, 3_600_000),
    60_000,
    'standstill of a busy connection, in ms; then it is cut',
  ),
  streamTimeoutMillis: withDefault(
    'STREAM_TIMEOUT_MS',
    integer(100, 86_400_000),
    1_800_000,
    'sending a long list without pages, in ms; then it is cut',
  ),
  keepAliveMillis: withDefault(
    'KEEP_ALIVE_MS',
    integer(1, 3_600_000),
    5000,
    'wait for the next request on a connection, in ms',
  ),
  maxConnections: withDefault(
    'MAX_CONNECTIONS',
    integer(1, 1_000_000),
    10_000,
    'open connections; more are closed as they come',
  ),
  maxLagMillis: withDefault(
    'MAX_EVENT_LOOP_LAG_MS',
    integer(10, 3_600_000),
    500,
    'lag of the process, in ms; beyond, for some time: 503',
  ),
  shutdownDelayMillis: withDefault(
    'SHUTDOWN_DELAY_MS',
    integer(0, 600_000),
    0,
    'not ready but still serving, after a signal, in ms',
  ),
  shutdownGraceMillis: withDefault(
    'SHUTDOWN_GRACE_MS',
    integer(0, 600_000),
    25_000,
    'time for requests under way at the stop, in ms',
  ),
  adminPort: optional('ADMIN_PORT', integer(0, 65535), 'port of `/live`, `/ready` and `/metrics`', 'unset: off'),
  adminHost: withDefault('ADMIN_HOST', anyText, '127.0.0.1', 'address of the same'),
  serverTiming: withDefault('SERVER_TIMING', trueOrFalse, false, 'answers tell their cost in `Server-Timing`'),
  logLevel: withDefault('LOG_LEVEL', oneOf('fatal', 'error', 'warn', 'info', 'debug'), 'info', 'least level logged'),
} as const;

type Values<Table> = { readonly [Key in keyof Table]: Table[Key] extends Variable<infer Value> ? Value : never };

export type Config = Values<typeof variables>;

/** The environment does not make a configuration. */
export class ConfigError extends Error {
  /** @param refusals one sentence per variable that is wrong */
  constructor(refusals: readonly string[]) {
    super(refusals.join('; '));
    this.name = 'ConfigError';
  }
}

/**
 * Reads the configuration.
 * @throws ConfigError naming every variable that is wrong
 */
export function readConfig(environment: Readonly<Record<string, string | undefined>>): Config {
  const refusals: string[] = [];
  const values = Object.entries<Variable<unknown>>(variables).map(([key, { name, read }]) => {
    const reading = read(environment[name] === '' ? undefined : environment[name]);
    if ('refusal' in reading) refusals.push(`${name} ${reading.refusal}`);
    return [key, 'value' in reading ? reading.value : undefined];
  });
  if (refusals.length > 0) throw new ConfigError(refusals);
  return Object.freeze(Object.fromEntries(values)) as Config;
}

function readStorage(text: string | undefined): Reading<StorageChoice> {
  if (text === undefined) return { value: { kind: 'embedded' } };
  if (text === 'memory:') return { value: { kind: 'memory' } };
  if (!text.startsWith('postgres')) return { refusal: 'must be postgres://… or memory:' };
  const server = postgresUrl(text);
  return 'value' in server ? { value: { kind: 'server', url: server.value } } : server;
}
