import { expect } from 'chai';
import type { ApiResponse } from '../../support/api-client.ts';
import { isModern } from '../../support/modern-documents.ts';
import { nearestPlace } from '../../support/sent-values.ts';

/** The status of each code that a client can provoke. */
const STATUS: Readonly<Record<string, number>> = {
  'malformed-request': 400,
  'malformed-json': 400,
  'invalid-document': 400,
  'invalid-parameter': 400,
  'too-many-included': 400,
  'invalid-header': 400,
  'idempotency-key-required': 400,
  forbidden: 403,
  'client-id-forbidden': 403,
  'not-found': 404,
  'object-not-found': 404,
  'method-not-allowed': 405,
  'not-acceptable': 406,
  'type-conflict': 409,
  'id-conflict': 409,
  'owner-conflict': 409,
  'not-unique': 409,
  'too-many': 409,
  'relationship-required': 409,
  'still-referenced': 409,
  'precondition-failed': 412,
  'idempotency-key-in-use': 409,
  'body-too-large': 413,
  'uri-too-long': 414,
  'unsupported-media-type': 415,
  'invalid-attribute': 422,
  'invalid-relationship': 422,
  'precondition-required': 428,
  'idempotency-key-reused': 422,
  'headers-too-large': 431,
  'method-not-implemented': 501,
};

/**
 * Expects exactly these errors, in any order, and their status. An error is written as its code and its source:
 * `type-conflict #/data/type` (a pointer; `#` alone is the whole body), `invalid-parameter ?include` (a parameter), `not-found` (neither).
 * `invalid-document *` accepts any source, where the contract leaves it open. Sources are written as in JSON:API 1.0, and translated for
 * responses in 1.1.
 */
export function expectErrors(response: ApiResponse, ...expected: readonly string[]): void {
  const [code = ''] = expected[0]?.split(' ') ?? [];
  const found = written(
    response,
    expected.some((error) => error.endsWith(' *')),
  );
  const moved = isModern(response.document) ? expected.map(movedIn(response)) : expected;
  expect(found, response.text).to.have.members(moved);
  expect(response.status, response.text).to.equal(STATUS[code]);
  for (const error of errorsOf(response)) expect(error.title).to.equal(titleOf(error));
}

/** The title first seen with the code: it never changes. */
function titleOf({ code, title }: ErrorObject): string {
  const known = titles.get(code) ?? title;
  titles.set(code, known);
  return known;
}
const titles = new Map<string, string>();

export function detailsOf(response: ApiResponse): readonly string[] {
  return errorsOf(response).map(({ detail }) => detail);
}

/** Translates an expected error to JSON:API 1.1, where it points to the nearest value that the request document has. */
function movedIn({ sent }: ApiResponse): (error: string) => string {
  return (error) => {
    const [code = '', at = ''] = error.split(' #', 2);
    if (!error.includes(' #')) return error;
    if (sent === undefined) return code;
    const { pointer, missing, isAttribute } = nearestPlace(sent, at);
    return missing === undefined
      ? error
      : `${code} #${pointer} ${isAttribute === true ? 'attribute' : 'member'} ${missing}`;
  };
}

interface ErrorObject {
  readonly code: string;
  readonly title: string;
  readonly detail: string;
  readonly source?: { readonly pointer?: string; readonly parameter?: string; readonly header?: string };
  readonly meta?: Readonly<Record<string, unknown>>;
}

function errorsOf({ document }: ApiResponse): readonly ErrorObject[] {
  return (document as { readonly errors?: readonly ErrorObject[] } | undefined)?.errors ?? [];
}

function written(response: ApiResponse, anySource: boolean): readonly string[] {
  return errorsOf(response).map(({ code, source, meta = {} }) => {
    if (anySource) return `${code} *`;
    const missing = ['attribute', 'member'].flatMap((name) =>
      meta[name] === undefined ? [] : ` ${name} ${meta[name] as string}`,
    );
    if (source?.pointer !== undefined) return `${code} #${source.pointer}${missing.join('')}`;
    const parameter = source?.parameter ?? (isModern(response.document) ? meta['parameter'] : undefined);
    if (parameter !== undefined) return `${code} ?${parameter as string}`;
    if (source?.header !== undefined) expect(meta['header'], response.text).to.equal(source.header);
    return code;
  });
}
