import { expect } from 'chai';
import type { ApiResponse } from '../../support/api-client.ts';

/** Expects this status, and a whole document. */
export function expectDocument({ status, document, text }: ApiResponse, code: number, expected: object): void {
  expect(document).to.deep.equal({ ...expected, jsonapi: { version: '1.0' } });
  expect(status, text).to.equal(code);
}
