import { randomUUID } from 'node:crypto';
import type { IncomingMessage } from 'node:http';

/**
 * The id of a request: its own when it brings a decent one, else a new one, which is noted in its headers, so that it has the same id
 * whoever asks.
 */
export function requestIdOf({ headers }: IncomingMessage): string {
  const sent = headers['x-request-id'];
  if (typeof sent === 'string' && REQUEST_ID.test(sent)) return sent;
  const id = randomUUID();
  headers['x-request-id'] = id;
  return id;
}

const REQUEST_ID = /^[A-Za-z0-9._-]{1,128}$/;
