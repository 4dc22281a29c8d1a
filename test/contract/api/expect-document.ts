import { expect } from 'chai';
import { withStamps } from '../../support/resource-objects.ts';
import type { ApiResponse } from '../../support/api-client.ts';

/** Expects this status, and a whole document. */
export function expectDocument({ status, document, text }: ApiResponse, code: number, expected: object): void {
  expect(document).to.deep.equal(withStamps({ ...expected, jsonapi: { version: '1.0' } }, document));
  expect(status, text).to.equal(code);
}
