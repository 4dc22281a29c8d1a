import { once } from 'node:events';
import { connect, type Socket } from 'node:net';

interface SlowReaderOptions {
  /** Of HTTP. */
  readonly version?: string;
  /** Bytes that follow the request. */
  readonly behind?: string;
  /** True if a FIN follows the request. */
  readonly halfCloses?: boolean;
}

/** A client on a bare connection that reads only when told to. */
export class SlowReader {
  readonly #socket: Socket;
  readonly #chunks: Buffer[] = [];
  /** The code of the error that ended the connection. */
  #failure: string | undefined;

  private constructor(socket: Socket) {
    this.#socket = socket;
    socket.on('error', (error) => (this.#failure = 'code' in error ? String(error.code) : error.message));
  }

  /** Sends a GET without reading the answer yet. */
  static async get(url: string, path: string, options: SlowReaderOptions = {}): Promise<SlowReader> {
    const { version = '1.1', behind, halfCloses = false } = options;
    const { hostname, port } = new URL(url);
    const socket = connect(Number(port), hostname);
    const reader = new SlowReader(socket);
    await once(socket, 'connect');
    const end = behind === undefined ? 'Connection: close\r\n\r\n' : `\r\n${behind}`;
    socket.pause().write(`GET ${path} HTTP/${version}\r\nHost: x\r\n${end}`);
    if (halfCloses) socket.end();
    return reader;
  }

  /** True if any byte of the answer has arrived. */
  get hasBegun(): boolean {
    return this.#socket.bytesRead > 0;
  }

  /** Sends more, without reading. */
  send(bytes: string): void {
    this.#socket.write(bytes);
  }

  /** Reads until the connection ends. */
  async readAll(): Promise<SlowAnswer> {
    this.#socket.on('data', (chunk: Buffer) => this.#chunks.push(chunk)).resume();
    if (!this.#socket.closed) await new Promise((resolve) => this.#socket.once('close', resolve));
    const text = Buffer.concat(this.#chunks).toString('utf8');
    return {
      status: Number(/^HTTP\/1\.1 (\d{3}) /.exec(text)?.[1]),
      head: text.slice(0, text.indexOf('\r\n\r\n')),
      body: text.slice(text.indexOf('\r\n\r\n') + 4),
      isWhole: text.includes('\r\n0\r\n\r\n'),
      failure: this.#failure,
    };
  }

  disconnect(): void {
    this.#socket.destroy();
  }
}

export interface SlowAnswer {
  readonly status: number;
  readonly head: string;
  /** As received, in chunked encoding. */
  readonly body: string;
  /** True if the last chunk was received. */
  readonly isWhole: boolean;
  readonly failure: string | undefined;
}

/** The document in a chunked answer. */
export function documentOf({ body }: SlowAnswer): unknown {
  return JSON.parse(joinChunks(Buffer.from(body)).toString('utf8'));
}

function joinChunks(bytes: Buffer): Buffer {
  const pieces: Buffer[] = [];
  for (let at = 0; ;) {
    const lineEnd = bytes.indexOf('\r\n', at);
    const size = parseInt(bytes.toString('latin1', at, lineEnd), 16);
    if (!(size > 0)) return Buffer.concat(pieces);
    pieces.push(bytes.subarray(lineEnd + 2, lineEnd + 2 + size));
    at = lineEnd + 2 + size + 2;
  }
}
