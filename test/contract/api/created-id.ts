import { expect } from 'chai';
import type { ApiResponse } from '../../support/api-client.ts';

/** The id of the resource that a request has created. */
export function createdId({ status, text, document }: ApiResponse): string {
  expect(status, text).to.equal(201);
  return document.data.id as string;
}
