// The invariants of every answer to any input.
import { isUtf8 } from 'node:buffer';
import { gunzipSync } from 'node:zlib';
import { ATOMIC_TYPE } from '../support/media-types.ts';
import type { Answer } from './answer.ts';
import { bodyCheck, mayBeEmpty, type BodyCheck } from './body-checks.ts';
import { headerViolation } from './header-checks.ts';
import { bytesOf, type Input } from './input.ts';
import type { Outcome } from './raw-client.ts';

/** The content of the `password` column, which must never appear in an answer. */
export const SECRET = 'never-shown-5b1c';

/** Describes the first invariant that an outcome violates; undefined if it violates none. */
export function violationIn({ input, answers, fault }: Outcome): string | undefined {
  if (fault !== undefined) return fault;
  if (answers.length === 0) return mayStayUnanswered(input) ? undefined : 'no answer';
  for (const answer of answers) {
    const violation = answerViolation(answer, input);
    if (violation !== undefined) return `${violation}\n${answer.status} ${answer.body.toString('utf8').slice(0, 2000)}`;
  }
  return undefined;
}

/** True if every answer is a refusal, so that nothing may have changed. */
export function isRefused({ answers }: Outcome): boolean {
  return answers.length > 0 && answers.every(({ status }) => status >= 400);
}

/** A server may wait for more after an incomplete request, and ignores blank lines. */
function mayStayUnanswered(input: Input): boolean {
  return input.kind === 'noise' && (!input.halfCloses || /^[\r\n]*$/.test(bytesOf(input).toString('latin1')));
}

function answerViolation(answer: Answer, input: Input): string | undefined {
  const { status, headers, body } = answer;
  // The HTTP parser answers an unknown method with 501.
  if (status >= 500 && status !== 501) return 'a server error';
  const id = headers.get('x-request-id') ?? '';
  if (!/^[A-Za-z0-9._-]{1,128}$/.test(id)) return `X-Request-Id is ${JSON.stringify(id)}`;
  // The HTTP parser answers without having read the headers, and closes the connection.
  const mayBeGenerated = headers.get('connection') === 'close';
  if (input.kind === 'request' && input.requestId !== undefined && id !== input.requestId && !mayBeGenerated)
    return `X-Request-Id is ${id}, not ${input.requestId}`;
  if (headers.get('x-content-type-options') !== 'nosniff') return 'no X-Content-Type-Options';
  if (!/^Accept(?:, Content-Type)?(?:, Accept-Encoding)?$/.test(headers.get('vary') ?? '')) return 'no Vary';
  const wrongResults = resultsViolation(answer, input);
  if (wrongResults !== undefined) return wrongResults;
  const wrongHeader = headerViolation(answer, input);
  if (wrongHeader !== undefined) return wrongHeader;
  if (status === 204 || status === 304) return undefined;
  if (status === 308) return redirectViolation(headers.get('location') ?? '');
  const type = headers.get('content-type') ?? 'missing';
  const check = bodyCheck(type, status);
  if (check === undefined) return `Content-Type is ${type}`;
  if (body.length === 0) return mayBeEmpty(check) ? undefined : emptyBodyViolation(input);
  return bodyViolation(headers.get('content-encoding') === 'gzip' ? gunzipSync(body) : body, check, status);
}

/** A list of operations has one result for each. */
function resultsViolation({ status, headers, body }: Answer, input: Input): string | undefined {
  if (input.kind === 'noise' || status !== 200 || headers.get('content-type') !== ATOMIC_TYPE) return undefined;
  const sent = lengthOf(input.document, 'atomic:operations');
  const given = lengthOf(body, 'atomic:results');
  return sent === given ? undefined : `${given} results of ${sent} operations`;
}

function lengthOf(bytes: Buffer, member: string): number {
  // The decoder drops a byte order mark, as the service does.
  const text = new TextDecoder().decode(bytes);
  const document: Readonly<Record<string, readonly unknown[]>> = JSON.parse(text);
  return document[member]?.length ?? 0;
}

/** From a page without its slash to the page. */
function redirectViolation(location: string): string | undefined {
  return /^(?:docs|explorer)\/(?:\?|$)/.test(location) ? undefined : `a redirect to ${location}`;
}

function emptyBodyViolation(input: Input): string | undefined {
  return bytesOf(input).includes('HEAD') ? undefined : 'no body';
}

function bodyViolation(body: Buffer, check: BodyCheck, status: number): string | undefined {
  if (!isUtf8(body)) return 'the body is not UTF-8';
  if (body.includes(SECRET)) return 'the body contains the secret';
  try {
    check(body.toString('utf8'), status);
    return undefined;
  } catch (error) {
    return error instanceof Error ? error.message : String(error);
  }
}
