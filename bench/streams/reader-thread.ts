// A thread that reads streams of changes, so that reading and writing do not wait for each other. It looks only for the numbers that the writers put into names,
// because parsing every frame would take more CPU time than the service needs to send it.
import { connect, type Socket } from 'node:net';
import { parentPort, workerData } from 'node:worker_threads';
import type { FrameTimes, ReaderData, StreamRequest } from './readers.ts';
import { monotonicMillis, NAME_START } from './written-names.ts';

/** The text before the number in the JSON of a change. */
const MARK = `"display_name":"${NAME_START.toUpperCase()}`;
const OPENED = 'event: position';
/** The number of streams that connect at the same time. */
const AT_ONCE = 20;
/** The interval between the reads of a slow reader. */
const SLOW_MILLIS = 100;

const port = parentPort;
if (port === null) throw new Error('not a thread');
const { address, streams } = workerData as ReaderData;
const numbers: number[] = [];
const times: number[] = [];
let slowBytes = 0;

port.on('message', () => {
  const collected: FrameTimes = {
    numbers: Int32Array.from(numbers.splice(0)),
    times: Float64Array.from(times.splice(0)),
    slowBytes,
  };
  slowBytes = 0;
  port.postMessage(collected);
});
for (let first = 0; first < streams.length; first += AT_ONCE)
  await Promise.all(streams.slice(first, first + AT_ONCE).map(open));
port.postMessage('open');

/** Resolves once the stream has begun. */
function open(request: StreamRequest): Promise<void> {
  const socket = connect(address.port, address.host);
  const lines = Object.entries(request.headers).map(([name, value]) => `${name}: ${value}\r\n`);
  socket.write(
    `GET ${request.path} HTTP/1.1\r\nHost: ${address.host}\r\nAccept: text/event-stream\r\n${lines.join('')}\r\n`,
  );
  socket.on('close', () => {
    throw new Error(`a stream of ${request.path} has ended`);
  });
  return new Promise((resolve) => {
    if (request.bytesPerSecond === undefined) readAll(socket, resolve);
    else readSlowly(socket, request.bytesPerSecond, resolve);
  });
}

function readAll(socket: Socket, onOpen: () => void): void {
  let head: string | undefined = '';
  let rest = '';
  socket.setEncoding('latin1');
  socket.on('data', (piece: string) => {
    const now = monotonicMillis();
    const text = rest + piece;
    if (head !== undefined) {
      head += piece;
      if (isBegun(head)) {
        head = undefined;
        onOpen();
      }
    }
    for (let at = text.indexOf(MARK); at !== -1; at = text.indexOf(MARK, at + 1)) {
      const end = text.indexOf('\n', at);
      if (end === -1) break;
      numbers.push(Number.parseInt(text.slice(at + MARK.length), 10));
      times.push(now);
    }
    // A frame's data is one line.
    rest = text.slice(text.lastIndexOf('\n') + 1);
  });
}

function readSlowly(socket: Socket, bytesPerSecond: number, onOpen: () => void): void {
  const most = Math.round((bytesPerSecond * SLOW_MILLIS) / 1000);
  socket.once('readable', () => {
    const head: unknown = socket.read();
    isBegun(String(head));
    onOpen();
    setInterval(() => {
      const taken = (socket.read(Math.min(most, socket.readableLength)) as Buffer | null) ?? '';
      slowBytes += taken.length;
    }, SLOW_MILLIS);
  });
}

/** @throws Error if the response is not a stream */
function isBegun(text: string): boolean {
  if (!text.startsWith('HTTP/1.1 200')) throw new Error(text);
  return text.includes(OPENED);
}
