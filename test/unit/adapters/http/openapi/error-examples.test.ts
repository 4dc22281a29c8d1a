import { expect } from 'chai';
import { errorObjectExample } from '#adapters/http/openapi/error-examples';
import type { ErrorCode } from '#adapters/http/api/errors';
import { product } from '#product';

const limits = { maxBodyBytes: 1, maxUrlBytes: 1, maxHeaderBytes: 1, maxIncluded: 1 };

const examples: readonly (readonly [ErrorCode, detail: string])[] = [
  [
    'invalid-parameter',
    'unknown field "nme" of person; did you mean "name"? Sortable fields of person: id, name, email, birth_date',
  ],
  [
    'too-many-included',
    'More than 1 resources would be included; limit them with page[PATH][size] (or page[size] on a relationship route), or read them in pages with GET /persons/1/computers',
  ],
  ['owner-conflict', 'A computer created here belongs to person 1; leave "owner" out or name that person'],
  ['invalid-attribute', '"birth_date" must be a date of the form YYYY-MM-DD'],
];

describe('The example of an error', () => {
  for (const [code, detail] of examples)
    it(`is about the served model: ${code}`, () => {
      expect(errorObjectExample(code, { ...product, limits }).detail).to.equal(detail);
    });
});
