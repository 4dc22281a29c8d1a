import { expect } from 'chai';
import type { ApiClient, ApiResponse } from '../../support/api-client.ts';
import type { ApiUnderTest } from './api-under-test.ts';
import { detailsOf, expectErrors } from './expect-errors.ts';
import { MISSING } from './fixtures.ts';
import { addPerson } from './persons.ts';
import type { OwnedResource } from './owned-resource.ts';
import { ownedResources } from './owned-resources.ts';

type Route = readonly [template: string, methods: readonly string[]];

/** The routes of the contract and their methods, for a person and one of its items. */
const routes: readonly Route[] = [
  ['/', ['GET', 'HEAD']],
  ['/persons', ['GET', 'HEAD', 'POST']],
  ['/persons/{person}', ['GET', 'HEAD', 'PATCH', 'DELETE']],
];
const routesOf = ({ path, relationship }: OwnedResource): readonly Route[] => [
  [path, ['GET', 'HEAD', 'POST']],
  [`${path}/{item}`, ['GET', 'HEAD', 'PATCH', 'DELETE']],
  [`/persons/{person}/${relationship}`, ['GET', 'HEAD', 'POST']],
  [`${path}/{item}/owner`, ['GET', 'HEAD', 'PATCH', 'DELETE']],
  [`/persons/{person}/relationships/${relationship}`, ['GET', 'HEAD', 'POST', 'PATCH', 'DELETE']],
  [`${path}/{item}/relationships/owner`, ['GET', 'HEAD', 'POST', 'PATCH', 'DELETE']],
];

/** Paths that resemble routes. */
const unknown: readonly string[] = [
  '//',
  '//persons',
  '/persons/',
  '/persons//',
  '/PERSONS',
  '/Persons',
  '/person',
  '/nope',
  '/persons.json',
  '/persons/{person}/',
  '/persons/{person}/owner',
  '/persons/{person}/relationships',
  '/persons/{person}/relationships/',
  '/persons/{person}/relationships/owner',
  '/persons/{person}/relationships/password',
  '/__proto__',
  '/persons;v=1',
  '/../persons',
  '/%2e%2E/persons',
  '/x/%2E./persons',
  '/persons%2F{person}',
  '/p%2565rsons/{person}',
  '/persons%00',
  '/favicon.ico',
];
const unknownOf = ({ path, type, relationship }: OwnedResource): readonly string[] => [
  `/${type}`,
  `/persons//${relationship}`,
  `/persons/{person}//${relationship}`,
  `/persons/{person}/${relationship}/`,
  `/persons/{person}/${relationship.toUpperCase()}`,
  `/persons/{person}/${relationship}/{item}`,
  `/persons/{person}/relationships/${relationship}/`,
  `/persons/{person}/relationships/${relationship}/{item}`,
  `${path}/{item}/${relationship}`,
  `${path}/{item}/owner/`,
  `${path}/{item}/owner/${relationship}`,
  `${path}/{item}/relationships/${relationship}`,
  `${path}/{item}/Owner`,
];

const METHODS = [
  'GET',
  'HEAD',
  'POST',
  'PATCH',
  'DELETE',
  'PUT',
  'TRACE',
  'PROPFIND',
  'REPORT',
  'LINK',
  'PURGE',
  'SEARCH',
];

const allowOf = ({ headers }: ApiResponse): readonly string[] => (headers.allow ?? '').split(', ');

/** Section 3 of the contract. */
export function describeRoutes(api: ApiUnderTest): void {
  describePaths(api, routes, unknown);
  for (const items of ownedResources) describePaths(api, routesOf(items), unknownOf(items), items);
  describeMissing(api);
}

function describePaths(
  { client }: ApiUnderTest,
  known: readonly Route[],
  strange: readonly string[],
  items?: OwnedResource,
): void {
  for (const [template, methods] of known)
    describe(`The route ${template}`, () => {
      let path = '';
      before(async () => {
        path = await fillIn(client, template, items);
      });

      it(`allows ${methods.join(', ')}`, async () => {
        const response = await client.send('OPTIONS', path);
        expect(response.status).to.equal(204);
        expect(allowOf(response)).to.have.members([...methods, 'OPTIONS']);
      });

      it('refuses every other method', async () => {
        for (const method of METHODS.filter((name) => !methods.some((each) => each === name))) {
          const response = await client.send(method, path);
          expectErrors(response, 'method-not-allowed');
          expect(allowOf(response), method).to.have.members([...methods, 'OPTIONS']);
        }
      });

      it('answers HEAD with the same headers as GET', async () => {
        const get = await client.get(path);
        const head = await client.send('HEAD', path);
        expect(get.status).to.equal(200);
        expect(head.status).to.equal(200);
        expect(stableHeaders(head)).to.deep.equal(stableHeaders(get));
        expect(head.headers['content-length']).to.equal(String(Buffer.byteLength(get.text)));
      });
    });

  describe(`Routes${items === undefined ? '' : ` of ${items.plural}`}`, () => {
    for (const template of strange)
      it(`do not include ${template}`, async () => {
        const path = await fillIn(client, template, items);
        for (const method of ['GET', 'POST', 'DELETE', 'PUT', 'OPTIONS'])
          expectErrors(await client.send(method, path), 'not-found');
      });
  });
}

function describeMissing({ client }: ApiUnderTest): void {
  describe('Routes', () => {
    it('exist whether or not the resource does', async () => {
      for (const id of [MISSING, 'abc', '01']) {
        expect((await client.send('OPTIONS', `/persons/${id}`)).status).to.equal(204);
        expectErrors(await client.send('PUT', `/persons/${id}`), 'method-not-allowed');
      }
    });

    it('accept percent-encoded unreserved characters, and links have the normalized path', async () => {
      const path = `/persons/${await addPerson(client)}/relationships/computers`;
      const escaped = path.replace(/[a-z\d]/g, (character) => `%${character.charCodeAt(0).toString(16)}`);
      const [plain, same] = [await client.get(path), await client.get(`${escaped.replace('%6f', '%6F')}?include=`)];
      expect([same.status, same.text]).to.deep.equal([200, plain.text]);
      expect((await client.send('OPTIONS', escaped)).headers.allow).to.equal(
        (await client.send('OPTIONS', path)).headers.allow,
      );
    });

    it('keep other escapes in an identifier', async () => {
      // With a broken escape, a router that decodes the others decodes none.
      for (const [sent, id] of [
        ['1%2F%00%2531%2e', '1%2F%00%2531.'],
        ['1%2F%zz', '1%2F%zz'],
      ] as const) {
        const response = await client.get(`/persons/${sent}`);
        expectErrors(response, 'object-not-found ?id');
        expect(detailsOf(response)).to.deep.equal([`Person: ${id} not found`]);
      }
    });

    it('answer HEAD like GET for errors, too', async () => {
      for (const [path, status] of [
        [`/persons/${MISSING}`, 404],
        ['/nope', 404],
        ['/persons?nope=1', 400],
      ] as const) {
        const get = await client.get(path);
        const head = await client.send('HEAD', path);
        expect([get.status, head.status]).to.deep.equal([status, status]);
        expect(stableHeaders(head)).to.deep.equal(stableHeaders(get));
      }
    });
  });
}

async function fillIn(client: ApiClient, template: string, items?: OwnedResource): Promise<string> {
  const person = await addPerson(client);
  const item = await items?.add(client, 'S1', person);
  return template.replace('{person}', person).replace('{item}', item ?? '');
}

/** The headers that do not vary between requests. */
function stableHeaders({ headers }: ApiResponse): unknown {
  return { ...headers, date: '', 'x-request-id': '' };
}
