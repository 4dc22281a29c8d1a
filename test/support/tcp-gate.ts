// A proxy in front of PostgreSQL that makes the network misbehave on demand. It understands just enough of the protocol to split
// a client's messages and read their SQL (PostgreSQL documentation, "Message Formats").
import { once } from 'node:events';
import { connect, createServer, type AddressInfo, type Server, type Socket } from 'node:net';
import { ClientMessages } from './client-messages.ts';
import { freePort } from './free-port.ts';

/**
 * The treatment of the connection that sends the awaited message:
 * - `cut-before`: it is closed before the message reaches the server;
 * - `cut-after`: the server gets the message, but the client's connection closes without an answer;
 * - `silence-after`: the server gets the message, but the client never gets an answer;
 * - `refuse`: the server gets something in its place that is not SQL, and reports an error;
 * - `drop`: the server does not get the message.
 */
export type Reaction = 'cut-before' | 'cut-after' | 'silence-after' | 'refuse' | 'drop';

interface Trap {
  readonly pattern: RegExp;
  readonly reaction: Reaction;
  readonly sprung: () => void;
}

interface Link {
  readonly client: Socket;
  readonly server: Socket;
  /** No longer passes anything on, not even the end of the connection. */
  silent: boolean;
}

const TIME_TO_ACT_MILLIS = 200;

/** A simple query: type, length, text. */
const NO_SQL = Buffer.from('Q\0\0\0\x0bno SQL\0', 'latin1');

export class TcpGate {
  /** The URL of the target through the gate. */
  readonly url: string;
  readonly #listener: Server;
  readonly #port: number;
  readonly #target: { readonly host: string; readonly port: number };
  readonly #links = new Set<Link>();
  #stalled = false;
  #delayMillis = 0;
  #trap: Trap | undefined;

  private constructor(listener: Server, target: URL) {
    this.#listener = listener;
    this.#port = (listener.address() as AddressInfo).port;
    this.#target = { host: target.hostname, port: Number(target.port) };
    const through = new URL(target);
    through.hostname = '127.0.0.1';
    through.port = String(this.#port);
    this.url = through.href;
    listener.on('connection', (client) => {
      this.#link(client);
    });
  }

  /** @param url of the PostgreSQL server behind the gate */
  static async open(url: string): Promise<TcpGate> {
    const listener = createServer().listen(await freePort(), '127.0.0.1');
    await once(listener, 'listening');
    return new TcpGate(listener, new URL(url));
  }

  /** The number of open connections. */
  get connections(): number {
    return this.#links.size;
  }

  /** Delays all data, in both directions. */
  delay(millis: number): void {
    this.#delayMillis = millis;
  }

  /** Accepts and keeps connections, but holds back all data until `resume`. */
  stall(): void {
    this.#stalled = true;
    for (const { client, server } of this.#links) for (const socket of [client, server]) socket.pause();
  }

  resume(): void {
    this.#stalled = false;
    for (const { client, server } of this.#links) for (const socket of [client, server]) socket.resume();
  }

  /** Silences the connections open now, for good. New ones are not affected. */
  silence(): void {
    for (const link of this.#links) link.silent = true;
  }

  /** Closes all connections. */
  cut(): void {
    for (const { client, server } of this.#links) for (const socket of [client, server]) socket.destroy();
  }

  /** Closes all connections and refuses new ones until `admit`. */
  async refuse(): Promise<void> {
    const closed = once(this.#listener, 'close');
    this.#listener.close();
    this.cut();
    await closed;
  }

  async admit(): Promise<void> {
    this.#listener.listen(this.#port, '127.0.0.1');
    await once(this.#listener, 'listening');
  }

  /**
   * Sets a trap for the next client message whose SQL matches.
   * @returns resolves when it springs
   */
  on(pattern: RegExp, reaction: Reaction): Promise<void> {
    return new Promise((sprung) => {
      this.#trap = { pattern, reaction, sprung };
    });
  }

  async close(): Promise<void> {
    if (this.#listener.listening) await this.refuse();
    this.cut();
  }

  #link(client: Socket): void {
    const server = connect(this.#target.port, this.#target.host);
    const link: Link = { client, server, silent: false };
    this.#links.add(link);
    const messages = new ClientMessages();
    client.on('data', (data) => {
      for (const { bytes, sql } of messages.read(data)) this.#toServer(link, bytes, sql);
    });
    server.on('data', (data) => {
      this.#later(link, () => client.write(data));
    });
    for (const [one, other] of [
      [client, server],
      [server, client],
    ] as const) {
      one.on('error', () => undefined);
      one.on('close', () => {
        if (!link.silent) other.destroy();
        if (client.destroyed && server.destroyed) this.#links.delete(link);
      });
    }
    if (this.#stalled) for (const socket of [client, server]) socket.pause();
  }

  #toServer(link: Link, bytes: Buffer, sql: string | undefined): void {
    const trap = this.#trap;
    if (trap === undefined || sql === undefined || !trap.pattern.test(sql)) {
      this.#later(link, () => link.server.write(bytes));
      return;
    }
    this.#trap = undefined;
    switch (trap.reaction) {
      case 'cut-before':
        link.client.destroy();
        link.server.destroy();
        break;
      case 'cut-after':
        // Gives the server time to act before it notices that the client is gone. Its first answers may be those to messages sent together with this one.
        link.silent = true;
        link.server.write(bytes);
        link.server.once('data', () => setTimeout(() => link.server.destroy(), TIME_TO_ACT_MILLIS));
        link.client.destroy();
        break;
      case 'silence-after':
        link.server.write(bytes);
        link.silent = true;
        break;
      case 'refuse':
        link.server.write(NO_SQL);
        break;
      case 'drop':
        break;
    }
    trap.sprung();
  }

  #later(link: Link, forward: () => void): void {
    const unlessSilent = (): void => {
      if (!link.silent) forward();
    };
    if (this.#delayMillis === 0) unlessSilent();
    else setTimeout(unlessSilent, this.#delayMillis);
  }
}
