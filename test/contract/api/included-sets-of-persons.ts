// Included sets of persons and computers, with the expected documents written out.
import { expect } from 'chai';
import { query, type ApiResponse } from '../../support/api-client.ts';
import type { ApiUnderTest } from './api-under-test.ts';
import { cursorsOf, idsOf } from './cursor-pages.ts';
import { expectErrors } from './expect-errors.ts';
import { MISSING } from './fixtures.ts';
import { addComputer, addPerson, computerIds, personId } from './persons.ts';

export function describeIncludedSetsOfPersons({ client }: ApiUnderTest): void {
  describe('Included sets of persons', () => {
    /** Ada owns computers with the serials b, a, c and a; Bob owns one. */
    let [ada, bob]: readonly string[] = [];
    let computers: readonly string[] = [];

    before(async () => {
      [ada, bob] = [await addPerson(client), await addPerson(client, { name: 'Bob' })];
      const made: string[] = [];
      for (const [serial, owner] of ['b', 'a', 'c', 'a', 'z'].map((each) => [each, each === 'z' ? bob : ada]))
        made.push(await addComputer(client, serial, owner));
      computers = made;
    });

    const person = (): string => `/persons/${ada ?? ''}`;
    const self = (): string => `${person()}/relationships/computers`;
    const at = (...indexes: readonly number[]): readonly string[] => indexes.map((index) => computers[index] ?? '');
    const both = (): string => `filter=[{"name":"id","op":"in_","val":[${ada ?? ''},${bob ?? ''}]}]`;
    const includedIn = ({ document }: ApiResponse): unknown =>
      (document.included as readonly { type: string; id: string }[]).map(({ type, id }) => `${type} ${id}`);
    const named = (type: string, ...ids: readonly string[]): readonly string[] => ids.map((id) => `${type} ${id}`);
    const cursorBehind = async (id: string, parameters: string): Promise<string> => {
      const list = await client.get(`${person()}/computers?${parameters}&page[after]=`);
      return cursorsOf(list)[idsOf(list).indexOf(id)] ?? '';
    };

    it('have everything that a bound adds, in this order', async () => {
      const filter = encodeURIComponent('{"computers":[{"name":"serial","op":"ne","val":"b"}]}');
      const response = await client.get(
        `${person()}?includeFilter=${filter}&page[computers][total]=true&includeSort=-computers.serial&page[computers][size]=1&include=computers&fields[computer]=serial`,
      );
      const cursor = await cursorBehind(at(2)[0] ?? '', 'sort=-serial');
      const next = `${self()}?include=computers&fields%5Bcomputer%5D=serial&filter=%5B%7B%22name%22:%22serial%22,%22op%22:%22ne%22,%22val%22:%22b%22%7D%5D&sort=-serial&page%5Bsize%5D=1&page%5Bafter%5D=${cursor}`;
      expect(JSON.stringify(response.document.data.relationships.computers)).to.equal(
        JSON.stringify({
          links: { self: self(), related: `${person()}/computers`, prev: null, next },
          data: computerIds(...at(2)),
          meta: { complete: false, count: 3, page: { total: 3 } },
        }),
      );
      expect(includedIn(response)).to.deep.equal(named('computer', ...at(2)));
      expect(response.document.links).to.deep.equal({ self: person() });
      expect(response.document).not.to.have.property('meta');
    });

    it('are in the order of their keys, in linkage and in included', async () => {
      for (const [sort, ...order] of [
        ['computers.serial', 1, 3, 0, 2],
        ['computers.serial,-computers.id', 3, 1, 0, 2],
        ['-computers.serial', 2, 0, 1, 3],
        ['-computers.id', 3, 2, 1, 0],
        ['computers.owner__birth_date,computers.serial', 1, 3, 0, 2],
      ] as const) {
        const response = await client.get(`${person()}?include=computers&includeSort=${sort}`);
        const { computers: shown } = response.document.data.relationships;
        expect(shown.data, sort).to.deep.equal(computerIds(...at(...order)));
        expect(shown).not.to.have.property('meta');
        expect(Object.keys(shown.links as object)).to.deep.equal(['self', 'related']);
        expect(includedIn(response), sort).to.deep.equal(named('computer', ...at(...order)));
      }
    });

    it('are cut behind their filter, and leave the primary data alone', async () => {
      const found = await client.get(
        `/persons${query({ includeFilter: '{"computers":[{"name":"serial","op":"gt","val":"a"}]}' })}&page[computers][size]=2&include=computers&${both()}`,
      );
      expect(idsOf(found)).to.deep.equal([ada, bob]);
      const [first, second] = found.document.data.map((each: ApiResponse['document']) => each.relationships.computers);
      expect([first.data, first.links.next, first.meta]).to.deep.equal([
        computerIds(...at(0, 2)),
        null,
        { complete: false },
      ]);
      expect([second.data, second.meta]).to.deep.equal([computerIds(...at(4)), { complete: false }]);
      expect(includedIn(found)).to.deep.equal(named('computer', ...at(0, 2, 4)));
    });

    it('say that they are complete by saying nothing', async () => {
      for (const [size, next] of [
        [3, 'string'],
        [4, 'object'],
        [5, 'object'],
      ] as const) {
        const { document } = await client.get(`${person()}?page[computers][size]=${size}`);
        const { meta, links, data } = document.data.relationships.computers;
        expect(data).to.have.lengthOf(Math.min(size, 4));
        expect(typeof links.next, String(size)).to.equal(next);
        expect(meta).to.deep.equal(size === 3 ? { complete: false } : undefined);
      }
    });

    it('need no include where linkage is always shown', async () => {
      const alone = await client.get(`/persons?page[computers][size]=1&${both()}`);
      expect(alone.document).not.to.have.property('included');
      expect(alone.document.data[0].relationships.computers.data).to.deep.equal(computerIds(...at(0)));
      expect(alone.document.data[0].relationships.computers.links.next).to.equal(
        `${self()}?page%5Bsize%5D=1&page%5Btotal%5D=false&page%5Bafter%5D=${await cursorBehind(at(0)[0] ?? '', '')}`,
      );
      const behind = await client.get(`/computers/${at(1)[0] ?? ''}?include=owner&page[owner.computers][size]=1`);
      expect(includedIn(behind)).to.deep.equal(named('person', ada ?? ''));
      expect(behind.document.included[0].relationships.computers.data).to.deep.equal(computerIds(...at(0)));
    });

    it('are included only as far as they are shown, and lead on from there', async () => {
      const response = await client.get(
        `${person()}?include=computers.owner.computers&page[computers.owner.computers][size]=2&includeSort=-computers.serial`,
      );
      expect(includedIn(response)).to.deep.equal([...named('computer', ...at(2, 0)), ...named('person', ada ?? '')]);
      const shown = [response.document.data, response.document.included[2]];
      for (const { relationships } of shown)
        expect(relationships.computers.data).to.deep.equal(computerIds(...at(2, 0)));
      const cursor = await cursorBehind(at(0)[0] ?? '', 'sort=-serial');
      const [next] = shown.map(({ relationships }) => relationships.computers.links.next);
      expect(next).to.equal(
        `${self()}?include=computers.owner.computers,computers&sort=-serial&page%5Bcomputers.owner.computers%5D%5Bsize%5D=2&includeSort=-computers.owner.computers.serial&page%5Bsize%5D=2&page%5Btotal%5D=false&page%5Bafter%5D=${cursor}`,
      );
      expect(shown[1].relationships.computers.links.next).to.equal(next);
    });

    it('are not there where nothing is', async () => {
      const alone = await addComputer(client);
      const none = await client.get(`/computers/${alone}/owner?page[computers][size]=1`);
      expect([none.status, none.document.data]).to.deep.equal([200, null]);
      expectErrors(await client.get(`/persons/${MISSING}?page[computers][size]=1`), 'object-not-found ?id');
      expectErrors(
        await client.get(`/persons/${MISSING}/relationships/computers?page[size]=1`),
        'object-not-found ?id',
      );
      const empty = await client.get(
        `/persons/${await addPerson(client)}?page[computers][size]=1&page[computers][total]=true`,
      );
      const { links, ...rest } = empty.document.data.relationships.computers;
      expect([links.prev, links.next, rest]).to.deep.equal([
        null,
        null,
        { data: [], meta: { count: 0, page: { total: 0 } } },
      ]);
    });

    it('have the same headers for HEAD', async () => {
      for (const path of [
        `${person()}?page[computers][size]=1`,
        `/persons?page[computers][size]=1`,
        `${self()}?page[size]=2`,
      ]) {
        const [get, head] = [await client.get(path), await client.send('HEAD', path)];
        for (const header of ['content-type', 'content-length', 'etag', 'vary'])
          expect(head.headers[header], `${path} ${header}`).to.equal(get.headers[header]);
      }
    });

    describe('on their own route', () => {
      it('come in pages with cursors, in both directions', async () => {
        const link = (...pairs: readonly string[]): string => `${self()}?${pairs.join('&')}`;
        const [sort, size] = ['sort=serial', 'page%5Bsize%5D=2'];
        const cursors = cursorsOf(await client.get(`${person()}/computers?sort=serial&page[after]=`));
        const behind = (index: number): string => `page%5Bafter%5D=${cursors[index] ?? ''}`;
        const before = (index: number): string => `page%5Bbefore%5D=${cursors[index] ?? ''}`;
        const order = at(1, 3, 0, 2);
        for (const [path, from, self_, prev, next] of [
          [link(sort, size), 0, link(sort, size), null, link(sort, size, behind(1))],
          [
            link(sort, size, 'page[after]='),
            0,
            link(sort, size, 'page%5Bafter%5D='),
            null,
            link(sort, size, behind(1)),
          ],
          [link(sort, size, behind(1)), 2, link(sort, size, behind(1)), link(sort, size, before(2)), null],
          [
            link(sort, size, before(3)),
            1,
            link(sort, size, before(3)),
            link(sort, size, before(1)),
            link(sort, size, behind(2)),
          ],
          [
            link(sort, size, 'page[before]='),
            2,
            link(sort, size, 'page%5Bbefore%5D='),
            link(sort, size, before(2)),
            null,
          ],
        ] as const) {
          const { document, text } = await client.get(path);
          const shown = order.slice(from, from + 2);
          expect(text, path).to.equal(
            JSON.stringify({
              data: shown.map((id, index) => ({
                type: 'computer',
                id,
                meta: { page: { cursor: cursors[from + index] } },
              })),
              links: {
                self: self_,
                related: `${person()}/computers`,
                first: link(sort, size, 'page%5Bafter%5D='),
                last: link(sort, size, 'page%5Bbefore%5D='),
                prev,
                next,
              },
              meta: { count: 4, page: { total: 4 } },
              jsonapi: { version: '1.0' },
            }),
          );
          expect(document.data).to.have.lengthOf(2);
        }
      });

      it('have no pages with a filter or a sort alone', async () => {
        const { text } = await client.get(`${self()}?filter[serial]=a&sort=-id`);
        expect(text).to.equal(
          JSON.stringify({
            data: computerIds(...at(3, 1)),
            links: { self: `${self()}?filter%5Bserial%5D=a&sort=-id`, related: `${person()}/computers` },
            meta: { count: 2 },
            jsonapi: { version: '1.0' },
          }),
        );
      });

      it('are as ever without them, and with what says nothing', async () => {
        const plain = await client.get(self());
        for (const nothing of ['filter=[]', 'sort=', 'includeSort=', 'includeFilter={}', 'filter=[]&sort='])
          expect((await client.get(`${self()}?${nothing}`)).text, nothing).to.equal(plain.text);
        expect(Object.keys(plain.document)).to.deep.equal(['data', 'links', 'jsonapi']);
      });

      it('are not counted with page[total]=false', async () => {
        const { document } = await client.get(`${self()}?page[size]=1&page[total]=false`);
        expect(Object.keys(document)).to.deep.equal(['data', 'links', 'jsonapi']);
        expect(document.links.next).to.include('page%5Btotal%5D=false');
      });

      it('show of the owner what the document shows elsewhere', async () => {
        const response = await client.get(
          `${self()}?page[size]=1&sort=-id&include=computers.owner.computers&page[computers.owner.computers][size]=1`,
        );
        expect(idsOf(response)).to.deep.equal(at(3));
        expect(includedIn(response)).to.deep.equal([
          ...named('computer', ...at(3)),
          ...named('person', ada ?? ''),
          ...named('computer', ...at(0)),
        ]);
        expect(response.document.included[1].relationships.computers.data).to.deep.equal(computerIds(...at(0)));
      });
    });

    it('do not reach the answers of writes, nor exports', async () => {
      const body = { data: { ...personId(ada ?? '') } };
      for (const name of ['page[computers][size]', 'page[computers][total]', 'includeSort', 'includeFilter']) {
        const parameter = `${name}=1`;
        const refused = `invalid-parameter ?${name}`;
        expectErrors(await client.patch(`${person()}?${parameter}`, body), refused);
        expectErrors(
          await client.post(`/persons?${parameter}`, { data: { type: 'person', attributes: { name: 'Eve' } } }),
          refused,
        );
        expectErrors(await client.delete(`${person()}?${parameter}`), refused);
        for (const method of ['POST', 'PATCH', 'DELETE'])
          expectErrors(await client.send(method, `${self()}?${parameter}`, { body: { data: [] } }), refused);
        expectErrors(await client.get(`/export/persons.ndjson?${parameter}`), refused);
        expectErrors(await client.post(`/operations?${parameter}`, {}, { headers: ATOMIC }), refused);
        expectErrors(await client.get(`/?${parameter}`), refused);
      }
      for (const name of [
        'filter',
        'filter[serial]',
        'sort',
        'page[size]',
        'page[after]',
        'page[before]',
        'page[total]',
      ])
        for (const method of ['POST', 'PATCH', 'DELETE'])
          expectErrors(
            await client.send(method, `${self()}?${name}=1`, { body: { data: [] } }),
            `invalid-parameter ?${name}`,
          );
    });
  });
}

const ATOMIC_TYPE = 'application/vnd.api+json;ext="https://jsonapi.org/ext/atomic"';
const ATOMIC = { 'Content-Type': ATOMIC_TYPE, Accept: ATOMIC_TYPE };
