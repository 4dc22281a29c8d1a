import { Client, type Pool } from 'pg';
import { PreparingClient } from '../preparing-client.ts';
import type { ServerAddress } from '../server-address.ts';
import { DEFAULT_CONNECT_MILLIS, driverOptions, endpointOptions, type ServerOptions } from '../server-options.ts';
import { isWrongServerCode } from '../storage-errors.ts';
import { hostClient } from './host-client.ts';
import { Hosts } from './hosts.ts';
import { leadToHost } from './lead-to-host.ts';

/** The choice among several hosts, for one pool. */
export interface OpenHosts {
  /** The class of the pool's connections. */
  readonly Client: typeof Client;
  readonly timeline: number | undefined;
  lead(pool: Pool): void;
  /** @param code of an error of a statement */
  afterFailure(code: string): void;
  close(): void;
}

/** @returns undefined where there is nothing to choose: connections are made as if there was no such thing */
export function openHosts(address: ServerAddress, options: ServerOptions): OpenHosts | undefined {
  const { endpoints, target, tls } = address;
  if (endpoints.length === 1 && target === 'any') return undefined;
  const { connectTimeoutMillis = DEFAULT_CONNECT_MILLIS, preparedStatements = true } = options;
  const driver = driverOptions(address, options);
  const hosts = new Hosts(address, {
    driver: (endpoint) => ({ ...driver, ...endpointOptions(endpoint, tls) }),
    onChange: options.onHostChange,
  });
  return {
    Client: hostClient(preparedStatements ? PreparingClient : Client, hosts, tls),
    get timeline() {
      return hosts.timeline;
    },
    lead: (pool) => {
      leadToHost(pool, hosts, connectTimeoutMillis);
    },
    afterFailure: (code) => {
      if (isWrongServerCode(code)) hosts.doubt();
    },
    close: () => {
      hosts.close();
    },
  };
}
