import { expect } from 'chai';
import { relationshipsOf, type Resource } from '#adapters/http/api/resource-description';
import { resources } from '#test/support/model';
import { FORM_TYPE, type ApiClient, type ApiResponse } from '../../support/api-client.ts';
import { addAny } from './any-type.ts';
import type { ApiUnderTest } from './api-under-test.ts';
import { detailsOf, expectErrors } from './expect-errors.ts';
import { MISSING } from './fixtures.ts';
import type { OwnedResource } from './owned-resource.ts';
import { ofEveryOwned } from './owned-resources.ts';
import { describeUnknownPaths } from './unknown-paths.ts';

interface Route {
  readonly template: string;
  readonly methods: readonly string[];
  /** The path, with a resource that exists. */
  readonly open: (client: ApiClient) => Promise<string>;
}

/** The routes of the contract. */
const routes: readonly Route[] = [
  { template: '/', methods: ['GET', 'HEAD'], open: () => Promise.resolve('/') },
  { template: '/changes', methods: ['GET', 'HEAD'], open: () => Promise.resolve('/changes') },
  ...Object.values<Resource>(resources).flatMap(routesOfType),
  ...Object.values<Resource>(resources).flatMap(routesOfRelationships),
];

function routesOfType({ type, path }: Resource): readonly Route[] {
  return [
    { template: path, methods: ['GET', 'HEAD', 'QUERY', 'POST'], open: () => Promise.resolve(path) },
    {
      template: `${path}/{${type}}`,
      methods: ['GET', 'HEAD', 'QUERY', 'PATCH', 'DELETE'],
      open: async (client) => `${path}/${await addAny(client, type)}`,
    },
  ];
}

function routesOfRelationships(resource: Resource): readonly Route[] {
  const { type, path } = resource;
  return Object.entries(relationshipsOf(resource)).flatMap(([name, { to, cardinality }]) => {
    const openAt = (rest: string) => async (client: ApiClient) => {
      const target = { type: to, id: await addAny(client, to) };
      const id = await addAny(client, type, { [name]: { data: cardinality === 'one' ? target : [target] } });
      return `${path}/${id}${rest}`;
    };
    const related = cardinality === 'one' ? ['PATCH', 'DELETE'] : ['POST'];
    return (
      [
        [`/${name}`, ['GET', 'HEAD', 'QUERY', ...related]],
        [`/relationships/${name}`, ['GET', 'HEAD', 'QUERY', 'POST', 'PATCH', 'DELETE']],
      ] as const
    ).map(([rest, methods]) => ({ template: `${path}/{${type}}${rest}`, methods, open: openAt(rest) }));
  });
}

const METHODS = [
  'GET',
  'HEAD',
  'QUERY',
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
  for (const route of routes) describeRoute(api, route);
  ofEveryOwned(describeUnknownPaths)(api);
  ofEveryOwned(describeMissing)(api);
}

function describeRoute({ client }: ApiUnderTest, { template, methods, open }: Route): void {
  describe(`The route ${template}`, () => {
    let path = '';
    before(async () => {
      path = await open(client);
    });

    it(`allows ${methods.join(', ')}`, async () => {
      const response = await client.send('OPTIONS', path);
      expect(response.status).to.equal(204);
      expect(allowOf(response)).to.deep.equal([...methods, 'OPTIONS']);
      expect(response.headers['accept-query']).to.equal(methods.includes('QUERY') ? `"${FORM_TYPE}"` : undefined);
    });

    it('refuses every other method', async () => {
      for (const method of METHODS.filter((name) => !methods.some((each) => each === name))) {
        const response = await client.send(method, path);
        expectErrors(response, 'method-not-allowed');
        expect(allowOf(response), method).to.deep.equal([...methods, 'OPTIONS']);
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
}

function describeMissing({ client }: ApiUnderTest, items: OwnedResource): void {
  const { path: list, label } = items.owner;

  describe(`Routes of ${items.owner.plural}`, () => {
    it('exist whether or not the resource does', async () => {
      for (const id of [MISSING, 'abc', '01']) {
        expect((await client.send('OPTIONS', `${list}/${id}`)).status).to.equal(204);
        expectErrors(await client.send('PUT', `${list}/${id}`), 'method-not-allowed');
      }
    });

    it('accept percent-encoded unreserved characters, and links have the normalized path', async () => {
      const path = items.linkagePath(await items.addOwner(client));
      const escaped = path.replace(/[a-z\d]/g, (character) => `%${character.charCodeAt(0).toString(16)}`);
      const [plain, same] = [
        await client.get(path),
        await client.get(`${escaped.replace(/%6[a-f]/, (code) => code.toUpperCase())}?include=`),
      ];
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
        const response = await client.get(`${list}/${sent}`);
        expectErrors(response, 'object-not-found ?id');
        expect(detailsOf(response)).to.deep.equal([`${label}: ${id} not found`]);
      }
    });

    it('answer HEAD like GET for errors, too', async () => {
      for (const [path, status] of [
        [`${list}/${MISSING}`, 404],
        ['/nope', 404],
        [`${list}?nope=1`, 400],
      ] as const) {
        const get = await client.get(path);
        const head = await client.send('HEAD', path);
        expect([get.status, head.status]).to.deep.equal([status, status]);
        expect(stableHeaders(head)).to.deep.equal(stableHeaders(get));
      }
    });
  });
}

/** The headers that do not vary between requests. */
function stableHeaders({ headers }: ApiResponse): unknown {
  return { ...headers, date: '', 'x-request-id': '' };
}
