// What every answer must be, whatever was sent.
import { isUtf8 } from 'node:buffer';
import { MEDIA_TYPE } from '../support/api-client.ts';
import { checkDocument } from '../support/check-document.ts';
import type { Answer } from './answer.ts';
import { bytesOf, type Shot } from './shot.ts';
import type { Outcome } from './wire.ts';

/** What a `password` column holds: it must never be seen. */
export const SECRET = 'never-shown-5b1c';

/** What is wrong with an outcome; undefined when nothing is. */
export function complaintAbout({ shot, answers, fault }: Outcome): string | undefined {
  if (fault !== undefined) return fault;
  if (answers.length === 0) return maySayNothing(shot) ? undefined : 'no answer';
  for (const answer of answers) {
    const complaint = complaintAboutAnswer(answer, shot);
    if (complaint !== undefined) return `${complaint}\n${answer.status} ${answer.body.toString('utf8').slice(0, 2000)}`;
  }
  return undefined;
}

/** Whether an outcome is that nothing was to be changed: every answer refuses. */
export function isRefused({ answers }: Outcome): boolean {
  return answers.length > 0 && answers.every(({ status }) => status >= 400);
}

/** Only line ends, or what nobody has said to be all. */
function maySayNothing(shot: Shot): boolean {
  return shot.kind === 'noise' && (!shot.ends || /^[\r\n]*$/.test(bytesOf(shot).toString('latin1')));
}

function complaintAboutAnswer({ status, headers, body }: Answer, shot: Shot): string | undefined {
  // A method that HTTP parsing does not know is 501.
  if (status >= 500 && status !== 501) return 'a server error';
  const id = headers.get('x-request-id') ?? '';
  if (!/^[A-Za-z0-9._-]{1,128}$/.test(id)) return `X-Request-Id is ${JSON.stringify(id)}`;
  // An answer that HTTP parsing gives knows no headers: it closes the connection.
  const mayBeNew = headers.get('connection') === 'close';
  if (shot.kind === 'request' && shot.requestId !== undefined && id !== shot.requestId && !mayBeNew)
    return `X-Request-Id is ${id}, not ${shot.requestId}`;
  if (headers.get('x-content-type-options') !== 'nosniff') return 'no X-Content-Type-Options';
  if (headers.get('vary') !== 'Accept') return 'no Vary';
  if (status === 204) return undefined;
  if (headers.get('content-type') !== MEDIA_TYPE) return `Content-Type is ${headers.get('content-type') ?? 'missing'}`;
  return body.length === 0 ? complaintAboutSilence(shot) : complaintAboutBody(body, status);
}

function complaintAboutSilence(shot: Shot): string | undefined {
  return bytesOf(shot).includes('HEAD') ? undefined : 'no body';
}

function complaintAboutBody(body: Buffer, status: number): string | undefined {
  if (!isUtf8(body)) return 'a body that is not UTF-8';
  if (body.includes(SECRET)) return 'a secret in the body';
  try {
    checkDocument(JSON.parse(body.toString('utf8')), status);
    return undefined;
  } catch (error) {
    return error instanceof Error ? error.message : String(error);
  }
}
