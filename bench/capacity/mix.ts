// The mix of requests that the clients send, in one table.
import type { DataSize } from '../load-data.ts';
import { read, write, type Request } from '../rows.ts';

export interface Kind {
  readonly title: string;
  /** The number of these among a hundred requests. */
  readonly share: number;
  readonly isWrite: boolean;
  /** @param draw a number from 0 to 1, 1 excluded: another one with each call */
  request(draw: () => number, size: DataSize): Request;
}

/** 90 reads and 10 writes. */
export const MIX: readonly Kind[] = [
  {
    title: 'GET /persons/{id}',
    share: 35,
    isWrite: false,
    request: (draw, { persons }) => read(`/persons/${anyOf(persons, draw)}`),
  },
  {
    title: 'GET /persons/{id}?include=computers',
    share: 15,
    isWrite: false,
    request: (draw, { persons }) => read(`/persons/${anyOf(persons, draw)}?include=computers`),
  },
  {
    title: 'GET /persons?filter=…&sort=name&page[number]=2, of some 400 matches',
    share: 15,
    isWrite: false,
    request: (draw) => {
      const prefix = Math.floor(draw() * 256).toString(16);
      const filter = JSON.stringify([{ name: 'name', op: 'like', val: `Person ${prefix.padStart(2, '0')}%` }]);
      return read(`/persons?filter=${filter}&sort=name&page[number]=2`);
    },
  },
  {
    title: 'GET /persons/{id}/relationships/computers',
    share: 15,
    isWrite: false,
    request: (draw, { persons }) => read(`/persons/${anyOf(persons, draw)}/relationships/computers`),
  },
  {
    title: 'GET /computers/{id}?include=owner',
    share: 10,
    isWrite: false,
    request: (draw, { computers }) => read(`/computers/${anyOf(computers, draw)}?include=owner`),
  },
  {
    title: 'POST /persons',
    share: 3,
    isWrite: true,
    request: (draw) =>
      write('POST', '/persons', { type: 'person', attributes: { name: 'New', birth_date: day(draw) } }),
  },
  {
    title: 'PATCH /persons/{id}',
    share: 5,
    isWrite: true,
    request: (draw, { persons }) => {
      const id = anyOf(persons, draw);
      return write('PATCH', `/persons/${id}`, { type: 'person', id, attributes: { birth_date: day(draw) } });
    },
  },
  {
    title: 'POST /persons/{id}/relationships/computers',
    share: 2,
    isWrite: true,
    // Every tenth computer has no owner; only these are linked, so that the data can be restored.
    request: (draw, { persons, computers }) =>
      write('POST', `/persons/${anyOf(persons, draw)}/relationships/computers`, [
        { type: 'computer', id: String(10 * Number(anyOf(computers / 10, draw))) },
      ]),
  },
];

/** Writes among all requests, from 0 to 1. */
export function writeShare(mix: readonly Kind[] = MIX): number {
  const shares = (kinds: readonly Kind[]): number => kinds.reduce((sum, { share }) => sum + share, 0);
  return shares(mix.filter(({ isWrite }) => isWrite)) / shares(mix);
}

/**
 * One round of the mix in an order that spreads each kind evenly (smooth weighted round robin).
 * @returns as many kinds as the shares add up to
 */
export function inTurn(mix: readonly Kind[] = MIX): readonly Kind[] {
  const waiting = mix.map((kind) => ({ kind, credit: 0 }));
  const total = mix.reduce((sum, { share }) => sum + share, 0);
  return Array.from({ length: total }, () => {
    for (const each of waiting) each.credit += each.kind.share;
    const next = waiting.reduce((best, each) => (each.credit > best.credit ? each : best));
    next.credit -= total;
    return next.kind;
  });
}

/** Numbers that look random, the same for the same seed (a linear congruential generator, Numerical Recipes' constants). */
export function draws(seed: number): () => number {
  let state = seed >>> 0;
  return () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return state / 2 ** 32;
  };
}

function anyOf(count: number, draw: () => number): string {
  return String(1 + Math.floor(draw() * Math.floor(count)));
}

function day(draw: () => number): string {
  return new Date(Math.floor(draw() * 20_000) * 86_400_000).toISOString().slice(0, 10);
}
