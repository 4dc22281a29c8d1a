// A fixed number of requests per second, well below what the machine can do. At full load the work of a request depends on how many others
// happen to be taken along with it (packets, group commits, polls of a replica), and so on everything else that the machine does; at a fixed
// rate all constellations do the same work in the same time.
import { setTimeout as pause } from 'node:timers/promises';
import type { DataSize } from '../load-data.ts';
import { Client } from './client.ts';
import { draws, inTurn } from './mix.ts';

/** Has no factor in common with the mix of a hundred: each client sends all of it in time. */
export const CLIENTS = 33;

export interface Load {
  readonly url: string;
  readonly size: DataSize;
  /** Of all clients together. */
  readonly requests: number;
  /** Infinity: as fast as answers come. */
  readonly requestsPerSecond: number;
  /** Loads with the same one send the same requests, of which most updates then change nothing. */
  readonly seed: number;
}

/** The totals of the answers. */
export interface Answered {
  readonly requests: number;
  readonly writes: number;
  /** Of bodies. */
  readonly bytes: number;
  readonly seconds: number;
}

/** @throws Error when an answer is an error */
export async function load(options: Load): Promise<Answered> {
  const start = performance.now();
  const answered = await Promise.all(Array.from({ length: CLIENTS }, (_, number) => runClient(number, start, options)));
  const sum = (value: (each: (typeof answered)[number]) => number): number =>
    answered.reduce((total, each) => total + value(each), 0);
  return {
    requests: sum(({ requests }) => requests),
    writes: sum(({ writes }) => writes),
    bytes: sum(({ bytes }) => bytes),
    seconds: (performance.now() - start) / 1000,
  };
}

/** Clients take turns, so that together they send the mix evenly. */
async function runClient(
  number: number,
  start: number,
  { url, size, requests, requestsPerSecond, seed }: Load,
): Promise<Omit<Answered, 'seconds'>> {
  const client = new Client(url);
  const kinds = inTurn();
  const draw = draws(seed * CLIENTS + number);
  const interval = 1000 / requestsPerSecond;
  const answered = { requests: 0, writes: 0, bytes: 0 };
  try {
    for (let turn = number; turn < requests; turn += CLIENTS) {
      const kind = kinds[turn % kinds.length];
      if (kind === undefined) throw new Error('the mix is empty');
      // A late client sends at once, so that the rate holds.
      await pause(Math.max(0, start + interval * turn - performance.now()));
      answered.bytes += await client.send(kind.request(draw, size));
      answered.requests += 1;
      if (kind.isWrite) answered.writes += 1;
    }
    return answered;
  } finally {
    client.close();
  }
}
