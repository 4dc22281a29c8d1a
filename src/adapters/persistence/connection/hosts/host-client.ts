import { Socket } from 'node:net';
import type { Client, ClientConfig } from 'pg';
import { StorageUnavailableError } from '#application/model/errors';
import { endpointText, type Endpoint, type Tls } from '../driver/server-address.ts';
import { endpointOptions } from '../driver/server-options.ts';
import type { HostStatus } from './host-status.ts';
import type { HostConnection, PrimaryFinder } from './primary-finder.ts';

type OnConnected = (error: Error | null, client?: Client) => void;

/**
 * Makes a client class for the driver's pool. Each client connects to the host chosen at the time, and counts as
 * connected once that host has confirmed that it is suitable.
 */
export function hostClient(Base: typeof Client, hosts: PrimaryFinder, tls: Tls | undefined): typeof Client {
  return class HostClient extends Base implements HostConnection {
    readonly endpoint: Endpoint;
    readonly #socket: Socket;
    #isCut = false;

    constructor(options: ClientConfig) {
      const endpoint = hosts.chosen;
      const socket = new Socket();
      // The pool makes the password non-enumerable, so a spread leaves it out.
      const { password } = options;
      super({ ...options, password, ...endpointOptions(endpoint, tls), stream: () => socket });
      this.endpoint = endpoint;
      this.#socket = socket;
      this.on('error', () => {
        if (!this.#isCut) hosts.invalidateChoice();
      });
      this.once('end', () => {
        hosts.remove(this);
      });
    }

    override connect(): Promise<Client>;
    override connect(onConnected: OnConnected): void;
    override connect(onConnected?: OnConnected): Promise<Client> | undefined {
      const connected = this.#connect();
      // The pool passes a callback.
      if (onConnected === undefined) return connected;
      connected.then((client) => onConnected(null, client), onConnected);
      return undefined;
    }

    cut(): void {
      this.#isCut = true;
      hosts.remove(this);
      this.#socket.destroy();
    }

    async #connect(): Promise<Client> {
      try {
        await super.connect();
      } catch (error) {
        hosts.invalidateChoice();
        throw error;
      }
      await this.#verify();
      return this;
    }

    async #verify(): Promise<void> {
      try {
        const { rows } = await this.query<HostStatus>(hosts.statusQuery);
        const reason = rows[0] === undefined ? 'returned no status' : hosts.rejectionReason(rows[0]);
        if (reason !== undefined) throw new StorageUnavailableError(`${endpointText(this.endpoint)} ${reason}`);
        if (hosts.chosen !== this.endpoint)
          throw new StorageUnavailableError(
            `${endpointText(hosts.chosen)} has replaced ${endpointText(this.endpoint)}`,
          );
        hosts.add(this);
      } catch (error) {
        hosts.invalidateChoice();
        this.cut();
        throw error;
      }
    }
  };
}
