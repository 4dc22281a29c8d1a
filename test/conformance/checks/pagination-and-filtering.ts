import { expect } from 'chai';
import { check, checkLast, expectStatus, partsOf, type Checks } from '../check.ts';
import { endings, newComputers, serialsStartingWith } from '../resources.ts';
import { type Session } from '../session.ts';

const PAGES = ['first', 'last', 'prev', 'next'];

export const paginationAndFiltering: Checks = {
  'pagination#1': check('returns one page of a collection', async (session) => {
    const { prefix, path } = await fiveComputers(session);
    const { document } = await session.get(`${path}&page[size]=2`);
    expect(endings(document, prefix)).to.deep.equal(['a', 'b']);
    expect(document.meta.count).to.equal(5);
  }),

  'pagination-links#1': check('links each page to the next and the previous one', async (session) => {
    const { prefix, path } = await fiveComputers(session);
    const forward = await walk(session, prefix, (await session.get(`${path}&page[size]=2`)).document, 'next');
    expect(forward).to.deep.equal(['a', 'b', 'c', 'd', 'e']);
    const backward = await walk(
      session,
      prefix,
      (await session.get(`${path}&page[size]=2&page[number]=3`)).document,
      'prev',
    );
    expect(backward).to.deep.equal(['e', 'c', 'd', 'a', 'b']);
  }),

  'pagination-links-object#1': checkLast('has pagination links only in the links of a collection', (session) => {
    const paged = partsOf(session, 'linkLists').filter(({ value }) => PAGES.some((name) => name in value));
    expect(paged.length).to.be.above(0);
    // A to-many relationship object also has pagination links.
    for (const { where } of paged)
      expect(where).to.match(
        /^GET \/(?:\S+ \/\S*\/relationships\/computers\/links|(?:\w+|persons\/\d+\/(?:relationships\/)?\w+)(?:\?\S*)? \/links)$/,
      );
    for (const { value, where } of partsOf(session, 'documents'))
      if (PAGES.some((name) => name in (value.links ?? {}))) expect(value.data, where).to.be.an('array');
  }),

  'pagination-keys#1': check('names the pagination links first, last, prev and next', async (session) => {
    const { prefix, path } = await fiveComputers(session);
    const { links } = (await session.get(`${path}&page[size]=2&page[number]=2`)).document;
    expect(links).to.include.all.keys('self', ...PAGES);
    const pages = PAGES.map(async (name) => endings((await session.follow(links[name])).document, prefix));
    expect(await Promise.all(pages)).to.deep.equal([['a', 'b'], ['e'], ['a', 'b'], ['e']]);
  }),

  'pagination-unavailable-link#1': check('omits the link of a page that does not exist', async (session) => {
    const { path } = await fiveComputers(session);
    expect((await session.get(`${path}&page[size]=2&page[number]=1`)).document.links.prev ?? null).to.equal(null);
    expect((await session.get(`${path}&page[size]=2&page[number]=3`)).document.links.next ?? null).to.equal(null);
    const { links } = (await session.get(`${path}&page[size]=5`)).document;
    for (const name of ['prev', 'next']) expect(links[name] ?? null).to.equal(null);
  }),

  'pagination-order#1': check('orders the pages as sorted', async (session) => {
    const { prefix, path } = await fiveComputers(session);
    const { document } = await session.get(`${path}&sort=-serial&page[size]=2`);
    expect(await walk(session, prefix, document, 'next')).to.deep.equal(['e', 'd', 'c', 'b', 'a']);
    expect(endings((await session.follow(document.links.last)).document, prefix)).to.deep.equal(['a']);
    expect(endings((await session.follow(document.links.first)).document, prefix)).to.deep.equal(['e', 'd']);
  }),

  'pagination-page-parameter#1': check('paginates with the page parameter, also in links', async (session) => {
    const { prefix, path } = await fiveComputers(session);
    const { document } = await session.get(`${path}&page[size]=2&page[number]=2`);
    expect(endings(document, prefix)).to.deep.equal(['c', 'd']);
    for (const name of PAGES) {
      const parameters = new URL(document.links[name], 'http://base').searchParams;
      expect([...parameters.keys()], name).to.have.members(['filter', 'page[size]', 'page[number]']);
    }
  }),

  'filtering#1': check('filters with the filter parameter', async (session) => {
    const { prefix } = await fiveComputers(session);
    const one = await session.get(`/computers?filter[serial]=${prefix}c`);
    expectStatus(one, 200);
    expect(endings(one.document, prefix)).to.deep.equal(['c']);
    const rest = await session.get(`/computers?${serialsStartingWith(prefix)}&filter[serial]=${prefix}c`);
    expect(endings(rest.document, prefix)).to.deep.equal(['c']);
    expect((await session.get(`/computers?filter[serial]=${prefix}`)).document.data).to.deep.equal([]);
  }),
};

async function fiveComputers(session: Session): Promise<{ readonly prefix: string; readonly path: string }> {
  const prefix = await newComputers(session, ['a', 'b', 'c', 'd', 'e']);
  return { prefix, path: `/computers?${serialsStartingWith(prefix)}` };
}

/** Follows the links in one direction and collects the computers on all pages. */
async function walk(
  session: Session,
  prefix: string,
  // oxlint-disable-next-line typescript/no-explicit-any -- as in the answer
  page: any,
  direction: 'next' | 'prev',
): Promise<readonly string[]> {
  const found = [...endings(page, prefix)];
  for (let link: unknown = page.links[direction]; typeof link === 'string';) {
    // Guards against links that form a cycle.
    expect(found.length, 'computers on all pages').to.be.below(10);
    const { document } = await session.follow(link);
    found.push(...endings(document, prefix));
    link = document.links[direction];
  }
  return found;
}
