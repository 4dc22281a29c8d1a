// The pages of the feed of changes.
import { expect } from 'chai';
import type { ResourceType } from '#domain/schema';
import { anyResource, resources } from '#test/support/model';
import type { ApiClient } from '../../support/api-client.ts';
import { addAny, newAttributes } from './any-type.ts';
import type { ApiUnderTest } from './api-under-test.ts';
import { changesSince, feedEnd, feedPage, feedPages, type ShownChange } from './feed.ts';

const types = Object.values(resources).map(({ type }): ResourceType => type);

export function describeChangesPages({ client }: ApiUnderTest): void {
  describe('The pages of the feed of changes', () => {
    describeWalks(client);
    describeProgress(client);
  });
}

function describeWalks(client: ApiClient): void {
  let since = '';
  let all: readonly ShownChange[] = [];

  before(async () => {
    since = await feedEnd(client);
    for (const type of types) {
      const id = await addAny(client, type);
      await addAny(client, type);
      const { path } = resources[type];
      await client.patch(`${path}/${id}`, { data: { type, id, attributes: newAttributes(type) } });
    }
    // One write with several changes.
    for (let time = 0; time < 2; time += 1) await createAtOnce(client, 5);
    all = await changesSince(client, since, { 'page[size]': '1000' });
    expect(all.length).to.be.at.least(10);
  });

  for (const size of [1, 2, 3, 7, 999])
    it(`of ${size} make the whole, in the same order`, async () => {
      const pages = await feedPages(client, since, { 'page[size]': String(size) });
      expect(pages.flatMap(({ data }) => data)).to.deep.equal(all);
      for (const { data, meta, links } of pages.slice(0, -1)) {
        expect(data).to.have.length(size);
        expect(meta.position).to.equal(data.at(-1)?.meta.page.cursor);
        expect(new URL(links.next ?? '', 'http://localhost').searchParams.get('page[after]')).to.equal(meta.position);
      }
      expect(pages.at(-1)?.links.next).to.equal(null);
      expect(pages.at(-1)?.meta.position).to.equal(await feedEnd(client));
    });

  it('go on behind every change', async () => {
    for (const [index, { meta }] of all.entries())
      expect(await changesSince(client, meta.page.cursor)).to.deep.equal(all.slice(index + 1));
  });

  it('are the same whoever asks, and whenever', async () => {
    const [one, again] = [
      await feedPages(client, since, { 'page[size]': '4' }),
      await feedPages(client, since, { 'page[size]': '4' }),
    ];
    expect(again).to.deep.equal(one);
  });

  it('keep the parameters in their links', async () => {
    const parameters = { 'filter[type]': anyResource.type, [`fields[${anyResource.type}]`]: 'id', 'page[size]': '1' };
    const pages = await feedPages(client, since, parameters);
    expect(pages.length).to.be.above(1);
    for (const { links } of pages.slice(1))
      expect(Object.fromEntries(new URL(links.self, 'http://localhost').searchParams)).to.include(parameters);
  });

  it('make the whole of one type and of one resource, too', async () => {
    for (const type of types) {
      const ofType = all.filter(({ relationships }) => relationships.subject.data.type === type);
      for (const size of ['1', '2', '1000'])
        expect(await changesSince(client, since, { 'filter[type]': type, 'page[size]': size })).to.deep.equal(ofType);
    }
  });
}

function describeProgress(client: ApiClient): void {
  const [first, second] = types;

  it('are empty at the end, with the same position', async () => {
    const end = await feedEnd(client);
    for (const after of [end, 'now']) {
      const page = await feedPage(client, { 'page[after]': after });
      expect([page.data, page.links.next, page.meta.position]).to.deep.equal([[], null, end]);
    }
  });

  it('say how far was looked, not what is shown last', async () => {
    if (first === undefined || second === undefined) return;
    const since = await feedEnd(client);
    const id = await addAny(client, first);
    const [created] = (await changesSince(client, since, { 'filter[type]': first, 'filter[id]': id })).slice(-1);
    await addAny(client, second);
    const page = await feedPage(client, { 'page[after]': since, 'filter[type]': first, 'filter[id]': id });
    expect(page.data).to.deep.equal([created]);
    expect(page.meta.position).to.equal(await feedEnd(client));
    expect(page.meta.position).not.to.equal(created?.meta.page.cursor);
    expect(page.links.next).to.equal(null);
    expect(await changesSince(client, page.meta.position)).to.deep.equal([]);
  });

  it('begin with the oldest change that is kept', async () => {
    await addAny(client, anyResource.type);
    const [absent, empty] = [await feedPage(client, {}), await feedPage(client, { 'page[after]': '' })];
    expect(absent.data).to.have.length.above(0);
    expect(empty.data).to.deep.equal(absent.data);
    const [oldest] = absent.data;
    const rest = await feedPage(client, { 'page[after]': oldest?.meta.page.cursor ?? '', 'page[size]': '1' });
    expect(rest.data).to.deep.equal(absent.data.slice(1, 2));
  });
}

async function createAtOnce(client: ApiClient, number: number): Promise<void> {
  // In every model, resources of the first type need no others.
  const { type } = anyResource;
  const operations = Array.from({ length: number }, () => ({
    op: 'add',
    data: { type, attributes: newAttributes(type) },
  }));
  const { status, text } = await client.operate(operations);
  expect(status, text).to.equal(200);
}
