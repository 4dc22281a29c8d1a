// Every setting of the service, as one table of environment variables.
import { join } from 'node:path';
import { GREATEST_FILTER_LIMITS as most } from '#adapters/http/api/limits';
import { accessSettings } from './access-settings.ts';
import { readDatabaseUrl } from './database-url.ts';
import { feedSettings } from './feed-settings.ts';
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
  port: setting('PORT', wholeNumber(0, 65535), 3000, 'TCP port; 0 takes any free one'),
  host: setting('HOST', anyText, '127.0.0.1', 'address to listen on; `0.0.0.0` for all'),
  storage: {
    name: 'DATABASE_URL',
    meaning: '`postgres://…` a server; `memory:` nothing is kept; unset: embedded PostgreSQL in `DATA_DIR`',
    defaultText: 'unset',
    read: readStorage,
  } satisfies Variable<StorageChoice>,
  ...replicaSettings,
  workers: setting('WORKERS', workerCount, 1, 'processes that serve, on a server; `auto`: one per core'),
  // `take-model.js` reads this before the table is loaded, because it decides which modules are.
  resources: optionalSetting(
    'RESOURCES',
    anyText,
    'folder of a [model of your own](models.md)',
    'unset: the default model',
  ),
  dataFolder: {
    name: 'DATA_DIR',
    meaning: 'folder of the embedded database; with `RESOURCES`, the default is in that folder',
    defaultText: '.data',
    read: (text, { RESOURCES: model = '' }) => ({ value: text ?? join(model, '.data') }),
  } satisfies Variable<string>,
  migrate: setting('MIGRATE', anyOf('auto', 'off'), 'auto', '`off`: unready, and 503, while migrations are pending'),
  migrateAddress: optionalSetting(
    'MIGRATE_DATABASE_URL',
    readDatabaseUrl,
    'server URL for migrations, whose role may change tables',
  ),
  counts: setting('COUNTS', countsOfServer, 'kept', '`scan`: totals are counted, for servers without triggers'),
  failFast: setting('FAIL_FAST', trueOrFalse, false, 'exit, instead of retrying, when the server is away at the start'),
  poolSize: setting('POOL_SIZE', wholeNumber(2, 1000), 10, 'connections to the database server, at most'),
  poolWaitMillis: setting('POOL_WAIT_MS', wholeNumber(1, 600_000), 2000, 'wait for a connection, in ms; beyond: 503'),
  maxWaiting: setting('POOL_QUEUE', wholeNumber(0, 1_000_000), 100, 'requests waiting for a connection; beyond: 503'),
  maxStreams: optionalSetting(
    'MAX_STREAMS',
    wholeNumber(1, 1000),
    'long lists without pages sent at once from a server; beyond: 503',
    'half of `POOL_SIZE`',
  ),
  statementTimeoutMillis: setting(
    'STATEMENT_TIMEOUT_MS',
    wholeNumber(1, HOUR),
    10_000,
    'time for one SQL statement, in ms; beyond: 504',
  ),
  sessionSettings: setting('DATABASE_SESSION_SETTINGS', trueOrFalse, true, '`false` behind a transaction-mode pooler'),
  preparedStatements: setting(
    'DB_PREPARED',
    anyOf('on', 'off'),
    'on',
    '`off` behind a pooler without prepared statements',
  ),
  pipeline: setting('DB_PIPELINE', anyOf('on', 'off'), 'on', '`off` behind a pooler that cannot pipeline'),
  publicUrl: optionalSetting('PUBLIC_URL', httpUrl, 'prefix of every link', 'unset: links are paths'),
  pages: setting('PAGES', anyOf('on', 'off'), 'on', '`off`: no pages except `/docs/errors`'),
  corsOrigins: optionalSetting(
    'CORS_ORIGINS',
    readOrigins,
    'origins whose pages may call the service, separated by commas; `*` for all',
    'unset: none',
  ),
  defaultPageSize: setting('DEFAULT_PAGE_SIZE', wholeNumber(1, ANY), 30, '`page[size]` if the request has none'),
  maxPageSize: optionalSetting('MAX_PAGE_SIZE', wholeNumber(1, ANY), 'largest `page[size]`', 'unset: any'),
  allowUnpaged: setting(
    'ALLOW_UNPAGED',
    trueOrFalse,
    true,
    'whether `page[size]=0` returns the whole list, and there are exports',
  ),
  cursorKey: optionalSetting(
    'CURSOR_KEY',
    secretText,
    'encrypts what is write-only in cursors; at least 32 characters',
    'from the epoch',
  ),
  ...accessSettings,
  maxUrlBytes: setting('MAX_URL_BYTES', wholeNumber(256, 1_048_576), 16_384, 'request target; beyond: 414'),
  maxHeaderBytes: setting('MAX_HEADER_BYTES', wholeNumber(1024, 1_048_576), 16_384, 'request headers; beyond: 431'),
  maxBodyBytes: setting('MAX_BODY_BYTES', wholeNumber(1, 1_073_741_824), 1_048_576, 'request body; beyond: 413'),
  maxLinkages: setting('MAX_LINKAGES', wholeNumber(1, ANY), 10_000, 'resource identifiers in one body; beyond: 413'),
  maxOperations: setting('MAX_OPERATIONS', wholeNumber(1, 10_000), 100, 'operations in one list; beyond: 413'),
  maxCascade: setting(
    'MAX_CASCADE',
    wholeNumber(1, 1_000_000),
    10_000,
    'other resources that one deletion may delete; beyond: 409',
  ),
  maxFilterLevels: setting(
    'MAX_FILTER_LEVELS',
    wholeNumber(1, most.maxFilterLevels),
    10,
    'nesting of a filter; beyond: 400',
  ),
  maxFilterObjects: setting(
    'MAX_FILTER_OBJECTS',
    wholeNumber(1, most.maxFilterObjects),
    100,
    'filter objects; beyond: 400',
  ),
  maxListValues: setting(
    'MAX_LIST_VALUES',
    wholeNumber(1, most.maxListValues),
    1000,
    'values of one `in_`; beyond: 400',
  ),
  maxIncludeNames: setting('MAX_INCLUDE_NAMES', wholeNumber(1, 100), 5, 'names in one include/sort path; beyond: 400'),
  maxIncluded: setting(
    'MAX_INCLUDED',
    wholeNumber(1, 1_000_000),
    10_000,
    'resources that an answer other than a list may include; beyond: 400',
  ),
  requireIfMatch: setting(
    'REQUIRE_IF_MATCH',
    trueOrFalse,
    false,
    'whether changes and deletions of a resource need `If-Match`; without: 428',
  ),
  requireIdempotencyKey: setting(
    'REQUIRE_IDEMPOTENCY_KEY',
    trueOrFalse,
    false,
    'whether creating something needs an `Idempotency-Key`; else 400',
  ),
  idempotencyTtlSeconds: setting(
    'IDEMPOTENCY_TTL_SECONDS',
    wholeNumber(1, 31_536_000),
    86_400,
    'how long the answer to a request with a key is stored, in s',
  ),
  ...feedSettings,
  idempotencyMaxAnswerBytes: setting(
    'IDEMPOTENCY_MAX_ANSWER_BYTES',
    wholeNumber(0, 1_073_741_824),
    1_048_576,
    'longer answers are stored without their body',
  ),
  headersTimeoutMillis: setting(
    'HEADERS_TIMEOUT_MS',
    wholeNumber(100, HOUR),
    10_000,
    'time for the request head, in ms; beyond: 408',
  ),
  requestTimeoutMillis: setting(
    'REQUEST_TIMEOUT_MS',
    wholeNumber(100, HOUR),
    30_000,
    'time for the whole request, in ms; beyond: 408; also for retrying a write; beyond: 503',
  ),
  idleTimeoutMillis: setting(
    'IDLE_TIMEOUT_MS',
    wholeNumber(100, HOUR),
    60_000,
    'no traffic on a busy connection, in ms; then it is cut',
  ),
  streamTimeoutMillis: setting(
    'STREAM_TIMEOUT_MS',
    wholeNumber(100, DAY),
    1_800_000,
    'sending a long list without pages, in ms; then it is cut',
  ),
  keepAliveMillis: setting(
    'KEEP_ALIVE_MS',
    wholeNumber(1, DAY),
    5000,
    'how long idle connections stay open, in ms; see [behind a proxy](operations.md#behind-a-proxy)',
  ),
  maxConnections: setting(
    'MAX_CONNECTIONS',
    wholeNumber(1, 1_000_000),
    10_000,
    'open connections; beyond: closed at once',
  ),
  maxLagMillis: setting(
    'MAX_EVENT_LOOP_LAG_MS',
    wholeNumber(10, HOUR),
    500,
    'event loop lag, in ms; beyond: 503 for requests that would wait long',
  ),
  shutdownDelayMillis: setting(
    'SHUTDOWN_DELAY_MS',
    wholeNumber(0, 600_000),
    0,
    'time to serve on, unready, after a signal, in ms',
  ),
  shutdownGraceMillis: setting(
    'SHUTDOWN_GRACE_MS',
    wholeNumber(0, 600_000),
    25_000,
    'time for pending requests after a signal, in ms',
  ),
  adminPort: optionalSetting('ADMIN_PORT', adminPort, 'port of `/live`, `/ready` and `/metrics`', 'unset: off'),
  adminHost: setting('ADMIN_HOST', anyText, '127.0.0.1', 'address to listen on for `ADMIN_PORT`'),
  serverTiming: setting('SERVER_TIMING', trueOrFalse, false, 'whether answers have a `Server-Timing` header'),
  logLevel: setting('LOG_LEVEL', anyOf('fatal', 'error', 'warn', 'info', 'debug'), 'info', 'lowest level logged'),
  logFormat: setting(
    'LOG_FORMAT',
    anyOf('auto', 'json', 'pretty'),
    'auto',
    '`json`; `pretty`, for people; `auto`: pretty on a terminal, else JSON',
  ),
} as const;
