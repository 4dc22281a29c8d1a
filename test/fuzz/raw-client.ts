// Sends inputs as raw bytes over TCP, several at a time.
import { connect, type Socket } from 'node:net';
import { withMark } from './entity-tags.ts';
import { MalformedAnswerError, readAnswer, readEvents, type Answer, type SentMethod } from './answer.ts';
import { withPosition } from './feed-requests.ts';
import type { NoiseInput, RequestInput, Input } from './input.ts';

export interface Outcome {
  readonly input: Input;
  readonly answers: readonly Answer[];
  /** A violation of the protocol: no answer, an incomplete one, or one that is not HTTP. */
  readonly fault: string | undefined;
}

const KEEP_ALIVE_CONNECTIONS = 16;
/** Timeout for an answer. */
const ANSWER_MILLIS = 60_000;
/** A stream of events is cut after a silence of this length. */
const EVENTS_MILLIS = 30;
/** How much of a message a fault shows. */
const SHOWN_BYTES = 2000;
/** Noise without a FIN need not be answered: it is over when its connection has been idle for this long. */
const OPEN_MILLIS = 50;

/** Requests share keep-alive connections, as with real clients; every noise input gets its own connection. */
export class RawClient {
  readonly #address: Address;
  readonly #connections: readonly KeepAliveConnection[];

  constructor(url: string, given: Given) {
    const { hostname, port } = new URL(url);
    this.#address = { host: hostname, port: Number(port), ...given };
    this.#connections = Array.from({ length: KEEP_ALIVE_CONNECTIONS }, () => new KeepAliveConnection(this.#address));
  }

  /**
   * Sends all inputs concurrently.
   * @returns the outcomes, in the order of the inputs
   */
  async send(inputs: readonly Input[]): Promise<readonly Outcome[]> {
    const outcomes: Outcome[] = [];
    const requests = [...inputs.entries()].filter(isRequest).values();
    const requestsDone = this.#connections.map(async (connection) => {
      for (const [index, input] of requests) outcomes[index] = await connection.request(input);
    });
    const noise = [...inputs.entries()].map(async ([index, input]) => {
      if (input.kind === 'noise') outcomes[index] = await makeNoise(input, this.#address);
    });
    await Promise.all([...requestsDone, ...noise]);
    return outcomes;
  }

  close(): void {
    for (const connection of this.#connections) connection.close();
  }
}

/** The values of a service that replace the placeholders in requests. */
export interface Given {
  /** The mark of its entity tags. */
  readonly mark: string;
  /** A position in its feed of changes. */
  readonly position: string;
}

interface Address extends Given {
  readonly host: string;
  readonly port: number;
}

function isRequest(entry: readonly [number, Input]): entry is [number, RequestInput] {
  return entry[1].kind === 'request';
}

async function makeNoise(input: NoiseInput, address: Address): Promise<Outcome> {
  const connection = new Connection(address);
  for (const piece of input.pieces) {
    connection.socket.write(piece);
    if (input.pieces.length > 1) await new Promise(setImmediate);
  }
  if (input.halfCloses) connection.socket.end();
  await connection.settled(input.halfCloses ? ANSWER_MILLIS : OPEN_MILLIS);
  const { state } = connection;
  connection.socket.destroy();
  const { answers, fault } = readAll(connection.received);
  return { input, answers, fault: input.halfCloses && state === 'open' ? 'still open' : fault };
}

/** Sends requests one at a time, on the same connection until it closes. */
class KeepAliveConnection {
  readonly #address: Address;
  #connection: Connection | undefined;
  /** The request sent last. */
  #latest: RequestInput | undefined;

  constructor(address: Address) {
    this.#address = address;
  }

