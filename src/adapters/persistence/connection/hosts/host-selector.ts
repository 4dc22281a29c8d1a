import { Client, type PoolClient } from 'pg';
import type { ServerAddress } from '../driver/server-address.ts';
import {
  DEFAULT_CONNECT_MILLIS,
  driverOptions,
  endpointOptions,
  type ServerOptions,
} from '../driver/server-options.ts';
import { isWrongServerCode } from '../driver/storage-errors.ts';
import { hostClient } from './host-client.ts';
import { PrimaryFinder } from './primary-finder.ts';

/** Chooses the host of a pool's connections. */
export interface HostSelector {
  /** The class of the pool's connections. */
  readonly Client: typeof Client;
  /** The highest timeline seen on any host; undefined if none has answered, or any host will do. */
  readonly timeline: number | undefined;
  /**
   * Connects to the chosen host. If that shows the choice to be outdated, searches once more.
   * @param connect the pool's own method
   */
  connect(connect: () => Promise<PoolClient>): Promise<PoolClient>;
  /** @param code the code of a statement's error */
  handleErrorCode(code: string): void;
  close(): void;
}

/** @returns undefined if there is nothing to choose: a single host, and no required role */
export function openHostSelector(address: ServerAddress, options: ServerOptions): HostSelector | undefined {
  const { endpoints, target, tls } = address;
  if (endpoints.length === 1 && target === 'any') return undefined;
  const { connectTimeoutMillis = DEFAULT_CONNECT_MILLIS } = options;
  const driver = driverOptions(address, options);
  const hosts = new PrimaryFinder(address, {
    driver: (endpoint) => ({ ...driver, ...endpointOptions(endpoint, tls) }),
    observe: options.observe,
  });
  return {
    Client: hostClient(driver.Client ?? Client, hosts, tls),
    get timeline() {
      return hosts.timeline;
    },
    connect: async (connect) => {
      const start = performance.now();
      try {
        return await connectToChosen(hosts, connect);
      } catch (error) {
        if (hosts.isChoiceValid || performance.now() - start > connectTimeoutMillis / 2) throw error;
        return connectToChosen(hosts, connect);
      }
    },
    handleErrorCode: (code) => {
      if (isWrongServerCode(code)) hosts.invalidateChoice();
    },
    close: () => {
      hosts.close();
    },
  };
}

async function connectToChosen(hosts: PrimaryFinder, connect: () => Promise<PoolClient>): Promise<PoolClient> {
  await hosts.ensureChosen();
  for (;;) {
    const client = await connect();
    if (hosts.has(client)) return client;
    client.release(true);
  }
}
