import { expect } from 'chai';
import { CURSOR_MEDIA_TYPE } from '#adapters/http/api/media-types';
import { query, sendRaw } from '../../support/api-client.ts';
import type { ApiUnderTest } from './api-under-test.ts';
import { expectErrors } from './expect-errors.ts';
import { MISSING, unique, type Identifier } from './fixtures.ts';
import type { OwnedResource } from './owned-resource.ts';

/** Enough for a list to be streamed. */
const MANY = 1030;

/** Unpaged lists that are long enough to be streamed. */
export function describeStreams({ client }: ApiUnderTest, items: OwnedResource): void {
  const { owner: owners, path: list, attribute, inverse, relationship } = items;

  describe(`Long lists of ${items.plural} without pages`, () => {
    const text = unique('stream');
    const matches = query({ [`filter[${attribute}]`]: text });
    let owner = '';
    let ids: readonly string[] = [];

    before(async () => {
      ids = await items.addMany(client, MANY, text);
      owner = await items.addOwner(client, items.linked(...ids), items.ownerAttributes(text));
    });

    const pages = async (path: string): Promise<readonly Identifier[]> => {
      const all: Identifier[] = [];
      for (let next: string | undefined = path; next !== undefined;) {
        const { document } = await client.get(next);
        all.push(...(document.data as readonly Identifier[]));
        next = document.links.next as string | undefined;
      }
      return all;
    };

    for (const [name, parameters] of [
      ['by id', ''],
      ['sorted', '&sort=-id'],
      ['with a sparse fieldset', `&fields[${items.type}]=${attribute}`],
    ])
      it(`match their pages in content, order and count: ${String(name)}`, async () => {
        const { headers, document } = await client.get(`${list}${matches}${String(parameters)}&page[size]=0`);
        expect(headers['transfer-encoding']).to.equal('chunked');
        expect(headers).not.to.have.property('content-length');
        expect(document.data).to.deep.equal(await pages(`${list}${matches}${String(parameters)}&page[size]=100`));
        expect(document.meta).to.deep.equal({ count: MANY });
        expect(Object.keys(document)).to.deep.equal(['data', 'links', 'meta', 'jsonapi']);
        expect(document.links).to.have.all.keys('self');
      });

    it('have the same members in the same order as short lists', async () => {
      const bare = `include=${inverse}&fields[${owners.type}]=${owners.shown}`;
      const short = await client.get(`${list}${matches}&page[size]=0&${bare}&filter[id]=${String(ids[0])}`);
      const long = await client.get(`${list}${matches}&page[size]=0&${bare}`);
      expect(short.headers).to.have.property('content-length');
      expect(long.headers['transfer-encoding']).to.equal('chunked');
      expect(Object.keys(long.document)).to.deep.equal(Object.keys(short.document));
      expect(long.text).to.equal(JSON.stringify(long.document));
      expect(long.document.data[0]).to.deep.equal(short.document.data[0]);
      expect(long.document.included).to.deep.equal(short.document.included);
    });

    it('are streamed in pages, too, with the same bytes as without', async () => {
      const whole = await client.get(`${list}${matches}&page[size]=0&include=${inverse}`);
      const pageOf = (parameters: string): ReturnType<typeof client.get> =>
        client.get(`${list}${matches}&${parameters}&include=${inverse}`);
      const page = await pageOf(`page[size]=${MANY}`);
      expect(page.headers['transfer-encoding']).to.equal('chunked');
      expect(page.text).to.equal(whole.text.replaceAll('page%5Bsize%5D=0', `page%5Bsize%5D=${MANY}`));
      const second = await pageOf('page[size]=1010&page[number]=2');
      expect(second.document.data).to.deep.equal(whole.document.data.slice(1010));
      expect(second.document.meta).to.deep.equal({ count: MANY });
      expect(second.document.links).to.have.all.keys('self', 'first', 'last', 'prev');
    });

    it('are streamed in pages by cursor', async () => {
      const short = await client.get(`${list}${matches}&page[after]=&page[size]=20`);
      const long = await client.get(`${list}${matches}&page[after]=&page[size]=1020`);
      expect(long.headers['transfer-encoding']).to.equal('chunked');
      expect(Object.keys(long.document)).to.deep.equal(Object.keys(short.document));
      expect(long.text).to.equal(JSON.stringify(long.document));
      expect(long.document.data.slice(0, 20)).to.deep.equal(short.document.data);
      expect(long.document.meta).to.deep.equal({ count: MANY, page: { total: MANY } });
      const rest = await client.get(String(long.document.links.next));
      expect([...long.document.data, ...rest.document.data].map(({ id }: Identifier) => id)).to.deep.equal(ids);
      expect(rest.document.links.next).to.equal(null);
      const back = await client.get(`${list}${matches}&page[before]=&page[size]=1020`);
      expect(back.document.data.map(({ id }: Identifier) => id)).to.deep.equal(ids.slice(-1020));
      expect([back.document.links.next, typeof back.document.links.prev]).to.deep.equal([null, 'string']);
    });

    it('name the profile of cursors if the client asks for it', async () => {
      const path = `${list}${matches}&page[size]=1020`;
      const { headers } = await client.get(path, { headers: { Accept: CURSOR_MEDIA_TYPE } });
      expect(headers['transfer-encoding']).to.equal('chunked');
      expect(headers['content-type']).to.equal(CURSOR_MEDIA_TYPE);
    });

    it('include each resource once, after the primary data, even if it is primary', async () => {
      const { document } = await client.get(
        `${list}${matches}&page[size]=0&include=${inverse}.${relationship}&sort=-id`,
      );
      const included = (document.included as readonly Identifier[]).map(({ type, id }) => `${type} ${id}`);
      expect(included).to.deep.equal([`${owners.type} ${owner}`, ...ids.map((id) => `${items.type} ${id}`)]);
    });

    it('are streamed when few resources include many', async () => {
      const { headers, document } = await client.get(
        `${owners.path}?filter[id]=${owner}&page[size]=0&include=${relationship}`,
      );
      expect(headers['transfer-encoding']).to.equal('chunked');
      expect(document.meta).to.deep.equal({ count: 1 });
      expect((document.included as readonly Identifier[]).map(({ id }) => id)).to.deep.equal(ids);
    });

    it('are streamed on related routes, too', async () => {
      const path = `${items.relatedPath(owner)}?page[size]=0`;
      const { headers, document } = await client.get(`${path}&include=${inverse}`);
      expect(headers['transfer-encoding']).to.equal('chunked');
      expect((document.data as readonly Identifier[]).map(({ id }) => id)).to.deep.equal(ids);
      expect(document.included).to.have.lengthOf(1);
      expect(document.meta).to.deep.equal({ count: MANY });
    });

    it('bound relationships as short answers do, however many members they have', async () => {
      const [size, sort] = [`page[${relationship}][size]`, `includeSort=-${relationship}.id`];
      const filter = encodeURIComponent(JSON.stringify({ [relationship]: [{ name: 'id', op: 'gt', val: ids[9] }] }));
      const include = `&include=${relationship}.${inverse}`;
      // A list reads up to 300 members of a relationship together with the resource.
      for (const bound of [
        `${size}=3`,
        `${size}=700`,
        `${size}=5000&page[${relationship}][total]=true`,
        sort,
        `${size}=${MANY - 1}&${sort}${include}`,
        `${size}=1000&includeFilter=${filter}${include}`,
      ]) {
        const short = await client.get(`${owners.path}/${owner}?${bound}`);
        const long = await client.get(`${owners.path}?filter[id]=${owner}&page[size]=1000&${bound}`);
        expect(long.headers, bound).to.have.property(bound === `${size}=3` ? 'content-length' : 'transfer-encoding');
        expect(long.text).to.equal(JSON.stringify(long.document));
        expect(JSON.stringify(long.document.data[0]), bound).to.equal(JSON.stringify(short.document.data));
        expect(JSON.stringify(long.document.included), bound).to.equal(JSON.stringify(short.document.included));
      }
    });

    it('bound what they include, batch by batch', async () => {
      const bound = `page[${inverse}.${relationship}][size]=2&includeSort=-${inverse}.${relationship}.id`;
      const path = `${list}${matches}&include=${inverse}.${relationship}&${bound}`;
      const [short, long] = [await client.get(`${path}&page[size]=1`), await client.get(`${path}&page[size]=0`)];
      expect(long.headers['transfer-encoding']).to.equal('chunked');
      expect(long.document.data).to.have.lengthOf(MANY);
      expect(JSON.stringify(long.document.included)).to.equal(JSON.stringify(short.document.included));
      expect(long.document.included).to.have.lengthOf(3);
    });

    it('bound the relationships of their resources, each by itself', async () => {
      const several = unique('several');
      const add = Array.from({ length: 100 }, () => ({
        op: 'add',
        data: { type: owners.type, attributes: items.ownerAttributes(several) },
      }));
      for (let made = 0; made < 1100; made += add.length) expect((await client.operate(add)).status).to.equal(200);
      const found = `${owners.path}${query({ [`filter[${owners.attribute}]`]: several })}`;
      const [first, second, last] = ['id', 'id&page[number]=2', '-id'].map(
        (sort) => `${found}&page[size]=1&sort=${sort}`,
      );
      for (const path of [first, second, last]) {
        const { document } = await client.get(path ?? '');
        await items.addSeveral(client, 3, (document.data as readonly Identifier[])[0]?.id);
      }
      const bound = `page[${relationship}][size]=2&page[${relationship}][total]=true&includeSort=-${relationship}.${attribute}`;
      const path = `${found}&include=${relationship}&${bound}`;
      const whole = await client.get(`${path}&page[size]=0`);
      expect(whole.headers['transfer-encoding']).to.equal('chunked');
      const parts = [
        await client.get(`${path}&page[size]=600`),
        await client.get(`${path}&page[size]=600&page[number]=2`),
      ];
      for (const part of parts) expect(part.headers).to.have.property('content-length');
      for (const member of ['data', 'included'])
        expect(JSON.stringify(whole.document[member])).to.equal(
          JSON.stringify(parts.flatMap(({ document }) => document[member] as unknown[])),
        );
      expect(whole.document.included).to.have.lengthOf(6);
    });

    it('have an empty included list where nothing is included', async () => {
      const free = unique('free');
      await items.addMany(client, 1001, free);
      const { headers, document } = await client.get(
        `${list}${query({ [`filter[${attribute}]`]: free })}&page[size]=0&include=${inverse}`,
      );
      expect(headers['transfer-encoding']).to.equal('chunked');
      expect(document.included).to.deep.equal([]);
      expect(document.data).to.have.lengthOf(1001);
    });

    it('answer HEAD with the same headers as GET', async () => {
      for (const path of [`${list}${matches}&page[size]=0`, `${items.relatedPath(owner)}?page[size]=0`]) {
        const [get, head] = [await client.get(path), await client.send('HEAD', path)];
        expect(head.status).to.equal(get.status);
        const comparable = (headers: typeof get.headers): object => ({ ...headers, 'x-request-id': '', date: '' });
        expect(comparable(head.headers)).to.deep.equal(comparable(get.headers));
      }
    });

    it('close the connection for HTTP/1.0, which has no chunked encoding', async () => {
      const path = `${list}${matches}&page[size]=0`;
      const answer = await sendRaw(client.url, `GET ${path} HTTP/1.0\r\n\r\n`);
      const [head = '', body = ''] = answer.split('\r\n\r\n');
      expect(head)
        .to.match(/^Connection: close$/m)
        .and.not.match(/Transfer-Encoding|Content-Length/i);
      expect((JSON.parse(body) as { data: unknown }).data).to.have.lengthOf(MANY);
      const silent = await sendRaw(client.url, `HEAD ${path} HTTP/1.0\r\n\r\n`);
      expect(silent.replace(/^(?:Date|X-Request-Id).*\r\n/gm, '')).to.equal(
        `${head}\r\n\r\n`.replace(/^(?:Date|X-Request-Id).*\r\n/gm, ''),
      );
    });

    it('leave the connection open for the next request', async () => {
      const get = `GET ${list}${matches}&page[size]=0 HTTP/1.1\r\nHost: x\r\n\r\n`;
      const last = 'GET /nope HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n';
      const answers = await sendRaw(client.url, get.replace('GET', 'HEAD') + get + last);
      expect([...answers.matchAll(/HTTP\/1\.1 (\d{3})/g)].map(([, status]) => status)).to.deep.equal([
        '200',
        '200',
        '404',
      ]);
      expect(answers).to.include('\r\n0\r\n\r\nHTTP/1.1 404');
    });

    it('are refused like any list, before streaming begins', async () => {
      expectErrors(await client.get(`${list}?page[size]=0&sort=nope`), 'invalid-parameter ?sort');
      const other = await client.get(`${items.relatedPath(MISSING)}?page[size]=0`);
      expectErrors(other, 'object-not-found ?id');
    });
  });
}
