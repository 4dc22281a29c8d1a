import type { ServerAddress } from '../server-address.ts';
import { driverOptions, endpointOptions, type ServerOptions } from '../server-options.ts';
import { Hosts } from './hosts.ts';

/** @returns undefined where there is nothing to choose: connections are made as if there was no such thing */
export function openHosts(address: ServerAddress, options: ServerOptions): Hosts | undefined {
  const { endpoints, target, tls } = address;
  if (endpoints.length === 1 && target === 'any') return undefined;
  const driver = driverOptions(address, options);
  return new Hosts(address, {
    driver: (endpoint) => ({ ...driver, ...endpointOptions(endpoint, tls) }),
    onChange: options.onHostChange,
  });
}
