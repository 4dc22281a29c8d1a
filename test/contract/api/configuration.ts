import { expect } from 'chai';
import { exportFormats } from '#adapters/http/api/export-formats';
import { ApiClient, MEDIA_TYPE } from '../../support/api-client.ts';
import { eventually } from '../../support/eventually.ts';
import type { TestService } from '../../support/test-service.ts';
import { detailsOf, expectErrors } from './expect-errors.ts';
import { conditionalWrites, makeHousehold, sendWrite, tagAt } from './conditions.ts';
import { MISSING, unique } from './fixtures.ts';
import { describeIncludedSetsLimits } from './included-sets-limits.ts';
import { modern } from './modern.ts';
import { addPerson, computers, personId } from './persons.ts';

type Environment = Readonly<Record<string, string>>;

/** The effect of configuration on answers. */
export function describeConfiguration(start: (environment: Environment) => Promise<TestService>): void {
  const withService = async (environment: Environment, use: (client: ApiClient) => Promise<void>): Promise<void> => {
    const service = await start(environment);
    try {
      await use(new ApiClient(service.url));
    } finally {
      await service.stop();
    }
  };

  describe('Configuration', () => {
    describeIncludedSetsLimits(withService);

    for (const url of ['https://api.example.org/v1', 'https://api.example.org/v1/'])
      it(`prefixes every link with ${url}`, () =>
        withService({ PUBLIC_URL: url }, async (client) => {
          const base = 'https://api.example.org/v1';
          const data = { type: 'person', attributes: { name: 'Ada' } };
          const created = await client.post('/persons', { data });
          const id = created.document.data.id as string;
          expect(created.headers.location).to.equal(`${base}/persons/${id}`);
          expect(created.document.links).to.deep.equal({ self: `${base}/persons/${id}` });
          await computers.addSeveral(client, 3, id);
          const person = (await client.get(`/persons/${id}`)).document.data;
          expect(person.links).to.deep.equal({ self: `${base}/persons/${id}` });
          expect(person.relationships.computers.links).to.deep.equal({
            self: `${base}/persons/${id}/relationships/computers`,
            related: `${base}/persons/${id}/computers`,
          });
          const { links } = (await client.get('/computers?page[size]=1&page[number]=2')).document;
          const page = (number: number): string => `${base}/computers?page%5Bsize%5D=1&page%5Bnumber%5D=${number}`;
          expect(links).to.deep.equal({ self: page(2), first: page(1), prev: page(1), next: page(3), last: page(3) });
          expect((await client.get('/')).document.links).to.deep.equal({ self: `${base}/` });
          const linkage = (await client.get(`/persons/${id}/relationships/computers`)).document.links;
          expect(linkage).to.deep.equal(person.relationships.computers.links);
          const described = { describedby: `${base}/openapi.json` };
          const path = `/persons/${id}?include=computers`;
          expect((await client.get(path, modern)).document.links).to.deep.equal({
            self: { href: `${base}${path}`, type: MEDIA_TYPE },
            ...described,
          });
          const deleted = await client.delete(`/persons/${id}`, undefined, modern);
          expect(deleted.document.links).to.deep.equal(described);
          const { errors, links: ofErrors } = (await client.get(path, modern)).document;
          expect(ofErrors).to.deep.equal(described);
          expect(errors[0].links).to.deep.equal({ type: `${base}/docs/errors#object-not-found` });
        }));

    it('limits the body of a QUERY to MAX_BODY_BYTES if that is below 64 KiB', () =>
      withService({ MAX_BODY_BYTES: '100' }, async (client) => {
        const text = (length: number): string => `/persons?${'filter[name]='.padEnd(length, 'x')}`;
        expect((await client.query(text(100))).status).to.equal(200);
        const refused = await client.query(text(101));
        expectErrors(refused, 'body-too-large');
        expect(refused.document.errors[0].meta).to.deep.equal({ limit: 100 });
      }));

    it('refuses exports and unpaged lists by QUERY with ALLOW_UNPAGED=false', () =>
      withService({ ALLOW_UNPAGED: 'false' }, async (client) => {
        expectErrors(await client.query('/export/persons.csv'), 'not-found');
        expectErrors(await client.query('/persons?page[size]=0'), 'invalid-parameter ?page[size]');
      }));

    it('requires an Idempotency-Key of what creates something', () =>
      withService({ REQUIRE_IDEMPOTENCY_KEY: 'true' }, async (client) => {
        const data = { type: 'person', attributes: { name: 'Ada' } };
        const headers = { 'Idempotency-Key': 'a' };
        expectErrors(await client.post('/persons', { data }), 'idempotency-key-required');
        expectErrors(await client.post('/persons', 'x'.repeat(1_100_000)), 'idempotency-key-required');
        expectErrors(
          await client.post('/persons', { data }, { headers: { 'Content-Type': 'text/plain' } }),
          'unsupported-media-type',
        );
        const id = (await client.post('/persons', { data }, { headers })).document.data.id as string;
        expectErrors(await client.post(`/persons/${id}/computers`, { data }), 'idempotency-key-required');
        expect((await client.patch(`/persons/${id}`, { data: { ...data, id } })).status).to.equal(200);
        expect((await client.post(`/persons/${id}/relationships/computers`, { data: [] })).status).to.equal(200);
        expect((await client.delete(`/persons/${id}`)).status).to.equal(200);
      }));

    it('limits the time for which answers are stored', () =>
      withService({ IDEMPOTENCY_TTL_SECONDS: '1' }, async (client) => {
        const create = async (): Promise<unknown> => {
          const data = { type: 'person', attributes: { name: 'Ada' } };
          return (await client.post('/persons', { data }, { headers: { 'Idempotency-Key': 'a' } })).headers.location;
        };
        const first = await create();
        await eventually('the answer is forgotten', async () => (await create()) !== first);
      }));

    it('limits the length of stored answers', () =>
      withService({ IDEMPOTENCY_MAX_ANSWER_BYTES: '100' }, async (client) => {
        const data = { type: 'person', attributes: { name: 'Ada' } };
        const options = { headers: { 'Idempotency-Key': 'a' } };
        const first = await client.post('/persons', { data }, options);
        const again = await client.post('/persons', { data }, options);
        expect(again.status).to.equal(201);
        expect(again.headers.location).to.equal(first.headers.location);
        expect(again.headers['idempotent-replayed']).to.equal('true');
        expect(again.document).to.deep.equal({
          meta: { message: 'Already done; read the resource' },
          jsonapi: { version: '1.0' },
        });
        expect((await client.get('/persons')).document.meta.count).to.equal(1);
      }));

    it('limits the page size, and names the limit in the error', () =>
      withService({ MAX_PAGE_SIZE: '5' }, async (client) => {
        await computers.addSeveral(client, 7);
        expect((await client.get('/computers?page[size]=5')).document.data).to.have.lengthOf(5);
        const response = await client.get('/computers?page[size]=6');
        expectErrors(response, 'invalid-parameter ?page[size]');
        expect(detailsOf(response)[0]).to.contain('5');
        expect((await client.get('/computers')).document.data).to.have.lengthOf(5);
      }));

    it('forbids unpaged lists', () =>
      withService({ ALLOW_UNPAGED: 'false', MAX_PAGE_SIZE: '50' }, async (client) => {
        const response = await client.get('/computers?page[size]=0');
        expectErrors(response, 'invalid-parameter ?page[size]');
        expect(detailsOf(response)[0]).to.contain('50');
      }));

    it('takes the exports away where unpaged lists are forbidden', () =>
      withService({ ALLOW_UNPAGED: 'false' }, async (client) => {
        for (const extension of Object.keys(exportFormats))
          for (const plural of ['persons', 'computers'])
            expectErrors(await client.get(`/export/${plural}.${extension}`), 'not-found');
      }));

    it('allows unpaged lists by default, whatever the maximum page size', () =>
      withService({ MAX_PAGE_SIZE: '2' }, async (client) => {
        await computers.addSeveral(client, 3);
        expect((await client.get('/computers?page[size]=0')).document.data).to.have.lengthOf(3);
      }));

    it('sets the default page size', () =>
      withService({ DEFAULT_PAGE_SIZE: '2' }, async (client) => {
        await computers.addSeveral(client, 3);
        const { document } = await client.get('/computers');
        expect(document.data).to.have.lengthOf(2);
        expect(document.links.next).to.equal('/computers?page%5Bnumber%5D=2');
      }));

    it('requires If-Match where something is replaced or deleted, whether it exists or not', () =>
      withService({ REQUIRE_IF_MATCH: 'true' }, async (client) => {
        for (const write of conditionalWrites(computers)) {
          const household = await makeHousehold(client, computers);
          const missing = { ...household, ada: MISSING, item: MISSING };
          const path = write.path(household);
          const plain = await sendWrite(client, write, household);
          if (!write.overwrites) {
            expect(plain.status, `${write.method} ${path}`).to.equal(200);
            continue;
          }
          expectErrors(plain, 'precondition-required');
          const none = { 'If-None-Match': '"x"' };
          expectErrors(await sendWrite(client, write, household, none), 'precondition-required');
          expectErrors(await sendWrite(client, write, missing), 'precondition-required');
          expectErrors(await client.send(write.method, path, { body: '{' }), 'precondition-required');
          const malformed = { headers: { 'If-None-Match': 'x', 'Content-Type': MEDIA_TYPE } };
          expectErrors(await client.send(write.method, path, malformed), 'invalid-header');
          expectErrors(await sendWrite(client, write, household, { 'If-Match': '"x"' }), 'precondition-failed');
          expect((await sendWrite(client, write, household, { 'If-Match': '*' })).status).to.equal(200);
        }
        const draft = { data: { type: 'person', attributes: { name: 'Ada' } } };
        expect((await client.post('/persons', draft)).status).to.equal(201);
        expect((await client.get('/persons')).status).to.equal(200);
      }));

    it('requires a precondition of operations that replace or delete, unless the list adds their target', () =>
      withService({ REQUIRE_IF_MATCH: 'true' }, async (client) => {
        const ada = personId(await addPerson(client));
        const eve = { op: 'add', data: { type: 'person', lid: 'e', attributes: { name: 'Eve' } } };
        const added = { type: 'person', lid: 'e' };
        const linkage = { ...ada, relationship: 'computers' };
        for (const operation of [
          { op: 'update', data: ada },
          { op: 'update', ref: ada, data: ada },
          { op: 'remove', ref: ada },
          { op: 'remove', href: `/persons/${ada.id}` },
          { op: 'update', ref: linkage, data: [] },
          { op: 'remove', ref: personId(MISSING) },
        ]) {
          const invalid = { op: 'add', data: { ...eve.data, id: '1', lid: undefined } };
          expectErrors(
            await client.operate([eve, operation, invalid]),
            'precondition-required #/atomic:operations/1/meta/if_match',
          );
          const shapeless = { op: 'add', data: { type: 'person', attributes: [] } };
          const response = await client.operate([eve, operation, shapeless]);
          expectErrors(response, 'invalid-document #/atomic:operations/2/data/attributes');
        }
        const allowed = [
          eve,
          { op: 'update', data: added },
          { op: 'update', ref: { ...added, relationship: 'computers' }, data: [] },
          { op: 'add', ref: linkage, data: [] },
          { op: 'remove', ref: linkage, data: [] },
          { op: 'remove', ref: added },
          { op: 'remove', ref: ada, meta: { if_match: '*' } },
        ];
        expect((await client.operate(allowed)).status).to.equal(200);
      }));

    it('requires a key of lists of operations', () =>
      withService({ REQUIRE_IDEMPOTENCY_KEY: 'true' }, async (client) => {
        expectErrors(await client.operate([null]), 'idempotency-key-required');
      }));

    it('limits the operations of a list', () =>
      withService({ MAX_OPERATIONS: '2' }, async (client) => {
        expectErrors(
          await client.operate([null, null]),
          ...[0, 1].map((at) => `invalid-document #/atomic:operations/${at}`),
        );
        expectErrors(await client.operate([null, null, null]), 'body-too-large #/atomic:operations');
      }));

    it('limits the resources that are included with a single one', () =>
      withService({ MAX_INCLUDED: '2' }, async (client) => {
        const ids = await computers.addMany(client, 3, unique('many'));
        const ada = await addPerson(client, {}, computers.linked(...ids));
        const [path, bob] = [`/persons/${ada}`, await addPerson(client, {}, computers.linked())];
        const linkage = `${path}/relationships/computers`;
        const [id = ''] = ids;
        for (const refused of [
          await client.get(`${path}?include=computers`),
          await client.get(`${linkage}?include=computers`),
          await client.get(`/computers/${id}/owner?include=computers.owner`),
          await client.post(`${linkage}?include=computers`, { data: [] }),
          await client.patch(`${path}?include=computers`, { data: { ...personId(ada), attributes: { name: 'Eve' } } }),
        ]) {
          expectErrors(refused, 'too-many-included ?include');
          expect(detailsOf(refused)).to.deep.equal([
            `More than 2 resources would be included; limit them with page[PATH][size] (or page[size] on a relationship route), or read them in pages with GET ${path}/computers`,
          ]);
        }
        expect((await client.get(path)).document.data.attributes.display_name).not.to.include('EVE');
        expectErrors(await client.get(`/persons/${MISSING}?include=computers`), 'object-not-found ?id');
        expect((await client.get('/persons?include=computers')).document.included).to.have.lengthOf(3);
        expect((await client.get(`/persons/${bob}?include=computers`)).document.included).to.deep.equal([]);
        expect((await client.get(`/computers/${id}?include=owner`)).document.included).to.have.lengthOf(1);
        const [own] = await computers.addMany(client, 1, unique('own'));
        const eve = await addPerson(client, {}, computers.linked(own ?? ''));
        expect((await client.get(`/persons/${eve}?include=computers.owner`)).status).to.equal(200);
      }));

    it('does not limit the resources that JSON:API 1.1 omits because they are primary', () =>
      withService({ MAX_INCLUDED: '2' }, async (client) => {
        const ids = await computers.addMany(client, 2, unique('two'));
        const path = `/persons/${await addPerson(client, {}, computers.linked(...ids))}?include=computers.owner`;
        expectErrors(await client.get(path), 'too-many-included ?include');
        expect((await client.get(path, modern)).document.included).to.have.lengthOf(2);
      }));

    it('leaves out of the answer to a change of a relationship what would be too many included resources', () =>
      withService({ MAX_INCLUDED: '2' }, async (client) => {
        const ids = await computers.addMany(client, 3, unique('many'));
        const linkage = `/persons/${await addPerson(client)}/relationships/computers`;
        const identifiers = ids.map((id) => ({ type: 'computer', id }));
        const few = await client.post(linkage, { data: identifiers.slice(0, 2) });
        expect(few.document.included).to.have.lengthOf(2);
        expect(few.document).not.to.have.property('meta');
        const many = await client.patch(linkage, { data: identifiers });
        expect(Object.keys(many.document)).to.deep.equal(['data', 'links', 'jsonapi', 'meta']);
        expect(many.document.data.relationships.computers.data).to.deep.equal(identifiers);
        expect(many.document.meta).to.deep.equal({
          message: 'Too many related resources to include',
        });
        expect(many.headers.etag).to.equal((await client.get(linkage)).headers.etag);
      }));

    it('lets operations address resources by links below the public URL', () =>
      withService({ PUBLIC_URL: 'https://api.example/v1/' }, async (client) => {
        const data = { type: 'person', attributes: { name: 'Eve' } };
        for (const href of ['https://api.example/v1/persons', '/persons'])
          expect((await client.operate([{ op: 'add', href, data }])).status, href).to.equal(200);
        for (const href of ['https://api.example/v1', 'https://api.example/v2/persons', '/v1/persons'])
          expectErrors(
            await client.operate([{ op: 'add', href, data }]),
            'invalid-document #/atomic:operations/0/href',
          );
      }));

    it('in memory lets no tag outlive the data', async () => {
      const tags: string[] = [];
      for (let start = 0; start < 2; start += 1)
        await withService({}, async (client) => {
          const path = `/persons/${await addPerson(client)}`;
          expect(path).to.equal('/persons/1');
          for (const tag of tags) {
            expect((await client.get(path, { headers: { 'If-None-Match': tag } })).status).to.equal(200);
            expect((await client.delete(path, undefined, { headers: { 'If-Match': tag } })).status).to.equal(412);
          }
          tags.push(await tagAt(client, path));
        });
    });

    it('sets the size limits of requests', () =>
      withService(
        { MAX_BODY_BYTES: '200', MAX_LINKAGES: '1', MAX_URL_BYTES: '300', MAX_HEADER_BYTES: '1024' },
        async (client) => {
          const id = await addPerson(client);
          const one = { type: 'computer', id: await computers.add(client) };
          const path = `/persons/${id}/relationships/computers`;
          expectErrors(await client.post(path, { data: [one, one] }), 'body-too-large');
          expectErrors(await client.post(path, ' '.repeat(201)), 'body-too-large');
          expectErrors(await client.get(`/?${'x'.repeat(300)}`), 'uri-too-long');
          expectErrors(await client.get('/', { headers: { 'X-A': 'a'.repeat(1024) } }), 'headers-too-large');
        },
      ));
  });
}
