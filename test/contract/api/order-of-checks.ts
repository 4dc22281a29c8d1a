import { randomBytes } from 'node:crypto';
import { expect } from 'chai';
import { MEDIA_TYPE, type ApiClient, type ApiResponse } from '../../support/api-client.ts';
import type { ApiUnderTest } from './api-under-test.ts';
import { nestedPost, personPatch, type Draft } from './check-steps.ts';
import { expectErrors } from './expect-errors.ts';
import { MISSING } from './fixtures.ts';
import { addPerson, personId, ownedByPersons } from './persons.ts';
import type { OwnedResource } from './owned-resource.ts';

/** Section 7 of the contract: when two checks fail, the earlier one answers. */
export function describeOrderOfChecks(api: ApiUnderTest): void {
  for (const items of ownedByPersons) describeOwned(api, items);
  describeGet(api);
}

function describeOwned({ client }: ApiUnderTest, items: OwnedResource): void {
  const chains = [
    {
      route: `POST ${items.relatedPath('{id}')}`,
      steps: nestedPost(items),
      draft: (id: string): Draft => ({
        method: 'POST',
        path: items.relatedPath(id),
        query: '',
        headers: {},
        data: items.draft(),
      }),
    },
    {
      route: `PATCH /persons/{id} with ${items.plural}`,
      steps: personPatch(items),
      draft: (id: string): Draft => ({
        method: 'PATCH',
        path: `/persons/${id}`,
        query: '',
        headers: {},
        data: { type: 'person', id, attributes: { name: 'Bob' } },
      }),
    },
  ];

  for (const { route, steps, draft } of chains)
    describe(`Checks of ${route}`, () => {
      for (const [index, first] of steps.entries())
        it(`report ${first.name} before any later failure`, async () => {
          const [id, person] = [await addPerson(client), await addPerson(client)];
          for (const later of [undefined, ...steps.slice(index + 1)]) {
            const made = draft(id);
            // Applied last, so that it wins where both change the same thing.
            later?.fail(made, { person });
            first.fail(made, { person });
            const response = await send(client, made);
            try {
              expectErrors(response, first.error);
            } catch (error) {
              throw new Error(`followed by ${later?.name ?? 'no other failure'}`, { cause: error });
            }
          }
        });
    });

  describe(`Problems of one step with ${items.plural}`, () => {
    it('are reported together: type and id', async () => {
      const id = await addPerson(client);
      const response = await client.patch(`/persons/${id}`, { data: { type: items.type, id: MISSING } });
      expectErrors(response, 'type-conflict #/data/type', 'id-conflict #/data/id');
    });

    it('are reported together: document shape', async () => {
      const relationships = { [items.relationship]: { data: [{ type: items.type, id: 1 }, null] } };
      const data = { type: 1, id: 1, attributes: 'x', relationships };
      expectErrors(
        await client.patch(`/persons/${MISSING}`, { data }),
        'invalid-document #/data/type',
        'invalid-document #/data/id',
        'invalid-document #/data/attributes',
        `invalid-document #/data/relationships/${items.relationship}/data/0/id`,
        `invalid-document #/data/relationships/${items.relationship}/data/1`,
      );
    });

    it('are reported together: linked resources', async () => {
      const item = await items.add(client);
      const relationships = items.linked(MISSING, item, '0');
      expectErrors(
        await client.post('/persons', { data: { type: 'person', attributes: { name: 'Ada' }, relationships } }),
        `object-not-found #/data/relationships/${items.relationship}/data/0`,
        `object-not-found #/data/relationships/${items.relationship}/data/2`,
      );
    });
  });

  describe(`Checks of ${items.linkagePath('{id}')}`, () => {
    it('run in order', async () => {
      const [id, item] = [await addPerson(client), await items.add(client)];
      const route = (owner: string, query = ''): string => `${items.linkagePath(owner)}${query}`;
      const wrong = { data: [personId(MISSING), ...items.ids(MISSING)] };
      const many = { data: Array.from({ length: 10_001 }, () => ({ type: 'person', id: '1' })) };
      expectErrors(await client.post(route(MISSING, '?nope=1'), many), 'body-too-large');
      expectErrors(await client.post(route(MISSING, '?nope=1'), '{'), 'invalid-parameter ?nope');
      expectErrors(await client.post(route(MISSING), { data: [1] }), 'invalid-document #/data/0');
      expectErrors(await client.post(route(MISSING), wrong), 'type-conflict #/data/0/type');
      expectErrors(await client.post(route(MISSING), { data: items.ids(MISSING) }), 'object-not-found ?id');
      expectErrors(await client.post(route(id), { data: items.ids(item, MISSING) }), 'object-not-found #/data/1');
    });
  });

  describe(`Checks of the owner of a ${items.type}`, () => {
    it('compare the id after finding the owner', async () => {
      const [id, other] = [await addPerson(client), await addPerson(client)];
      const [owned, free] = [await items.add(client, 'S1', id), await items.add(client)];
      const relationships = items.linked(MISSING);
      const data = { type: 'person', id: other, attributes: { name: 'Bob' }, relationships };
      const patch = (item: string, change: object): Promise<ApiResponse> =>
        client.patch(`${items.path}/${item}/owner`, { data: { ...data, ...change } });
      expectErrors(await patch(owned, { type: 'x' }), 'type-conflict #/data/type');
      expectErrors(await patch(owned, { attributes: { name: '' } }), 'invalid-attribute #/data/attributes/name');
      expectErrors(await patch(MISSING, {}), `object-not-found ?${items.type}_id`);
      expectErrors(await patch(free, {}), `object-not-found ?${items.type}_id`);
      expectErrors(await patch(owned, {}), 'id-conflict #/data/id');
      expectErrors(await patch(owned, { id }), `object-not-found #/data/relationships/${items.relationship}/data/0`);
    });
  });
}

function describeGet({ client }: ApiUnderTest): void {
  describe('Checks of a GET', () => {
    it('run in order', async () => {
      const get = (path: string, headers: Readonly<Record<string, string>>): Promise<ApiResponse> =>
        client.get(path, { headers });
      const parameters = { 'Content-Type': `${MEDIA_TYPE};x=1` };
      expectErrors(await get('/nope?nope=1', { Accept: 'image/png', ...parameters }), 'not-found');
      expectErrors(await get(`/persons/${MISSING}?nope=1`, { Accept: 'text/html', ...parameters }), 'not-acceptable');
      expectErrors(await get(`/persons/${MISSING}?nope=1`, parameters), 'unsupported-media-type');
      expectErrors(await get(`/persons/${MISSING}?nope=1`, {}), 'invalid-parameter ?nope');
      expectErrors(await get(`/persons/${MISSING}`, {}), 'object-not-found ?id');
      const huge = { 'X-Junk': randomBytes(9000).toString('hex') };
      expectErrors(await get('/nope', huge), 'headers-too-large');
    });

    it('prevent any change when one of them fails', async () => {
      const id = await addPerson(client);
      expectErrors(
        await client.delete(`/persons/${id}`, undefined, { headers: { Accept: 'text/html' } }),
        'not-acceptable',
      );
      expect((await client.get(`/persons/${id}`)).status).to.equal(200);
    });
  });
}

function send(
  client: ApiClient,
  { method, path, query, headers, data, truncated, padding }: Draft,
): Promise<ApiResponse> {
  const text = JSON.stringify({ data });
  const body = (truncated === true ? text.slice(0, -1) : text) + (padding ?? '');
  return client.send(method, query === '' ? path : `${path}?${query.slice(1)}`, { headers, body });
}
