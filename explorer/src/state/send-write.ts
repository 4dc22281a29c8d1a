// Sends writes that can be repeated without being done twice (Idempotency-Key), and that fail if somebody else was faster (If-Match).
import { keyHeader, MEDIA_TYPE, newKey } from '@jsonapi-person-computer/client';
import type { Json } from '../model/json.ts';
import type { Version } from '../model/version.ts';
import { asOwn } from './own-writes.ts';
import { send, type Answer, type Failure } from './send.ts';

export interface Write {
  readonly method: 'POST' | 'PATCH' | 'DELETE';
  readonly path: string;
  readonly data: Json | undefined;
  /** The version that the write is meant to change, if known. */
  readonly from: Version | undefined;
}

/** The keys of writes whose outcome is unknown, by their content. */
const keys = new Map<string, string>();

/** Sends a write. If its outcome is unknown, sending the same write again reuses its key. */
export function sendWrite(write: Write): Promise<Answer> {
  const { method, path, data, from } = write;
  return withKeyOf([method, path, data ?? null, from?.tag ?? null], (key) => sendWithKey(write, key));
}

/** Sends atomic operations, of which the service carries out all or none. Sending it again works like `sendWrite`. */
export function sendOperations(operations: readonly Json[]): Promise<Answer> {
  const mediaType = `${MEDIA_TYPE};ext="https://jsonapi.org/ext/atomic"`;
  return withKeyOf(operations, (key) => {
    const headers = { 'Idempotency-Key': keyHeader(key) };
    const sendAll = (): Promise<Answer> =>
      send('POST', '/operations', { 'atomic:operations': operations }, { mediaType, headers });
    return asOwn('/operations', operations, sendAll);
  });
}

async function withKeyOf(write: Json, attempt: (key: string) => Promise<Answer>): Promise<Answer> {
  const sent = JSON.stringify(write);
  const key = keys.get(sent) ?? newKey();
  keys.set(sent, key);
  const answer = await attempt(key);
  if (isDefinite(answer)) keys.delete(sent);
  return answer;
}

export function sendWithKey({ method, path, data, from }: Write, key: string): Promise<Answer> {
  const condition: Readonly<Record<string, string>> = from?.tag === undefined ? {} : { 'If-Match': from.tag };
  const document = data === undefined ? undefined : { data };
  const headers = { ...condition, 'Idempotency-Key': keyHeader(key) };
  return asOwn(path, data, () => send(method, path, document, { headers }));
}

/** True if the write is known to have been done, or known to be neither done nor running. */
export function isDefinite(answer: Answer): boolean {
  return answer.kind === 'refused' ? answer.isFinal : answer.kind === 'done';
}

export function isRefusedWith(failure: Failure | undefined, code: string): boolean {
  return failure?.kind === 'refused' && failure.errors.some((error) => error.code === code);
}
