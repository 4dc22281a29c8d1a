import { deepStrictEqual, strictEqual } from 'node:assert/strict';
import type { Request } from './rows.ts';

/** What both sides have to agree on. */
interface Answer {
  readonly status: number;
  readonly contentType: string | null;
  readonly location: string | null;
  readonly body: string;
}

/** How many requests of a connection are sent to compare. */
const COMPARED = 20;
const TIMEOUT_MILLIS = 60_000;

/** The sides, the requests, and how the data is put back. */
export interface Comparison {
  readonly service: string;
  /** Addresses of what has to answer like the service, by their names. */
  readonly others: Readonly<Record<string, string>>;
  readonly requests: readonly Request[];
  /** Whether identifiers of new resources differ by nature. */
  readonly creates: boolean;
  /** What the requests have changed in the database, which has to be the same too; puts it back. */
  readonly takeChanges: () => Promise<string>;
}

/**
 * Sends the same requests to all sides.
 * @throws Error unless status, type, length and bytes of the answers are the same, and the data afterwards
 */
export async function compareAnswers(comparison: Comparison): Promise<void> {
  const { service, others, creates, takeChanges } = comparison;
  const requests = comparison.requests.slice(0, COMPARED);
  const expected = await answersOf(service, requests, creates);
  const expectedChanges = await takeChanges();
  for (const [name, url] of Object.entries(others))
    try {
      deepStrictEqual(await answersOf(url, requests, creates), expected);
      strictEqual(await takeChanges(), expectedChanges);
    } catch (cause) {
      throw new Error(`${name} does not do the same as the service`, { cause });
    }
}

async function answersOf(url: string, requests: readonly Request[], creates: boolean): Promise<readonly Answer[]> {
  const answers: Answer[] = [];
  for (const request of requests) {
    const answer = await ask(url, request);
    answers.push(creates ? withoutId(answer) : answer);
  }
  return answers;
}

/** @throws AssertionError when the answer is no success, or its length is another than the header says */
async function ask(url: string, { path, ...request }: Request): Promise<Answer> {
  const response = await fetch(url + path, {
    ...request,
    headers: { ...request.headers, connection: 'close' },
    signal: AbortSignal.timeout(TIMEOUT_MILLIS),
  });
  const body = await response.text();
  strictEqual(response.ok, true, `${request.method} ${path} is answered with ${response.status}: ${body}`);
  strictEqual(response.headers.get('content-length'), String(Buffer.byteLength(body)), `length of ${path}`);
  const { headers, status } = response;
  return { status, contentType: headers.get('content-type'), location: headers.get('location'), body };
}

/** The identifier wherever it stands: in the answer's links, and as the resource's own. */
function withoutId(answer: Answer): Answer {
  const id = answer.location?.split('/').at(-1) ?? '';
  const blank = (text: string): string =>
    text.replaceAll(`"id":"${id}"`, '"id":"ID"').replaceAll(`/persons/${id}`, '/persons/ID');
  return { ...answer, location: blank(answer.location ?? ''), body: blank(answer.body) };
}
