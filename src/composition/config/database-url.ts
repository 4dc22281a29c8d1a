// PostgreSQL URLs as libpq reads them (PostgreSQL documentation, "Connection URIs"). Refusals quote nothing: where a special
// character is not encoded, any part may contain a piece of the password.
import { userInfo } from 'node:os';
import type { Endpoint, ServerAddress } from '../../adapters/persistence/connection/server-address.ts';
import { readTls } from './tls.ts';
import { integer, type Environment, type Parsed } from './variables.ts';

/** The parameters that a URL can have, each with the environment variable that stands in for it. */
const VARIABLES = {
  host: 'PGHOST',
  port: 'PGPORT',
  user: 'PGUSER',
  password: 'PGPASSWORD',
  dbname: 'PGDATABASE',
  application_name: 'PGAPPNAME',
  options: 'PGOPTIONS',
  sslmode: 'PGSSLMODE',
  sslrootcert: 'PGSSLROOTCERT',
  sslcert: 'PGSSLCERT',
  sslkey: 'PGSSLKEY',
  sslnegotiation: 'PGSSLNEGOTIATION',
} as const;

type Parameter = keyof typeof VARIABLES;

/** Decoded. An empty one counts as absent. */
export type Parameters = Readonly<Partial<Record<Parameter, string>>>;

const PARTS = new RegExp(
  [
    String.raw`^postgres(?:ql)?://`,
    String.raw`(?:(?<user>[^:@/]*)(?::(?<password>[^@/]*))?@)?`,
    String.raw`(?:\[(?<address>[^\]/?]+)\]|(?<name>[^:@[\]/?]*))(?::(?<port>[^:@/?]*))?`,
    String.raw`(?:/(?<dbname>[^?]*))?`,
    String.raw`(?:\?(?<query>.*))?$`,
  ].join(''),
  's',
);

const SYNTAX = 'must be postgres://user:password@host:port/database, with special characters percent-encoded';

/** @param environment stands in for what the URL leaves out */
export function readDatabaseUrl(text: string, environment: Environment): Parsed<ServerAddress> {
  const given = readParameters(text);
  if ('refusal' in given) return given;
  const parameters = { ...parametersOf(environment), ...given.value };
  const endpoint = readEndpoint(parameters);
  if ('refusal' in endpoint) return endpoint;
  const tls = readTls(parameters);
  if ('refusal' in tls) return tls;
  const user = parameters.user ?? systemUser();
  if (user === undefined) return { refusal: 'must be a URL with a user' };
  return {
    value: {
      endpoint: endpoint.value,
      user,
      password: parameters.password,
      database: parameters.dbname ?? user,
      // Like libpq, which ignores sslmode for Unix sockets.
      tls: endpoint.value.host.startsWith('/') ? undefined : tls.value,
      applicationName: parameters.application_name,
      sessionOptions: parameters.options,
    },
  };
}

function readParameters(text: string): Parsed<Parameters> {
  const parts = PARTS.exec(text)?.groups;
  if (parts === undefined) return { refusal: SYNTAX };
  const { address, name, query = '', user, password = '', port = '', dbname = '' } = parts;
  // Without a user, an @ further on ends a password that contains a slash.
  if (user === undefined && dbname.includes('@')) return { refusal: SYNTAX };
  const pairs = query.split('&').filter((pair) => pair !== '');
  if (pairs.some((pair) => !pair.includes('='))) return { refusal: SYNTAX };
  const encoded = { user: user ?? '', password, host: address ?? name ?? '', port, dbname };
  const decoded: (readonly [Parameter, string])[] = [];
  for (const [key, text] of [...Object.entries(encoded), ...pairs.map(splitPair)]) {
    const value = decode(text);
    if (value === undefined) return { refusal: SYNTAX };
    if (!isParameter(key))
      return { refusal: `must be a URL without parameters other than ${Object.keys(VARIABLES).join(', ')}` };
    decoded.push([key, value]);
  }
  return { value: withoutEmpty(decoded) };
}

/** Unlike in forms, a plus is not a space. */
function splitPair(pair: string): readonly [key: string, encoded: string] {
  const [key = '', ...value] = pair.split('=');
  return [key, value.join('=')];
}

/** Undefined if it is not well-formed, or has a NUL, where the server would stop reading. */
function decode(encoded: string): string | undefined {
  try {
    const text = decodeURIComponent(encoded);
    return text.includes('\0') ? undefined : text;
  } catch {
    return undefined;
  }
}

function isParameter(key: string): key is Parameter {
  return Object.hasOwn(VARIABLES, key);
}

function parametersOf(environment: Environment): Parameters {
  return withoutEmpty(Object.entries(VARIABLES).map(([key, variable]) => [key, environment[variable] ?? '']));
}

/** Takes the last value of each parameter. */
function withoutEmpty(parameters: readonly (readonly [key: string, value: string])[]): Parameters {
  const last = Object.fromEntries(parameters);
  return Object.fromEntries(Object.entries(last).filter(([, value]) => value !== ''));
}

function readEndpoint({ host = 'localhost', port = '5432' }: Parameters): Parsed<Endpoint> {
  if (host.includes(',')) return { refusal: 'must be a URL with one host' };
  const number = readPort(port);
  return 'value' in number
    ? { value: { host, port: number.value } }
    : { refusal: 'must be a URL with a port from 1 to 65535' };
}

const readPort = integer(1, 65_535);

/** The name of the process's user, which the system may not know, as in some containers. */
function systemUser(): string | undefined {
  try {
    return userInfo().username;
  } catch {
    return undefined;
  }
}
