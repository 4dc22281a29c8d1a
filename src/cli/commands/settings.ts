import type { Config } from '#composition/config/config';
import { textOf, UsageError, type CommandArguments, type Option } from './command.ts';

/**
 * The configuration of this machine, as the service reads it.
 * @throws ConfigError naming every invalid variable
 */
export async function readEnvironment(): Promise<Config> {
  const { readConfig, readSecretFiles } = await import('#composition/config/config');
  return readConfig(readSecretFiles(process.env));
}

export const urlOption: Option = {
  value: 'URL',
  meaning: 'where the service is (default: HOST and PORT of this machine)',
};

/**
 * The URL of the service to talk to, without a slash at its end.
 * @throws UsageError for an invalid URL, and where PORT=0 does not tell the port
 */
export async function serviceUrl(given: CommandArguments): Promise<string> {
  const text = textOf(given, 'url');
  if (text === undefined) {
    const { host, port } = await readEnvironment();
    if (port === 0) throw new UsageError('with PORT=0 the port of the service is not known: add --url');
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
