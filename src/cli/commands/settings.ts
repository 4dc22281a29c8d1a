import type { Config } from '#composition/config/config';
import type { Environment } from '#composition/config/parse-setting';
import type { ServiceToken } from '../http/service-token.ts';
import { textOf, UsageError, type CommandArguments, type Option } from './command.ts';

/**
 * The configuration of this machine, as the service reads it.
 * @throws ConfigError naming every invalid variable
 */
export async function readEnvironment(environment: Environment): Promise<Config> {
  const { readConfig, readSecretFiles } = await import('#composition/config/config');
  return readConfig(readSecretFiles(environment));
}

export const urlOption: Option = {
  value: 'URL',
  meaning: 'URL of the service (default: HOST and PORT of this machine)',
};

/** The service to talk to. */
interface CalledService {
  /** Without a trailing slash. */
  readonly url: string;
  readonly token: ServiceToken | undefined;
}

/**
 * The service that the arguments and the environment name. Call it before `enterUserFolder`.
 * @throws UsageError for an invalid URL, or if PORT=0 leaves the port unknown; ConfigError
 */
export async function readService(given: CommandArguments<'url'>, environment: Environment): Promise<CalledService> {
  const [url, { readServiceToken }] = await Promise.all([
    serviceUrl(given, environment),
    import('../http/service-token.ts'),
  ]);
  return { url, token: readServiceToken(environment) };
}

async function serviceUrl(given: CommandArguments<'url'>, environment: Environment): Promise<string> {
  const text = textOf(given, 'url');
  if (text === undefined) {
    const { host, port } = await readEnvironment(environment);
    if (port === 0) throw new UsageError('with PORT=0, the port of the service is unknown; add --url');
    return urlOf(host, port);
  }
  const url = URL.parse(text);
  if (url === null || !/^https?:$/.test(url.protocol) || url.search !== '' || url.hash !== '')
    throw new UsageError('--url must be an http or https URL, such as http://127.0.0.1:3000');
  return url.href.replace(/\/+$/, '');
}

/** The URL of a service that listens on an address; for wildcard addresses, that of the loopback address. */
export function urlOf(host: string, port: number): string {
  const reached = host === '0.0.0.0' ? '127.0.0.1' : host === '::' ? '::1' : host;
  return `http://${reached.includes(':') ? `[${reached}]` : reached}:${port}`;
}
