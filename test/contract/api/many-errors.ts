import { expect } from 'chai';
import type { ApiResponse } from '../../support/api-client.ts';
import type { ApiUnderTest } from './api-under-test.ts';
import { expectErrors } from './expect-errors.ts';
import { MISSING } from './fixtures.ts';
import { addPerson, ownedByPersons } from './persons.ts';
import type { OwnedResource } from './owned-resource.ts';

/** Section 7 of the contract: the first 100 errors of a step, and how many there are behind them. */
export function describeManyErrors({ client }: ApiUnderTest): void {
  describe('An answer with many errors', () => {
    const create = (attributes: object): Promise<ApiResponse> =>
      client.post('/persons', { data: { type: 'person', attributes } });

    it('shows 100 and counts the others', async () => {
      for (const [number, omitted] of [
        [99, undefined],
        [100, undefined],
        [101, 1],
        [250, 150],
      ] as const) {
        const response = await create({ name: 'Ada', ...unknown(number) });
        expectFirst(response, omitted, 'invalid-attribute #/data/attributes/x', Math.min(number, 100));
      }
    });

    it('shows the first ones in order, of whatever kind they are', async () => {
      const known = await create({ name: '', birth_date: '1815', ...unknown(99) });
      expect(known.document.errors.at(-1).source).to.deep.equal({ pointer: '/data/attributes/name' });
      expect(known.document.meta).to.deep.equal({ omitted: 1 });
      const id = await addPerson(client);
      const attributes = { ...unknown(120), display_name: 'not the present one' };
      const changed = await client.patch(`/persons/${id}`, { data: { type: 'person', id, attributes } });
      expect(changed.document.errors[0].source).to.deep.equal({ pointer: '/data/attributes/display_name' });
      expect(changed.document.meta).to.deep.equal({ omitted: 21 });
    });

    it('is short, however many there are', async () => {
      const ofAttributes = await create({ name: 'Ada', ...unknown(80_000) });
      const data = { type: 'person', attributes: { name: 'Ada' }, relationships: unknown(80_000) };
      const ofRelationships = await client.post('/persons', { data });
      for (const { text } of [ofAttributes, ofRelationships]) expect(text.length).to.be.below(50_000);
      expectFirst(ofAttributes, 79_900, 'invalid-attribute #/data/attributes/x');
      expectFirst(ofRelationships, 79_900, 'invalid-attribute #/data/relationships/x');
    });

    it('counts what a query string repeats once', async () => {
      const names = Array.from({ length: 130 }, (_, index) => `x${index}=1`);
      const response = await client.get(`/persons?${[...names, ...names.slice(90)].join('&')}`);
      expectFirst(response, 30, 'invalid-parameter ?x');
    });

    for (const items of ownedByPersons) {
      const listed = (number: number, identify: (id: string) => unknown = (id) => items.id(id)): readonly unknown[] =>
        Array.from({ length: number }, (_, index) => identify(`${MISSING}${index}`));

      it(`is the same where ${items.plural} to link are malformed, of another type or missing`, async () => {
        const path = items.linkagePath(await addPerson(client));
        const post = (data: unknown): Promise<ApiResponse> => client.post(path, { data });
        expectLinks(await post(listed(130, () => 7)), 'invalid-document', '');
        expectLinks(await post(listed(130, (id) => ({ type: 'person', id }))), 'type-conflict', '/type');
        expectLinks(await post(listed(130)), 'object-not-found', '');
      });

      it(`is the same in a list of operations on persons and ${items.plural}`, async () => {
        const invalid = { op: 'add', data: { type: 'person', attributes: { name: 'Ada', ...unknown(60) } } };
        const each = await client.operate([invalid, invalid, invalid]);
        expectShared(each, 80, (index) => `/data/attributes/x${index}`, 60);
        const longer = { op: 'add', data: { type: 'person', attributes: { name: 'Ada', ...unknown(150) } } };
        expectShared(await client.operate([longer, invalid]), 110, (index) => `/data/attributes/x${index}`, 150);
        const missing = { op: 'add', ref: linkageRef(await addPerson(client), items), data: listed(130) };
        expectShared(await client.operate([missing]), 30, (index) => `/data/${index}`, 130);
      });
    }
  });
}

/** Attributes or relationships with the names x0, x1, … */
function unknown(number: number): object {
  return Object.fromEntries(Array.from({ length: number }, (_, index) => [`x${index}`, 0]));
}

function linkageRef(id: string, { relationship }: OwnedResource): object {
  return { type: 'person', id, relationship };
}

/** Expects errors whose codes and sources are these, with an ascending number behind. */
function expectFirst(response: ApiResponse, omitted: number | undefined, error: string, shown = 100): void {
  expectErrors(response, ...Array.from({ length: shown }, (_, index) => `${error}${index}`));
  expect(response.document.meta).to.deep.equal(omitted === undefined ? undefined : { omitted });
}

function expectLinks(response: ApiResponse, code: string, rest: string): void {
  expectErrors(response, ...Array.from({ length: 100 }, (_, index) => `${code} #/data/${index}${rest}`));
  expect(response.document.meta).to.deep.equal({ omitted: 30 });
}

/** Expects the pointers of the first operations, so many of each. */
function expectShared(
  { document, text }: ApiResponse,
  omitted: number,
  pointer: (index: number) => string,
  ofEach: number,
): void {
  const expected = Array.from({ length: 100 }, (_, index) => {
    return `/atomic:operations/${Math.floor(index / ofEach)}${pointer(index % ofEach)}`;
  });
  const errors = document.errors as readonly { readonly source: { readonly pointer: string } }[];
  expect(
    errors.map(({ source }) => source.pointer),
    text,
  ).to.deep.equal(expected);
  expect(document.meta).to.deep.equal({ omitted });
}
