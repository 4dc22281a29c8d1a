import { expect } from 'chai';
import { type ApiResponse } from '../../support/api-client.ts';
import { CURSORS } from '../../support/media-types.ts';
import { check, checkLast, expectError, expectStatus, modernPartsOf, partsOf, type Checks } from '../check.ts';
import { type Found } from '../documents.ts';
import { fiveComputers } from '../pages.ts';
import { newPerson, pathOf, relatedOf } from '../resources.ts';
import { type Session } from '../session.ts';

export const cursorDocuments: Checks = {
  'cursor-page-object': checkLast('has an object as page in every meta', (session) => {
    const pages = metasOf(session).filter(({ value }) => 'page' in value);
    expect(pages.length).to.be.above(0);
    for (const { value, where } of pages) expect(value.page, where).to.be.an('object');
  }),

  'cursor-item-cursor': check('returns each item of a page with a cursor', async (session) => {
    const list = await fiveComputers(session);
    for (const position of ['', 'page[after]=', 'page[before]=']) {
      const { cursors } = await list.page(position);
      expect(new Set(cursors).size).to.equal(5);
    }
    const bare = await session.get(`${list.path}&page[after]=`);
    for (const { meta } of bare.document.data) expect(meta.page.cursor).to.match(/^[A-Za-z0-9_-]+$/);
  }),

  'cursor-item-cursor-falls-on': check('returns cursors of their items', async (session) => {
    const list = await fiveComputers(session);
    for (const sort of ['sort=-serial', 'sort=owner__id,-id']) {
      const { items, cursors } = await list.page(sort);
      for (const [at, cursor] of cursors.entries()) {
        const [before, after] = [
          await list.page(sort, `page[before]=${cursor}`),
          await list.page(sort, `page[after]=${cursor}`),
        ];
        expect([...before.items, items[at], ...after.items]).to.deep.equal(items);
      }
    }
  }),

  'cursor-first-last': check('links to the first and the last page', async (session) => {
    const list = await fiveComputers(session);
    const { cursors } = await list.page();
    for (const position of ['', `page[after]=${cursors[2]}`, `page[before]=${cursors[2]}`]) {
      const { links } = (await list.page(position, 'page[size]=2')).document;
      expect((await list.follow(links.first)).items).to.deep.equal(['a', 'b']);
      expect((await list.follow(links.last)).items).to.deep.equal(['d', 'e']);
    }
  }),

  'cursor-prev-next': check('links every page to the previous and the next one', async (session) => {
    const list = await fiveComputers(session);
    const forward = await list.walk(await list.page('page[size]=2'), 'next');
    expect(forward).to.deep.equal([['a', 'b'], ['c', 'd'], ['e']]);
    const backward = await list.walk(await list.page('page[size]=2', 'page[before]='), 'prev');
    expect(backward).to.deep.equal([['d', 'e'], ['b', 'c'], ['a']]);
    const person = await newPerson(session);
    for (const path of [`${list.path}&page[after]=`, `${relatedOf(person)}?page[before]=`])
      expect((await session.get(path)).document.links).to.have.all.keys('self', 'first', 'last', 'prev', 'next');
  }),

  'cursor-next-null': check('has null as next exactly if nothing follows', async (session) => {
    const list = await fiveComputers(session);
    const { cursors } = await list.page();
    for (const size of [1, 2, 5]) {
      expect((await list.page(`page[size]=${size}`)).next === null, `${size} from the start`).to.equal(size >= 5);
      for (const [at, cursor] of cursors.entries()) {
        const { next } = await list.page(`page[size]=${size}`, `page[after]=${cursor}`);
        expect(next === null, `${size} behind item ${at}`).to.equal(at + size >= 4);
      }
    }
  }),

  'cursor-prev-null': check('has null as prev exactly if nothing precedes', async (session) => {
    const list = await fiveComputers(session);
    const { cursors } = await list.page();
    expect((await list.page('page[size]=2')).prev).to.equal(null);
    for (const size of [1, 2, 5]) {
      expect((await list.page(`page[size]=${size}`, 'page[before]=')).prev === null, `last ${size}`).to.equal(
        size >= 5,
      );
      for (const [at, cursor] of cursors.entries()) {
        const { prev } = await list.page(`page[size]=${size}`, `page[before]=${cursor}`);
        expect(prev === null, `${size} before item ${at}`).to.equal(at <= size);
      }
    }
  }),

  'cursor-null-if-known': check('has null for what the request says is an end', async (session) => {
    const list = await fiveComputers(session);
    expect((await list.page('page[after]=', 'page[size]=2')).prev).to.equal(null);
    expect((await list.page('page[before]=', 'page[size]=2')).next).to.equal(null);
  }),

  'cursor-link-to-empty-page': check('links to a page that may be empty if it does not know', async (session) => {
    const list = await fiveComputers(session);
    const { cursors, document } = await list.page();
    const [behindFirst, beforeLast] = [
      await list.page(`page[after]=${cursors[0]}`),
      await list.page(`page[before]=${cursors[4]}`),
    ];
    for (const at of [0, 4]) expectStatus(await session.delete(pathOf(document.data[at])), 200);
    expect((await list.follow(behindFirst.prev)).items).to.deep.equal([]);
    expect((await list.follow(beforeLast.next)).items).to.deep.equal([]);
  }),

  'cursor-total': check('returns the number of items of all pages', async (session) => {
    const list = await fiveComputers(session);
    const { cursors } = await list.page();
    for (const position of ['', `page[after]=${cursors[3]}`, `page[before]=${cursors[0]}`])
      expect((await list.page(position, 'page[size]=2')).document.meta).to.deep.equal({ count: 5, page: { total: 5 } });
    expect((await list.page('page[total]=false')).document).not.to.have.property('meta');
  }),

  ...maxSizeExceeded(),

  'cursor-invalid-parameter': check('responds with 400 and the parameter to an invalid one', async (session) => {
    for (const [name, value] of [
      ['page[size]', 'x'],
      ['page[after]', 'x'],
      ['page[before]', 'x'],
      ['page[total]', 'x'],
      ['page[number]', '1'],
    ] as const) {
      const position = name === 'page[after]' || name === 'page[before]' ? '' : 'page[after]=&';
      const response = await session.get(`/computers?${position}${name}=${value}`);
      expectError(response, 400, { parameter: name });
      expect(response.document.errors[0]).not.to.have.property('links');
    }
  }),

  'cursor-range-status': check('responds with 400 to page[after] with page[before]', async (session) => {
    const [after, before] = ['page[after]=', 'page[before]='];
    for (const one of [after, before]) expectStatus(await session.get(`/computers?page[size]=1&${one}`), 200);
    for (const both of [`${after}&${before}`, `${before}&page[size]=1&${after}`])
      expectStatus(await session.get(`/computers?${both}`), 400);
  }),

  'cursor-range-document': check('has the type of the error for page[after] with page[before]', async (session) => {
    const response = await session.get('/computers?page[after]=&page[before]=');
    expectError(response, 400);
    expect(response.document.errors[0].links).to.deep.equal({ type: `${CURSORS}range-pagination-not-supported` });
  }),
};

