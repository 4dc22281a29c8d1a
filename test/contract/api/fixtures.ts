// What tests of any type share.
import { expect } from 'chai';
import type { ApiClient } from '../../support/api-client.ts';

export type { Identifier } from '../../support/resource-objects.ts';

/** A valid identifier that is never assigned. */
export const MISSING = '9223372036854775807';

export function unique(word: string): string {
  count += 1;
  return `${word} ${process.pid} ${count}`;
}
let count = 0;

/** The `data` of a successful GET. */
export async function dataAt(client: ApiClient, path: string): Promise<unknown> {
  const response = await client.get(path);
  expect(response.status, response.text).to.equal(200);
  return response.document.data as unknown;
}
