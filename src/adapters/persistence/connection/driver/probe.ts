import { Socket } from 'node:net';
import { Client, type ClientConfig, type QueryResultRow } from 'pg';
import type { Endpoint } from './server-address.ts';

const DEFAULT_MILLIS = 1000;

export interface ProbeOptions {
  readonly driver: ClientConfig & { readonly Client?: typeof Client | undefined };
  /** A statement that returns a row. */
  readonly query: string;
  /** Timeout of connecting, and of each query; 1000 by default. */
  readonly millis?: number | undefined;
  /** Called when an open connection breaks. */
  readonly onLost: () => void;
}

/**
 * Sends one server the same query repeatedly, over a connection that stays open. If this connection breaks, that is the
 * first sign of a failure.
 */
export class Probe<Row extends QueryResultRow> {
  readonly endpoint: Endpoint;
  readonly #options: ProbeOptions;
  #connection: ProbeConnection | undefined;
  #isClosed = false;

  constructor(endpoint: Endpoint, options: ProbeOptions) {
    this.endpoint = endpoint;
    this.#options = options;
  }

  /** @throws the driver's Error when the server does not answer in time; Error once the probe is closed */
  async ask(): Promise<Row> {
    if (this.#isClosed) throw new Error('the probe is closed');
    const line = (this.#connection ??= this.#connect());
    try {
      await line.connected;
      const { rows } = await line.client.query<Row>({ text: this.#options.query });
      const [row] = rows;
      if (row === undefined) throw new Error('the server returned no status');
      return row;
    } catch (error) {
      if (this.#connection === line) this.#connection = undefined;
      line.socket.destroy();
      throw error;
    }
  }

  /** Closes the connection for good. */
  close(): void {
    this.#isClosed = true;
    const line = this.#connection;
    this.#connection = undefined;
    if (line === undefined) return;
    // A host that has vanished never confirms the end, so do not keep the process alive for it.
    line.socket.unref();
    line.connected.then(
      () => line.client.end(),
      () => line.socket.destroy(),
    );
  }

  #connect(): ProbeConnection {
    const { driver, millis = DEFAULT_MILLIS, onLost } = this.#options;
    const socket = new Socket();
    const client = new (driver.Client ?? Client)({
      ...driver,
      connectionTimeoutMillis: millis,
      query_timeout: millis,
      stream: () => socket,
    });
    const line = { client, socket, connected: client.connect() };
    client.on('error', () => {
      if (this.#connection !== line) return;
      this.#connection = undefined;
      onLost();
    });
    return line;
  }
}

/** A connection and its socket, by which it can be cut. */
interface ProbeConnection {
  readonly client: Client;
  readonly socket: Socket;
  readonly connected: Promise<unknown>;
}
