// The parameters of database URLs: those that are honored, those that are accepted without effect, and advice for others.
import { nearestTo, quote } from '#adapters/http/api/error-wording';

/** The honored parameters, each with the environment variable that supplies its default. */
export const VARIABLES = {
  host: 'PGHOST',
  port: 'PGPORT',
  user: 'PGUSER',
  password: 'PGPASSWORD',
  dbname: 'PGDATABASE',
  application_name: 'PGAPPNAME',
  fallback_application_name: undefined,
  options: 'PGOPTIONS',
  sslmode: 'PGSSLMODE',
  sslrootcert: 'PGSSLROOTCERT',
  sslcert: 'PGSSLCERT',
  sslkey: 'PGSSLKEY',
  sslnegotiation: 'PGSSLNEGOTIATION',
  ssl_min_protocol_version: 'PGSSLMINPROTOCOLVERSION',
  ssl_max_protocol_version: 'PGSSLMAXPROTOCOLVERSION',
  channel_binding: 'PGCHANNELBINDING',
  target_session_attrs: 'PGTARGETSESSIONATTRS',
} as const;

export type HonouredParameter = keyof typeof VARIABLES;

export function isHonoured(name: string): name is HonouredParameter {
  return Object.hasOwn(VARIABLES, name);
}

/**
 * libpq parameters without effect, because the service has its own setting or lacks the feature that they control. Parameters with a list
 * are accepted with those values only, which match what happens anyway.
 */
const WITHOUT_EFFECT: Readonly<Record<string, readonly string[] | undefined>> = {
  connect_timeout: undefined,
  keepalives: undefined,
  keepalives_idle: undefined,
  keepalives_interval: undefined,
  keepalives_count: undefined,
  tcp_user_timeout: undefined,
  sslcompression: undefined,
  client_encoding: ['UTF8', 'utf8', 'UTF-8', 'utf-8', 'auto'],
  gssencmode: ['disable', 'prefer'],
  load_balance_hosts: ['disable'],
  sslcertmode: ['allow'],
  sslsni: ['1'],
};

const IN_OPTIONS = 'use options=-csearch_path%3DNAME, or set search_path on the role';

/** Parameters of other drivers and poolers, each with advice. */
const INSTEAD: Readonly<Record<string, string>> = {
  connection_limit: 'set POOL_SIZE',
  currentSchema: IN_OPTIONS,
  pgbouncer: 'in transaction mode set DATABASE_SESSION_SETTINGS=false, and DB_PREPARED=off before version 1.21',
  pool_timeout: 'set POOL_WAIT_MS',
  prepareThreshold: 'set DB_PREPARED',
  prepared_statements: 'set DB_PREPARED',
  schema: IN_OPTIONS,
  search_path: IN_OPTIONS,
  socket_timeout: 'set STATEMENT_TIMEOUT_MS',
  ssl: 'use sslmode',
  sslaccept: 'use sslmode',
  statement_cache_size: 'set DB_PREPARED',
  statement_timeout: 'set STATEMENT_TIMEOUT_MS',
  uselibpqcompat: 'sslmode already means what it means to libpq',
};

/**
 * Names the parameters that a URL must not have, each with advice if there is any.
 * @param others names that are not in `VARIABLES`, with their values
 * @param isClear true if names can be shown because none can be part of a password
 * @returns undefined if all of them are allowed
 */
export function refusalOfOthers(
  others: readonly (readonly [name: string, value: string])[],
  isClear: boolean,
): string | undefined {
  const refused = others.filter(([name, value]) => !isWithoutEffect(name, value));
  if (refused.length === 0) return undefined;
  const named = new Set(refused.map(([name]) => withAdvice(name, isClear)));
  return `must be a URL without ${[...named].join(', ')}; allowed parameters: ${Object.keys(VARIABLES).join(', ')}`;
}

function isWithoutEffect(name: string, value: string): boolean {
  if (!Object.hasOwn(WITHOUT_EFFECT, name)) return false;
  return value === '' || (WITHOUT_EFFECT[name]?.includes(value) ?? true);
}

function withAdvice(name: string, isClear: boolean): string {
  if (Object.hasOwn(WITHOUT_EFFECT, name)) return `${name} (except as ${WITHOUT_EFFECT[name]?.join(' or ')})`;
  if (Object.hasOwn(INSTEAD, name)) return `${name} (${INSTEAD[name]})`;
  if (!isClear) return 'unknown parameters';
  const meant = nearestTo(name, Object.keys(VARIABLES));
  return meant === undefined ? quote(name) : `${quote(name)} (did you mean ${meant}?)`;
}
