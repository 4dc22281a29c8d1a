import { readFileSync, statSync } from 'node:fs';
import { setTimeout as pause } from 'node:timers/promises';
import type { Request } from '../rows.ts';
import { explainedIn, type Explained } from './explained.ts';

/** The answer to a request, and the statements that it took. */
export interface Asking {
  readonly status: number;
  /** Until the last byte. */
  readonly millis: number;
  readonly bytes: number;
  readonly statements: readonly Explained[];
}

/** The server writes its log after it has answered. */
const LOG_MILLIS = 200;

/** @param log file of the database server, where nobody else is logged meanwhile */
export async function ask(url: string, log: string, { method, path, headers, body }: Request): Promise<Asking> {
  const { size } = statSync(log);
  const start = performance.now();
  const answer = await fetch(url + path, { method, ...(headers && { headers }), ...(body !== undefined && { body }) });
  const { byteLength: bytes } = await answer.arrayBuffer();
  const millis = performance.now() - start;
  await pause(LOG_MILLIS);
  const logged = readFileSync(log).subarray(size).toString();
  return { status: answer.status, millis, bytes, statements: explainedIn(logged) };
}
