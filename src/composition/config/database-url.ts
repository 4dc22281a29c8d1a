// PostgreSQL URLs as libpq reads them (PostgreSQL documentation, "Connection URIs"). Refusals never quote a value, and a name only if it is
// certain to be one: if a special character is not encoded, any part of the URL may be part of the password.
import { userInfo } from 'node:os';
import {
  isSocketFolder,
  type Endpoint,
  type ServerAddress,
  type SessionTarget,
} from '#adapters/persistence/connection/driver/server-address';
import { wholeNumber, type Environment, type ParsedSetting } from './parse-setting.ts';
import { readTls } from './tls.ts';
import { isHonoured, refusalOfOthers, VARIABLES, type HonouredParameter } from './url-parameters.ts';

/** The decoded values. An empty value counts as absent. */
export type Parameters = Readonly<Partial<Record<HonouredParameter, string>>>;

/** A host, an IP address in brackets, or nothing; then perhaps a port. */
const HOST = String.raw`(?:\[[^\]/?]+\]|[^:@[\]/?,]*)(?::[^:@/?,]*)?`;

const PARTS = new RegExp(
  [
    String.raw`^postgres(?:ql)?://`,
    String.raw`(?:(?<user>[^:@/]*)(?::(?<password>[^@/]*))?@)?`,
    String.raw`(?<hosts>${HOST}(?:,${HOST})*)`,
    String.raw`(?:/(?<dbname>[^?]*))?`,
    String.raw`(?:\?(?<query>.*))?$`,
  ].join(''),
  's',
);

const SYNTAX = 'must be postgres://user:password@host:port/database, with special characters percent-encoded';

/** @param environment supplies what the URL leaves out */
export function readDatabaseUrl(text: string, environment: Environment): ParsedSetting<ServerAddress> {
  const given = readParameters(text);
  if ('refusal' in given) return given;
  const parameters = { ...parametersOf(environment), ...given.value };
  const endpoints = readEndpoints(parameters);
  if ('refusal' in endpoints) return endpoints;
  const { target_session_attrs: target = endpoints.value.length > 1 ? 'read-write' : 'any' } = parameters;
  if (!isTarget(target)) return { refusal: TARGETS };
  const tls = readTls(parameters);
  if ('refusal' in tls) return tls;
  const binding = readChannelBinding(parameters, tls.value !== undefined && !endpoints.value.some(isSocketFolder));
  if ('refusal' in binding) return binding;
  const user = parameters.user ?? systemUser();
  if (user === undefined) return { refusal: 'must be a URL with a user' };
  return {
    value: {
      endpoints: endpoints.value,
      target,
      user,
      password: parameters.password,
      database: parameters.dbname ?? user,
      tls: endpoints.value.every(isSocketFolder) ? undefined : tls.value,
      ...(binding.value && { channelBinding: binding.value }),
      applicationName: parameters.application_name ?? parameters.fallback_application_name,
      sessionOptions: parameters.options,
    },
  };
}

function readParameters(text: string): ParsedSetting<Parameters> {
  const parts = PARTS.exec(text)?.groups;
  if (parts === undefined) return { refusal: SYNTAX };
  const { hosts = '', query = '', user, password = '', dbname = '' } = parts;
  // Without a user, an @ further on ends a password that contains a slash.
  if (user === undefined && dbname.includes('@')) return { refusal: SYNTAX };
  const pairs = query.split('&').filter((pair) => pair !== '');
  if (pairs.some((pair) => !pair.includes('='))) return { refusal: SYNTAX };
  const encoded = { user: user ?? '', password, ...splitHosts(hosts), dbname };
  const decoded = [...Object.entries(encoded), ...pairs.map(splitPair)].map(
    ([key, text]) => [key, decode(text)] as const,
  );
  if (!decoded.every(isDecoded)) return { refusal: SYNTAX };
  // The password ends before the last @, unless it is itself a parameter.
  const isClear = !query.includes('@') && !pairs.some((pair) => pair.startsWith('password='));
  const refusal = refusalOfOthers(
    decoded.filter(([key]) => !isHonoured(key)),
    isClear,
  );
  if (refusal !== undefined) return { refusal };
  return { value: withoutEmpty(decoded.filter(([key]) => isHonoured(key))) };
}

