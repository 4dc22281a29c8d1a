import { expect } from 'chai';
import type { ApiResponse } from '../../support/api-client.ts';

/** The id of the created resource; expects a 201. */
export function createdId({ status, text, document }: ApiResponse): string {
  expect(status, text).to.equal(201);
  return document.data.id as string;
}
