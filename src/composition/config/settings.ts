// Every setting of the service, as one table of environment variables.
import { join } from 'node:path';
import { accessSettings } from './access-settings.ts';
import { readDatabaseUrl } from './database-url.ts';
import { feedSettings } from './feed-settings.ts';
import { limitSettings } from './limit-settings.ts';
import { readOrigins } from './origins.ts';
import {
  adminPort,
  anyText,
  countsOfServer,
  HOUR,
  httpUrl,
  anyOf,
  optionalSetting,
  secretText,
  setting,
  trueOrFalse,
  wholeNumber,
  workerCount,
  type Variable,
} from './parse-setting.ts';
import { replicaSettings } from './replica-settings.ts';
import { readStorage, type StorageChoice } from './storage-choice.ts';

const ANY = Number.MAX_SAFE_INTEGER;
const DAY = 24 * HOUR;

/** The table in the documentation is generated from it. */
export const settings = {
  port: setting('PORT', wholeNumber(0, 65535), 3000, 'TCP port; 0 picks a free one'),
  host: setting('HOST', anyText, '127.0.0.1', 'address to listen on; `0.0.0.0` for all interfaces'),
  storage: {
    name: 'DATABASE_URL',
    meaning:
      '`postgres://…`: a PostgreSQL server; `memory:`: nothing is kept; unset: embedded PostgreSQL in `DATA_DIR`',
    defaultText: 'unset',
    read: readStorage,
  } satisfies Variable<StorageChoice>,
  ...replicaSettings,
  workers: setting(
    'WORKERS',
    workerCount,
    1,
    'number of worker processes; more than 1 needs a database server; `auto`: one per core',
  ),
  // `take-model.js` reads this before the table is loaded, because it decides which modules are.
  resources: optionalSetting('RESOURCES', anyText, 'folder of [your own model](models.md)', 'unset: the default model'),
  dataFolder: {
    name: 'DATA_DIR',
    meaning: 'folder of the embedded database; with `RESOURCES`, the default is inside that folder',
    defaultText: '.data',
    read: (text, { RESOURCES: model = '' }) => ({ value: text ?? join(model, '.data') }),
  } satisfies Variable<string>,
  migrate: setting(
    'MIGRATE',
    anyOf('auto', 'off'),
    'auto',
    '`off`: the service does not run migrations; 503 while any are pending',
  ),
  migrateAddress: optionalSetting(
    'MIGRATE_DATABASE_URL',
    readDatabaseUrl,
    'database URL for migrations, with a role that may change tables',
  ),
  counts: setting('COUNTS', countsOfServer, 'kept', '`scan`: count rows for each total, for servers without triggers'),
  failFast: setting(
    'FAIL_FAST',
    trueOrFalse,
    false,
    '`true`: exit if the database server is unreachable at startup, instead of retrying',
  ),
  poolSize: setting('POOL_SIZE', wholeNumber(2, 1000), 10, 'maximum number of database connections per process'),
  poolWaitMillis: setting(
    'POOL_WAIT_MS',
    wholeNumber(1, 600_000),
    2000,
    'maximum wait for a database connection, in ms; then 503',
  ),
  maxWaiting: setting(
    'POOL_QUEUE',
    wholeNumber(0, 1_000_000),
    100,
    'maximum number of requests waiting for a database connection; otherwise 503',
  ),
  maxStreams: optionalSetting(
    'MAX_STREAMS',
    wholeNumber(1, 1000),
    'maximum number of long lists and exports sent at once; otherwise 503',
    'half of `POOL_SIZE`',
  ),
  statementTimeoutMillis: setting(
    'STATEMENT_TIMEOUT_MS',
    wholeNumber(1, HOUR),
    10_000,
    'maximum duration of an SQL statement, in ms; then 504',
  ),
  sessionSettings: setting(
    'DATABASE_SESSION_SETTINGS',
    trueOrFalse,
    true,
    '`false` with a [pooler](operations.md#poolers) in transaction mode',
  ),
  preparedStatements: setting(
    'DB_PREPARED',
    anyOf('on', 'off'),
    'on',
    '`off` behind a pooler that does not support prepared statements',
  ),
  pipeline: setting('DB_PIPELINE', anyOf('on', 'off'), 'on', '`off` behind a pooler that loses pipelined responses'),
  publicUrl: optionalSetting('PUBLIC_URL', httpUrl, 'base URL of all links', 'unset: links are paths'),
  pages: setting('PAGES', anyOf('on', 'off'), 'on', '`off`: no [pages](#pages) except `/docs/errors`'),
  corsOrigins: optionalSetting(
    'CORS_ORIGINS',
    readOrigins,
    '[origins](operations.md#cors) whose pages may call the service, separated by commas; `*` for all',
    'unset: none',
  ),
  defaultPageSize: setting('DEFAULT_PAGE_SIZE', wholeNumber(1, ANY), 30, '`page[size]` of requests without one'),
  maxPageSize: optionalSetting(
    'MAX_PAGE_SIZE',
    wholeNumber(1, ANY),
    'maximum `page[size]`; otherwise 400',
    'unset: any',
  ),
  allowUnpaged: setting('ALLOW_UNPAGED', trueOrFalse, true, '`false`: no whole lists (`page[size]=0`) and no exports'),
  cursorKey: optionalSetting(
    'CURSOR_KEY',
    secretText,
    'key that encrypts write-only values in cursors, at least 32 characters',
    'derived from the epoch',
  ),
  ...accessSettings,
  ...limitSettings,
  requireIfMatch: setting(
    'REQUIRE_IF_MATCH',
    trueOrFalse,
    false,
    '`true`: changing or deleting a resource requires `If-Match`; without it, 428',
  ),
  requireIdempotencyKey: setting(
    'REQUIRE_IDEMPOTENCY_KEY',
    trueOrFalse,
    false,
    '`true`: creating a resource requires an `Idempotency-Key`; without it, 400',
  ),
  idempotencyTtlSeconds: setting(
    'IDEMPOTENCY_TTL_SECONDS',
    wholeNumber(1, 31_536_000),
    86_400,
    'how long the response to a request with an `Idempotency-Key` is stored, in seconds',
  ),
  ...feedSettings,
  idempotencyMaxAnswerBytes: setting(
    'IDEMPOTENCY_MAX_ANSWER_BYTES',
    wholeNumber(0, 1_073_741_824),
    1_048_576,
    'maximum size of a stored response body, in bytes; longer bodies are left out',
  ),
  headersTimeoutMillis: setting(
    'HEADERS_TIMEOUT_MS',
    wholeNumber(100, HOUR),
    10_000,
    'maximum time to receive the request headers, in ms; then 408',
  ),
  requestTimeoutMillis: setting(
    'REQUEST_TIMEOUT_MS',
    wholeNumber(100, HOUR),
    30_000,
    'maximum time to receive a request (then 408) and to retry a write (then 503), in ms',
  ),
  idleTimeoutMillis: setting(
    'IDLE_TIMEOUT_MS',
    wholeNumber(100, HOUR),
    60_000,
    'maximum silence during a request or response, in ms; then the connection is cut',
  ),
  streamTimeoutMillis: setting(
    'STREAM_TIMEOUT_MS',
    wholeNumber(100, DAY),
    1_800_000,
    'maximum time to send a long list or export, in ms; then it is cut off',
  ),
  keepAliveMillis: setting(
    'KEEP_ALIVE_MS',
    wholeNumber(1, DAY),
    5000,
    'how long idle connections stay open, in ms; raise it [behind a proxy](operations.md#behind-a-proxy)',
  ),
  maxConnections: setting(
    'MAX_CONNECTIONS',
    wholeNumber(1, 1_000_000),
    10_000,
    'maximum number of client connections; further ones are closed at once',
  ),
  maxLagMillis: setting(
    'MAX_EVENT_LOOP_LAG_MS',
    wholeNumber(10, HOUR),
    500,
    'event loop lag that counts as [overload](operations.md#timeouts-and-limits), in ms; then 503',
  ),
  shutdownDelayMillis: setting(
    'SHUTDOWN_DELAY_MS',
    wholeNumber(0, 600_000),
    0,
    'how long a stopping service still accepts requests, in ms, while `/ready` fails',
  ),
  shutdownGraceMillis: setting(
    'SHUTDOWN_GRACE_MS',
    wholeNumber(0, 600_000),
    25_000,
    'how long a stopping service then waits for open requests, in ms',
  ),
  adminPort: optionalSetting('ADMIN_PORT', adminPort, 'port of `/live`, `/ready` and `/metrics`', 'unset: off'),
  adminHost: setting('ADMIN_HOST', anyText, '127.0.0.1', 'address that `ADMIN_PORT` listens on'),
  serverTiming: setting('SERVER_TIMING', trueOrFalse, false, '`true`: responses have a `Server-Timing` header'),
  logLevel: setting(
    'LOG_LEVEL',
    anyOf('fatal', 'error', 'warn', 'info', 'debug'),
    'info',
    'lowest level that is logged: `fatal`, `error`, `warn`, `info` or `debug`',
  ),
  logFormat: setting(
    'LOG_FORMAT',
    anyOf('auto', 'json', 'pretty'),
    'auto',
    '`json`, `pretty` (readable text), or `auto`: pretty on a terminal, otherwise JSON',
  ),
} as const;
