// A proxy in front of PostgreSQL that counts how often a client waits for it. A message sent before the answer to an earlier
// one has come is part of the same wait, so answers are held back for a moment.
import { once } from 'node:events';
import { connect, createServer, type AddressInfo, type Server, type Socket } from 'node:net';
import { ProtocolMessages, typeOf } from './protocol-messages.ts';

/** Longer than it takes to send the next statement without waiting. */
const HOLD_MILLIS = 50;

export class WaitCounter {
  /** The URL of the target through this proxy. */
  readonly url: string;
  /** Since the start, or since a test has set it back. */
  waits = 0;
  readonly #listener: Server;
  readonly #sockets = new Set<Socket>();

  private constructor(listener: Server, target: URL) {
    this.#listener = listener;
    const through = new URL(target);
    through.hostname = '127.0.0.1';
    through.port = String((listener.address() as AddressInfo).port);
    this.url = through.href;
    listener.on('connection', (client) => this.#link(client, target));
  }

  /** @param url of the PostgreSQL server */
  static async open(url: string): Promise<WaitCounter> {
    const listener = createServer({ noDelay: true }).listen(0, '127.0.0.1');
    await once(listener, 'listening');
    return new WaitCounter(listener, new URL(url));
  }

  async close(): Promise<void> {
    const closed = once(this.#listener, 'close');
    this.#listener.close();
    for (const socket of this.#sockets) socket.destroy();
    await closed;
  }

  #link(client: Socket, target: URL): void {
    const server = connect({ port: Number(target.port), host: target.hostname, noDelay: true });
    const [asked, answered] = [new ProtocolMessages('client'), new ProtocolMessages('server')];
    let unanswered = 0;
    client.on('data', (data) => {
      const questions = asked.read(data).filter((message) => QUESTION.test(typeOf(message))).length;
      if (questions > 0 && unanswered === 0) this.waits += 1;
      unanswered += questions;
      server.write(data);
    });
    server.on('data', (data) => {
      const answers = answered.read(data).filter((message) => typeOf(message) === READY).length;
      setTimeout(() => {
        unanswered = Math.max(0, unanswered - answers);
        client.write(data);
      }, HOLD_MILLIS);
    });
    for (const [one, other] of [
      [client, server],
      [server, client],
    ] as const) {
      this.#sockets.add(one);
      one.on('error', () => undefined);
      one.on('close', () => {
        this.#sockets.delete(one);
        other.destroy();
      });
    }
  }
}

/** A simple query, or the end of an extended one: the server answers each with `READY`. */
const QUESTION = /^[QS]$/;
const READY = 'Z';
