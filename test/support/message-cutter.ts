// A proxy in front of PostgreSQL that cuts a connection after a given message of its protocol.
import { once } from 'node:events';
import { connect, createServer, type AddressInfo, type Server, type Socket } from 'node:net';
import { ProtocolMessages, typeOf } from './protocol-messages.ts';

/** The place and kind of a cut: `count` messages of one side are passed on, the last one included. */
export interface Cut {
  readonly from: 'client' | 'server';
  readonly count: number;
  /** FIN ends the connection, RST resets it. */
  readonly how: 'FIN' | 'RST';
}

/** The messages passed on before the cut. */
export interface Progress {
  /** The number of messages passed on from the side that the cut counts. */
  passed: number;
  isCut: boolean;
  /** The progress of a COMMIT. `left`: sent by the client only; `sent`: passed on to the server; `answered`: its whole answer passed on to the client. */
  commit: 'none' | 'left' | 'sent' | 'answered';
}

export class MessageCutter {
  /** The URL of the target through this proxy. */
  readonly url: string;
  readonly #listener: Server;
  readonly #target: URL;
  readonly #sockets = new Set<Socket>();
  #next: { readonly cut: Cut; readonly progress: Progress } | undefined;

  private constructor(listener: Server, target: URL) {
    this.#listener = listener;
    this.#target = target;
    const through = new URL(target);
    through.hostname = '127.0.0.1';
    through.port = String((listener.address() as AddressInfo).port);
    this.url = through.href;
    listener.on('connection', (client) => {
      this.#link(client);
    });
  }

  /** @param url of the PostgreSQL server */
  static async open(url: string): Promise<MessageCutter> {
    // Messages are written one by one: without `noDelay` each waits for the last one to be acknowledged.
    const listener = createServer({ noDelay: true }).listen(0, '127.0.0.1');
    await once(listener, 'listening');
    return new MessageCutter(listener, new URL(url));
  }

  /** Cuts the next connection that is opened. */
  cutNext(cut: Cut): Progress {
    const progress: Progress = { passed: 0, isCut: false, commit: 'none' };
    this.#next = { cut, progress };
    return progress;
  }

  /** Ends all connections; resolves when the service has also closed its side of them. */
  async endAll(): Promise<void> {
    // Not `once`, which rejects when a connection is reset.
    const closed = [...this.#sockets].map((socket) => new Promise((resolve) => socket.once('close', resolve)));
    for (const socket of this.#sockets) socket.end();
    await Promise.all(closed);
  }

  async close(): Promise<void> {
    const closed = once(this.#listener, 'close');
    this.#listener.close();
    await this.endAll();
    await closed;
  }

  #link(client: Socket): void {
    const server = connect({ port: Number(this.#target.port), host: this.#target.hostname, noDelay: true });
    const planned = this.#next;
    this.#next = undefined;
    const pass = (from: Cut['from'], source: Socket, target: Socket): void => {
      const messages = new ProtocolMessages(from);
      this.#sockets.add(source);
      source.on('data', (data) => {
        for (const message of messages.read(data)) {
          if (planned?.progress.isCut === true) {
            if (planned.progress.commit === 'none' && isCommit(from, message)) planned.progress.commit = 'left';
            continue;
          }
          if (!target.writable) return;
          target.write(message);
          if (planned === undefined) continue;
          note(planned.progress, from, message);
          if (planned.cut.from !== from) continue;
          planned.progress.passed += 1;
          if (planned.cut.count !== planned.progress.passed) continue;
          planned.progress.isCut = true;
          for (const socket of [client, server])
            if (planned.cut.how === 'RST') socket.resetAndDestroy();
            else socket.end(() => socket.destroy());
        }
      });
      source.on('error', () => undefined);
      source.on('close', () => {
        this.#sockets.delete(source);
        if (planned?.progress.isCut !== true) target.destroy();
      });
    };
    pass('client', client, server);
    pass('server', server, client);
  }
}

function note(progress: Progress, from: Cut['from'], message: Buffer): void {
  if (isCommit(from, message)) progress.commit = 'sent';
  const [READY, IDLE] = ['Z', 'I'];
  const isReady = from === 'server' && typeOf(message) === READY && message.toString('latin1').endsWith(IDLE);
  if (isReady && progress.commit === 'sent') progress.commit = 'answered';
}

function isCommit(from: Cut['from'], message: Buffer): boolean {
  return from === 'client' && COMMIT.test(message.toString('latin1'));
}

/** A simple query: type, length, text. */
const COMMIT = /^Q[^]{4}commit/;