/** Splits the endpoints into a list of hosts and a list of ports, of the same length. */
function splitHosts(hosts: string): { readonly host: string; readonly port: string } {
  const pairs = hosts.split(',').map((each) => /^\[?(?<host>.*?)\]?(?::(?<port>[^:\]]*))?$/s.exec(each)?.groups);
  return {
    host: pairs.map((pair) => pair?.['host'] ?? '').join(','),
    port: pairs.map((pair) => pair?.['port'] ?? '').join(','),
  };
}

/** Unlike in forms, a plus is not a space. */
function splitPair(pair: string): readonly [key: string, encoded: string] {
  const [key = '', ...value] = pair.split('=');
  return [key, value.join('=')];
}

function isDecoded(pair: readonly [key: string, value: string | undefined]): pair is readonly [string, string] {
  return pair[1] !== undefined;
}

/** Undefined if it is malformed, or contains a NUL, which would truncate it at the server. */
function decode(encoded: string): string | undefined {
  try {
    const text = decodeURIComponent(encoded);
    return text.includes('\0') ? undefined : text;
  } catch {
    return undefined;
  }
}

function parametersOf(environment: Environment): Parameters {
  return withoutEmpty(
    Object.entries(VARIABLES).map(([key, variable]) => [key, (variable && environment[variable]) ?? '']),
  );
}

/** Takes the last value of each parameter. */
function withoutEmpty(parameters: readonly (readonly [key: string, value: string])[]): Parameters {
  const last = Object.fromEntries(parameters);
  return Object.fromEntries(Object.entries(last).filter(([, value]) => value !== ''));
}

const TARGETS =
  'must be a URL whose target_session_attrs is any, read-write or primary; the others find hosts that accept no writes';

function isTarget(text: string): text is SessionTarget {
  return text === 'any' || text === 'read-write' || text === 'primary';
}

/** @param isEncrypted true if TLS is used for every host */
function readChannelBinding(
  { channel_binding: binding = 'disable' }: Parameters,
  isEncrypted: boolean,
): ParsedSetting<ServerAddress['channelBinding']> {
  switch (binding) {
    case 'disable':
      return { value: undefined };
    case 'prefer':
      return { value: 'prefer' };
    case 'require':
      return isEncrypted ? { value: 'require' } : { refusal: NOTHING_TO_BIND };
    default:
      return { refusal: 'must be a URL whose channel_binding is disable, prefer or require' };
  }
}

const NOTHING_TO_BIND =
  'must be a URL with an sslmode that encrypts and without Unix sockets if it has channel_binding=require';

/** The name of the user that runs the process; undefined if the system has none, as in some containers. */
function systemUser(): string | undefined {
  try {
    return userInfo().username;
  } catch {
    return undefined;
  }
}

// Lists of hosts and ports, as libpq reads them (PostgreSQL documentation, "Specifying Multiple Hosts").

const DEFAULT_HOST = 'localhost';
const DEFAULT_PORT = '5432';

/** @param parameters lists with commas: as many ports as hosts, or one port for all. An empty element stands for the default. */
function readEndpoints({
  host = DEFAULT_HOST,
  port = DEFAULT_PORT,
}: {
  readonly host?: string;
  readonly port?: string;
}): ParsedSetting<ServerAddress['endpoints']> {
  const hosts = host.split(',');
  const ports = port.split(',').map((each) => readPort(each === '' ? DEFAULT_PORT : each));
  if (ports.length > 1 && ports.length !== hosts.length)
    return { refusal: 'must be a URL with one port, or a port for each host' };
  const endpoints: Endpoint[] = [];
  for (const [index, name] of hosts.entries()) {
    const number = ports[ports.length === 1 ? 0 : index];
    if (number === undefined || 'refusal' in number) return { refusal: 'must be a URL with a port from 1 to 65535' };
    endpoints.push({ host: name === '' ? DEFAULT_HOST : name, port: number.value });
  }
  const [first, ...others] = endpoints;
  return first === undefined ? { refusal: 'must be a URL with a host' } : { value: [first, ...others] };
}

const readPort = wholeNumber(1, 65_535);
