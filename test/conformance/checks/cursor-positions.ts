import { expect } from 'chai';
import { check, expectError, expectStatus, type Checks } from '../check.ts';
import { addition, resultsOf } from '../operations.ts';
import { ComputerList, fiveComputers, pageOf } from '../pages.ts';
import { newComputers, newPerson, pathOf, relatedOf, uniqueText } from '../resources.ts';
import { type Session } from '../session.ts';

const NAMES = ['page[after]', 'page[before]'];

export const cursorPositions: Checks = {
  'cursor-unique-order': check('pages through computers with equal serials', async (session) => {
    const list = new ComputerList(session, await newComputers(session, ['a', 'b', 'b', 'b', 'c']));
    for (const sort of ['serial', '-serial']) {
      const whole = (await session.get(`${list.path}&sort=${sort}`)).document;
      const ids = whole.data.map(({ id }: { id: string }) => id);
      for (const size of [1, 2, 3]) expect(await idsOnPages(list, `sort=${sort}`, size)).to.deep.equal(ids);
    }
  }),

  'cursor-default-order': check('orders a list that nobody sorts', async (session) => {
    const list = new ComputerList(session, await newComputers(session, ['c', 'a', 'b']));
    const pages = await list.walk(await list.page('page[size]=1'), 'next');
    expect(pages).to.deep.equal([['c'], ['a'], ['b']]);
    expect(await list.walk(await list.page('page[size]=1', 'page[before]='), 'prev')).to.deep.equal(pages.toReversed());
  }),

  'cursor-list-changes': check('keeps the place of a cursor whose computer is deleted', async (session) => {
    const list = await fiveComputers(session);
    const { document, cursors, next } = await list.page('sort=serial', 'page[size]=3');
    expectStatus(await session.delete(pathOf(document.data[2])), 200);
    expect((await list.follow(next)).items).to.deep.equal(['d', 'e']);
    const before = await list.page('sort=serial', `page[before]=${cursors[2]}`);
    expect(before.items).to.deep.equal(['a', 'b']);
  }),

  'cursor-size-positive': check('takes a positive page size', async (session) => {
    const list = await fiveComputers(session);
    for (const size of [1, 4]) expect((await list.page(`page[size]=${size}`)).items).to.have.length(size);
    await expectSizeRefused(session, list, '0');
  }),

  'cursor-size-invalid': check('rejects other page sizes', async (session) => {
    const list = await fiveComputers(session);
    for (const size of ['0', '-1', 'x', '', '1.5', 'null']) await expectSizeRefused(session, list, size);
  }),

  'cursor-size-digits': check('rejects a page size of other characters than digits', async (session) => {
    const list = await fiveComputers(session);
    for (const size of ['%2B2', '2.0', '0x2', '2e0', '%202', '2%20', '%D9%A2'])
      await expectSizeRefused(session, list, size);
  }),

  'cursor-size-decimal': check('reads the page size as a decimal number', async (session) => {
    const list = new ComputerList(session, await newComputers(session, [...'abcdefghijkl']));
    expect((await list.page('page[size]=10')).items).to.have.length(10);
    expect((await list.page('page[size]=010')).items).to.have.length(10);
  }),

  'cursor-max-size': check('returns at most the maximum number of items that is configured', async (session) => {
    const list = await fiveComputers(session);
    const { maxPageSize = Number.MAX_SAFE_INTEGER } = await session.pageSizes();
    expect((await list.page(`page[size]=${maxPageSize}`)).items).to.have.length(Math.min(maxPageSize, 5));
  }),

  'cursor-default-size': check('has a page size for requests without one', async (session) => {
    const { defaultPageSize } = await session.pageSizes();
    const list = await longList(session, defaultPageSize + 1);
    for (const position of ['page[after]=', 'page[before]='])
      expect((await list.page(position)).items).to.have.length(Math.min(defaultPageSize, 100));
  }),

  'cursor-default-size-range': check('has a page size between 1 and the maximum', async (session) => {
    const { defaultPageSize, maxPageSize = Infinity } = await session.pageSizes();
    expect(defaultPageSize).to.be.within(1, maxPageSize);
    expect((await (await longList(session, 2)).page()).items).to.have.length(Math.min(defaultPageSize, 2));
  }),

  'cursor-item-count': check('returns as many items as the page size says, while there are', async (session) => {
    const list = await fiveComputers(session);
    const { cursors } = await list.page();
    for (const size of [1, 3, 5, 6]) {
      expect((await list.page(`page[size]=${size}`)).items).to.have.length(Math.min(size, 5));
      for (const [at, cursor] of cursors.entries()) {
        const [after, before] = NAMES.map((name) => list.page(`page[size]=${size}`, `${name}=${cursor}`));
        expect((await after)?.items).to.have.length(Math.min(size, 4 - at));
        expect((await before)?.items).to.have.length(Math.min(size, at));
      }
    }
  }),

  'cursor-invalid': check('rejects what is not a cursor of the list', async (session) => {
    const list = await fiveComputers(session);
    const ofAnotherSort = (await list.page('sort=serial')).cursors[0];
    await newPerson(session);
    const person = (await pageOf(session, '/persons?page[size]=1')).document.data[0];
    for (const cursor of ['x', '1', '-', '%20', '%00', 'A'.repeat(5000), ofAnotherSort, person.meta.page.cursor])
      for (const parameter of NAMES)
        expectError(await session.get(`${list.path}&${parameter}=${cursor}`), 400, { parameter });
  }),

  'cursor-after': check('starts immediately after page[after]', async (session) => {
    const list = await fiveComputers(session);
    const { items, cursors } = await list.page();
    for (const [at, cursor] of cursors.entries()) {
      const { items: rest } = await list.page(`page[after]=${cursor}`);
      expect(rest).to.deep.equal(items.slice(at + 1));
      const one = await list.page(`page[after]=${cursor}`, 'page[size]=1');
      expect(one.items).to.deep.equal(items.slice(at + 1, at + 2));
    }
    expect((await list.page('page[after]=', 'page[size]=2')).items).to.deep.equal(['a', 'b']);
  }),

  'cursor-after-empty': check('returns an empty array behind the last item', async (session) => {
    const list = await fiveComputers(session);
    const { cursors } = await list.page();
    const page = await list.page(`page[after]=${cursors.at(-1)}`);
    expect(page.document.data).to.deep.equal([]);
    expect((await list.follow(page.prev)).items).to.deep.equal(['a', 'b', 'c', 'd', 'e']);
  }),

  'cursor-before': check('ends immediately before page[before]', async (session) => {
    const list = await fiveComputers(session);
    const { items, cursors } = await list.page();
    for (const [at, cursor] of cursors.entries()) {
      const { items: rest } = await list.page(`page[before]=${cursor}`);
      expect(rest).to.deep.equal(items.slice(0, at));
      const one = await list.page(`page[before]=${cursor}`, 'page[size]=1');
      expect(one.items).to.deep.equal(items.slice(Math.max(at - 1, 0), at));
    }
    expect((await list.page('page[before]=', 'page[size]=2')).items).to.deep.equal(['d', 'e']);
  }),

  'cursor-before-empty': check('returns an empty array before the first item', async (session) => {
    const list = await fiveComputers(session);
    const { cursors } = await list.page();
    const page = await list.page(`page[before]=${cursors[0]}`);
    expect(page.document.data).to.deep.equal([]);
    expect((await list.follow(page.next)).items).to.deep.equal(['a', 'b', 'c', 'd', 'e']);
  }),

  'cursor-neither': check('starts from the first item without a cursor', async (session) => {
    const list = await fiveComputers(session);
    expect((await list.page('page[size]=2')).items).to.deep.equal(['a', 'b']);
    expect((await list.page('page[size]=2', 'sort=-serial')).items).to.deep.equal(['e', 'd']);
  }),

  'cursor-neither-empty': check('returns an empty array for an empty list', async (session) => {
    expect((await new ComputerList(session, uniqueText()).page()).document.data).to.deep.equal([]);
    const person = await newPerson(session);
    expect((await pageOf(session, relatedOf(person))).document.data).to.deep.equal([]);
  }),

  'cursor-range': check('rejects page[after] with page[before]', async (session) => {
    const list = await fiveComputers(session);
    const { cursors } = await list.page();
    for (const [after, before] of [
      [cursors[0], cursors[3]],
      ['', cursors[3]],
      ['', ''],
    ]) {
      const response = await session.get(`${list.path}&page[after]=${after}&page[before]=${before}`);
      expectError(response, 400, { parameter: 'page[before]' });
      expect(response.document.errors[0].links.type).to.match(/\/range-pagination-not-supported$/);
    }
  }),
};

/** A list of this many computers, at most 100, created by one request. */
async function longList(session: Session, length: number): Promise<ComputerList> {
  const prefix = uniqueText();
  const numbers = Array.from({ length: Math.min(length, 100) }, (_, index) => index);
  await resultsOf(session, ...numbers.map((number) => addition(`${prefix}${number}`)));
  return new ComputerList(session, prefix);
}

/** Expects a page size to be rejected in every kind of request for a page. */
async function expectSizeRefused(session: Session, list: ComputerList, size: string): Promise<void> {
  for (const position of ['page[after]=', 'page[before]='])
    expectError(await session.get(`${list.path}&${position}&page[size]=${size}`), 400, { parameter: 'page[size]' });
}

async function idsOnPages(list: ComputerList, sort: string, size: number): Promise<readonly string[]> {
  const ids: string[] = [];
  for (let page = await list.page(sort, `page[size]=${size}`); ; page = await list.follow(page.next)) {
    ids.push(...page.document.data.map(({ id }: { id: string }) => id));
    if (page.next === null || ids.length > 10) return ids;
  }
}