  async request(input: RequestInput): Promise<Outcome> {
    const connection = (this.#connection ??= new Connection(this.#address));
    if (connection.received.length > 0) return this.#drop({ input, answers: [], fault: this.#unsolicited(connection) });
    const { mark, position } = this.#address;
    this.#latest = input;
    connection.socket.write(withPosition(withMark(input.bytes, mark), position));
    try {
      const answer = await connection.nextAnswer(input.method === 'HEAD' ? 'HEAD' : 'other');
      if (answer === undefined) return this.#drop({ input, answers: [], fault: `no answer, ${connection.state}` });
      const outcome = { input, answers: [answer], fault: undefined };
      return answer.headers.get('connection') === 'close' ? this.#drop(outcome) : outcome;
    } catch (error) {
      if (error instanceof MalformedAnswerError) return this.#drop({ input, answers: [], fault: error.message });
      throw error;
    }
  }

  close(): void {
    this.#connection?.socket.destroy();
    this.#connection = undefined;
  }

  #unsolicited({ received }: Connection): string {
    const request = this.#latest?.bytes.toString('latin1', 0, SHOWN_BYTES) ?? '';
    return `unsolicited bytes: ${received.toString('latin1', 0, SHOWN_BYTES)}\nafter the answer to: ${request}`;
  }

  #drop(outcome: Outcome): Outcome {
    this.close();
    return outcome;
  }
}

class Connection {
  readonly socket: Socket;
  received: Buffer = Buffer.alloc(0);
  state = 'open';
  #changed: () => void = () => undefined;

  constructor({ host, port }: Address) {
    const socket = connect({ host, port, noDelay: true });
    this.socket = socket;
    socket.on('data', (chunk) => {
      this.received = Buffer.concat([this.received, chunk]);
      this.#changed();
    });
    socket.once('error', (error) => (this.state = error.message));
    socket.once('close', () => {
      if (this.state === 'open') this.state = 'closed';
      this.#changed();
    });
  }

  /**
   * @returns undefined if the connection closes first, or on a timeout; the beginning, for a stream of events
   * @throws MalformedAnswerError
   */
  async nextAnswer(method: SentMethod): Promise<Answer | undefined> {
    for (const end = Date.now() + ANSWER_MILLIS; ;) {
      const read = readAnswer(this.received, method);
      if (read !== undefined) {
        this.received = this.received.subarray(read.length);
        return read.answer;
      }
      if (this.state !== 'open' || Date.now() >= end) return undefined;
      const events = readEvents(this.received, method);
      const isChanged = await this.#change(events === undefined ? end - Date.now() : EVENTS_MILLIS);
      if (events !== undefined && !isChanged) return events;
    }
  }

  /** Resolves when the connection is closed or has been idle for that long. */
  async settled(millis: number): Promise<void> {
    while (this.state === 'open') if (!(await this.#change(millis))) return;
  }

  /** Resolves to true on the next event, to false on a timeout. */
  #change(millis: number): Promise<boolean> {
    return new Promise((resolve) => {
      const timer = setTimeout(() => {
        resolve(false);
      }, millis);
      this.#changed = () => {
        clearTimeout(timer);
        resolve(true);
      };
    });
  }
}

/** Parses everything received on a connection; a truncated answer at the end is a fault. */
function readAll(received: Buffer): { readonly answers: readonly Answer[]; readonly fault: string | undefined } {
  const answers: Answer[] = [];
  let rest = received;
  try {
    while (rest.length > 0) {
      const read = readAnswer(rest, 'unknown');
      if (read === undefined) {
        const events = readEvents(rest, 'unknown');
        if (events !== undefined) return { answers: [...answers, events], fault: undefined };
        // A client that never sends the body gets nothing but `100 Continue`.
        const isOnlyContinue = rest.toString('latin1') === 'HTTP/1.1 100 Continue\r\n\r\n';
        return { answers, fault: isOnlyContinue ? undefined : `incomplete answer: ${rest.toString('latin1', 0, 300)}` };
      }
      answers.push(read.answer);
      rest = rest.subarray(read.length);
    }
    return { answers, fault: undefined };
  } catch (error) {
    if (error instanceof MalformedAnswerError) return { answers, fault: error.message };
    throw error;
  }
}
