// Writes at a fixed rate. The change of each write shows its number.
import { setTimeout as pause } from 'node:timers/promises';
import { Client } from '../capacity/client.ts';
import { write } from '../rows.ts';
import { monotonicMillis, NAME_START } from './written-names.ts';

const CLIENTS = 16;
/** Far more persons than concurrent writes, so that no write waits for the lock of another. */
const PERSONS = 1000;

export interface Writes {
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly perSecond: number;
  readonly seconds: number;
  /** The number of the first write. */
  readonly first: number;
}

/**
 * Updates persons in turn, each at its scheduled time, even if other writes are late.
 * @returns the time at which each write was acknowledged, by number, as `monotonicMillis`
 */
export async function writeSteadily(writes: Writes): Promise<ReadonlyMap<number, number>> {
  const acknowledged = new Map<number, number>();
  const start = performance.now();
  await Promise.all(Array.from({ length: CLIENTS }, (_, client) => runClient(client, start, writes, acknowledged)));
  return acknowledged;
}

async function runClient(
  client: number,
  start: number,
  { url, headers, perSecond, seconds, first }: Writes,
  acknowledged: Map<number, number>,
): Promise<void> {
  const connection = new Client(url);
  try {
    for (let turn = client; turn < perSecond * seconds; turn += CLIENTS) {
      await pause(Math.max(0, start + (1000 * turn) / perSecond - performance.now()));
      const number = first + turn;
      // All of these have a birth date.
      const id = String(10 * (1 + (number % PERSONS)));
      const request = write('PATCH', `/persons/${id}`, {
        type: 'person',
        id,
        attributes: { name: `${NAME_START}${number}` },
      });
      await connection.send({ ...request, headers: { ...request.headers, ...headers } });
      acknowledged.set(number, monotonicMillis());
    }
  } finally {
    connection.close();
  }
}
