import { Socket } from 'node:net';
import { Client, type ClientConfig } from 'pg';
import type { Endpoint } from '../server-address.ts';
import type { Standing } from './standing.ts';

/** How long a host may take to answer. */
const PROBE_MILLIS = 1000;

export interface ProbeOptions {
  readonly driver: ClientConfig;
  /** The statement that reads the standing. */
  readonly question: string;
  /** Called when an open connection breaks. */
  readonly onLost: () => void;
}

/** Asks one host for its standing, over a connection that stays open: its end is the first sign that the host has failed. */
export class Probe {
  readonly endpoint: Endpoint;
  readonly #options: ProbeOptions;
  #line: Line | undefined;

  constructor(endpoint: Endpoint, options: ProbeOptions) {
    this.endpoint = endpoint;
    this.#options = options;
  }

  /** @throws Error of the driver when the host does not answer in time */
  async ask(): Promise<Standing> {
    const line = (this.#line ??= this.#connect());
    try {
      await line.connected;
      const { rows } = await line.client.query<Standing>(this.#options.question);
      const [standing] = rows;
      if (standing === undefined) throw new Error('the host does not say what it is');
      return standing;
    } catch (error) {
      if (this.#line === line) this.#line = undefined;
      line.socket.destroy();
      throw error;
    }
  }

  /** The next question would open a new connection. */
  close(): void {
    const line = this.#line;
    this.#line = undefined;
    if (line === undefined) return;
    // A host that has vanished confirms nothing.
    line.socket.unref();
    line.connected.then(
      () => line.client.end(),
      () => line.socket.destroy(),
    );
  }

  #connect(): Line {
    const { driver, onLost } = this.#options;
    const socket = new Socket();
    const client = new Client({
      ...driver,
      connectionTimeoutMillis: PROBE_MILLIS,
      query_timeout: PROBE_MILLIS,
      stream: () => socket,
    });
    const line = { client, socket, connected: client.connect() };
    client.on('error', () => {
      if (this.#line !== line) return;
      this.#line = undefined;
      onLost();
    });
    return line;
  }
}

/** A connection, and what it needs to be cut. */
interface Line {
  readonly client: Client;
  readonly socket: Socket;
  readonly connected: Promise<unknown>;
}
