// Sends shots over real connections, several at a time.
import { connect, type Socket } from 'node:net';
import { MalformedAnswerError, readAnswer, type Answer, type Asked } from './answer.ts';
import type { NoiseShot, RequestShot, Shot } from './shot.ts';

/** What came of a shot. */
export interface Outcome {
  readonly shot: Shot;
  readonly answers: readonly Answer[];
  /** What is wrong with how it was answered, whatever the answers say. */
  readonly fault: string | undefined;
}

const LANES = 16;
/** An answer that takes longer is one that does not come. */
const ANSWER_MILLIS = 60_000;
/** How long nothing comes on a connection before its noise is taken for answered. */
const QUIET_MILLIS = 250;
/** The same for noise that may stay without an answer. */
const OPEN_MILLIS = 50;

/** Connections to one service. Requests share them, as clients do; noise has connections of its own. */
export class Wire {
  readonly #address: Address;
  readonly #lanes: readonly Lane[];

  constructor(url: string) {
    const { hostname, port } = new URL(url);
    this.#address = { host: hostname, port: Number(port) };
    this.#lanes = Array.from({ length: LANES }, () => new Lane(this.#address));
  }

  /**
   * Sends all, and resolves to what came of each, in order.
   * @param quietMillis how long nothing comes on a connection before its noise is taken for answered
   */
  async fire(shots: readonly Shot[], quietMillis = QUIET_MILLIS): Promise<readonly Outcome[]> {
    const outcomes: Outcome[] = [];
    const requests = [...shots.entries()].filter(isRequest).values();
    const lanes = this.#lanes.map(async (lane) => {
      for (const [index, shot] of requests) outcomes[index] = await lane.request(shot);
    });
    const noise = [...shots.entries()].map(async ([index, shot]) => {
      if (shot.kind === 'noise') outcomes[index] = await makeNoise(shot, this.#address, quietMillis);
    });
    await Promise.all([...lanes, ...noise]);
    return outcomes;
  }

  close(): void {
    for (const lane of this.#lanes) lane.close();
  }
}

interface Address {
  readonly host: string;
  readonly port: number;
}

function isRequest(entry: readonly [number, Shot]): entry is [number, RequestShot] {
  return entry[1].kind === 'request';
}

async function makeNoise(shot: NoiseShot, address: Address, quietMillis: number): Promise<Outcome> {
  const connection = new Connection(address);
  for (const piece of shot.pieces) {
    connection.socket.write(piece);
    if (shot.pieces.length > 1) await new Promise(setImmediate);
  }
  await connection.settled(shot.ends ? quietMillis : OPEN_MILLIS);
  // Not earlier: a server may take it for a client that has gone away, and answers no more.
  if (shot.ends) connection.socket.end();
  if (shot.ends) await connection.settled(ANSWER_MILLIS);
  const { state } = connection;
  connection.socket.destroy();
  const { answers, fault } = readAll(connection.received);
  return { shot, answers, fault: shot.ends && state === 'open' ? 'still open' : fault };
}

/** Requests one after the other, on one connection as long as it lasts. */
class Lane {
  readonly #address: Address;
  #kept: Connection | undefined;

  constructor(address: Address) {
    this.#address = address;
  }

  async request(shot: RequestShot): Promise<Outcome> {
    const connection = (this.#kept ??= new Connection(this.#address));
    if (connection.received.length > 0) return this.#drop({ shot, answers: [], fault: 'bytes that nobody asked for' });
    connection.socket.write(shot.bytes);
    try {
      const answer = await connection.nextAnswer(shot.method === 'HEAD' ? 'HEAD' : 'other');
      if (answer === undefined) return this.#drop({ shot, answers: [], fault: `no answer, ${connection.state}` });
      const outcome = { shot, answers: [answer], fault: undefined };
      return answer.headers.get('connection') === 'close' ? this.#drop(outcome) : outcome;
    } catch (error) {
      if (error instanceof MalformedAnswerError) return this.#drop({ shot, answers: [], fault: error.message });
      throw error;
    }
  }

  close(): void {
    this.#kept?.socket.destroy();
    this.#kept = undefined;
  }

  #drop(outcome: Outcome): Outcome {
    this.close();
    return outcome;
  }
}

/** What a connection has received. */
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
   * @returns undefined when the connection closes before there is one, or there is none in time
   * @throws MalformedAnswerError
   */
  async nextAnswer(asked: Asked): Promise<Answer | undefined> {
    for (const end = Date.now() + ANSWER_MILLIS; ;) {
      const read = readAnswer(this.received, asked);
      if (read !== undefined) {
        this.received = this.received.subarray(read.length);
        return read.answer;
      }
      if (this.state !== 'open' || Date.now() >= end) return undefined;
      await this.#change(end - Date.now());
    }
  }

  /** Resolves when it is closed, or when nothing has come for a time. */
  async settled(millis: number): Promise<void> {
    while (this.state === 'open') if (!(await this.#change(millis))) return;
  }

  /** Whether anything has happened within a time. */
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

/** All answers of a connection; a last one that is cut is a fault. */
function readAll(received: Buffer): { readonly answers: readonly Answer[]; readonly fault: string | undefined } {
  const answers: Answer[] = [];
  let rest = received;
  try {
    while (rest.length > 0) {
      const read = readAnswer(rest, 'unknown');
      if (read === undefined) {
        // `100 Continue` is all that comes when the body does not.
        const isOnlyContinue = rest.toString('latin1') === 'HTTP/1.1 100 Continue\r\n\r\n';
        return { answers, fault: isOnlyContinue ? undefined : `half an answer: ${rest.toString('latin1', 0, 300)}` };
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
