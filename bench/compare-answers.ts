import { deepStrictEqual, strictEqual } from 'node:assert/strict';
import type { Request } from './rows.ts';

/** The parts of an answer that must be the same on all sides. */
interface Answer {
  readonly status: number;
  readonly contentType: string | null;
  readonly location: string | null;
  readonly body: string;
}

const MAX_REQUESTS = 20;
const TIMEOUT_MILLIS = 60_000;

export interface Comparison {
  readonly service: string;
  /** By name, the URLs of those that must answer like the service. */
  readonly others: Readonly<Record<string, string>>;
  readonly requests: readonly Request[];
  /** True if the requests create resources, whose identifiers differ. */
  readonly creates: boolean;
  /** Describes what the requests have changed in the database, and restores it. */
  readonly takeChanges: () => Promise<string>;
}

/**
 * Sends the same requests to all sides.
 * @throws Error unless all answers have the same status, media type and body, and the same data is stored afterwards
 */
export async function compareAnswers(comparison: Comparison): Promise<void> {
  const { service, others, creates, takeChanges } = comparison;
  const requests = comparison.requests.slice(0, MAX_REQUESTS);
  const expected = await answersOf(service, requests, creates);
  const expectedChanges = await takeChanges();
  for (const [name, url] of Object.entries(others))
    try {
      deepStrictEqual(await answersOf(url, requests, creates), expected);
      strictEqual(await takeChanges(), expectedChanges);
    } catch (cause) {
      throw new Error(`${name} differs from the service`, { cause });
    }
}

async function answersOf(url: string, requests: readonly Request[], creates: boolean): Promise<readonly Answer[]> {
  const answers: Answer[] = [];
  for (const request of requests) {
    const answer = await fetchAnswer(url, request);
    answers.push(creates ? withoutId(answer) : answer);
  }
  return answers;
}

/** @throws AssertionError when the answer is an error, or its `Content-Length` is wrong */
async function fetchAnswer(url: string, { path, ...request }: Request): Promise<Answer> {
  const response = await fetch(url + path, {
    ...request,
    headers: { ...request.headers, connection: 'close' },
    signal: AbortSignal.timeout(TIMEOUT_MILLIS),
  });
  const body = await response.text();
  strictEqual(response.ok, true, `${request.method} ${path}: ${response.status} ${body}`);
  strictEqual(response.headers.get('content-length'), String(Buffer.byteLength(body)), `length of ${path}`);
  const { headers, status } = response;
  return { status, contentType: headers.get('content-type'), location: headers.get('location'), body };
}

/** Blanks the identifier of the new resource, also in links. */
function withoutId(answer: Answer): Answer {
  const id = answer.location?.split('/').at(-1) ?? '';
  const blank = (text: string): string =>
    text.replaceAll(`"id":"${id}"`, '"id":"ID"').replaceAll(`/persons/${id}`, '/persons/ID');
  return { ...answer, location: blank(answer.location ?? ''), body: blank(answer.body) };
}