/** Without a maximum, which only a configuration sets, every size is answered. */
function maxSizeExceeded(): Checks {
  const beyond = (name: string, inspect: (errors: readonly unknown[], maxSize: number) => void): Checks[string] =>
    check(name, async (session) => {
      const { maxPageSize } = await session.pageSizes();
      const list = await fiveComputers(session);
      const pageOf = (size: number): Promise<ApiResponse> =>
        session.get(`${list.path}&page[after]=&page[size]=${size}`);
      expectStatus(await pageOf(maxPageSize ?? Number.MAX_SAFE_INTEGER), 200);
      if (maxPageSize === undefined) return;
      const response = await pageOf(maxPageSize + 1);
      expectStatus(response, 400);
      inspect(response.document.errors, maxPageSize);
    });
  return {
    'cursor-max-size-exceeded': beyond('rejects a page size over the maximum', (errors) => {
      expect(errors).to.have.length(1);
    }),
    'cursor-max-size-status': beyond('responds with 400 to a page size over the maximum', ([error]) => {
      expect(error).to.include({ status: '400' });
    }),
    'cursor-max-size-document': beyond('tells the maximum of a page size over it', ([error], maxSize) => {
      expect(error).to.deep.include({
        source: { parameter: 'page[size]' },
        meta: { max: maxSize, page: { maxSize } },
        links: { type: `${CURSORS}max-size-exceeded` },
      });
    }),
  };
}

function metasOf(session: Session): readonly Found[] {
  return [...partsOf(session, 'metas'), ...modernPartsOf(session, 'metas')];
}
