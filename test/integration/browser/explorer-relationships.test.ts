// Many-to-many relationships and trees in the explorer, on the library, because the default model has neither.
import { expect } from 'chai';
import type { Page } from 'playwright-core';
import { choose, expectListOf, openedPanel, openExplorer, startFilter } from '../../browser/explorer.ts';
import { watchedIt } from '../../browser/watched-page.ts';
import { ApiClient, filterQuery } from '../../support/api-client.ts';
import { startProcess, type ServiceProcess } from '../../support/service-process.ts';

const LIBRARY = new URL('../../models/library', import.meta.url).pathname;

describe('The explorer follows relationships', () => {
  let service: ServiceProcess;
  let url = '';
  const client = new ApiClient(() => url);
  const { itOpens, journey } = watchedIt(() => url);

  before(async () => {
    service = startProcess({ DATABASE_URL: 'memory:', RESOURCES: LIBRARY });
    url = await service.listening;
    for (const pen_name of ['George Eliot', 'Mary Shelley'])
      await add('/authors', { type: 'author', attributes: { pen_name, living: false } });
    for (const [title, author] of [
      ['Middlemarch', '1'],
      ['Frankenstein', '2'],
    ] as const)
      await add('/books', {
        type: 'book',
        attributes: { title, price: 1 },
        relationships: { authors: { data: [{ type: 'author', id: author }] } },
      });
    for (const [code, parent] of [
      ['ART', undefined],
      ['FIC', '1'],
      ['NOV', '2'],
    ] as const)
      await add('/categories', {
        type: 'category',
        attributes: { code },
        relationships: { parent: { data: parent === undefined ? null : { type: 'category', id: parent } } },
      });
  });
  after(() => service.kill());

  async function add(path: string, data: object): Promise<void> {
    expect((await client.post(path, { data })).status).to.equal(201);
  }

  async function linkedTo(path: string): Promise<readonly string[]> {
    const { data } = (await client.get(path)).document;
    return (data as readonly { readonly id: string }[]).map(({ id }) => id);
  }

  journey('that are to-many on both sides, without taking links from others', async (pages) => {
    const page = await openExplorer(pages, '#/book?open=book/1');
    const form = await openedPanel(page, 'Middlemarch');
    const authors = form.getByRole('region', { name: 'authors' });
    await authors.getByRole('combobox', { name: 'Add to authors' }).click();
    const option = authors.getByRole('option', { name: 'Mary Shelley' });
    expect(await option.innerText()).not.to.contain('moves from');
    await option.click();
    await page.getByText('Linked Mary Shelley to Middlemarch.').waitFor();
    expect(await linkedTo('/authors/2/relationships/books')).to.have.members(['1', '2']);
    await authors.getByRole('button', { name: 'Unlink George Eliot' }).click();
    await page.getByText('Unlinked George Eliot from Middlemarch.').waitFor();
    expect(await linkedTo('/books/1/relationships/authors')).to.deep.equal(['2']);

    await authors.getByRole('button', { name: 'New author in authors' }).click();
    const fresh = await openedPanel(page, 'New author');
    await fresh.getByLabel('pen_name', { exact: true }).fill('Jane Austen');
    await fresh.getByLabel('living', { exact: true }).selectOption('false');
    await fresh.getByRole('button', { name: 'Create author' }).click();
    const author = await openedPanel(page, 'Jane Austen');
    await author
      .getByRole('region', { name: /^books/ })
      .getByRole('link', { name: 'Middlemarch' })
      .click();
    await openedPanel(page, 'Middlemarch');
    expect(await linkedTo('/books/1/relationships/authors')).to.deep.equal(['2', '3']);
    expect(await askedToDelete(page)).to.contain('Middlemarch will be deleted. It will be unlinked from 2 authors.');
  });

  itOpens('of a type that refers to itself', async (pages) => {
    const page = await openExplorer(pages, '#/category?open=category/3');
    let form = await openedPanel(page, 'NOV');
    for (const code of ['FIC', 'ART']) {
      await form.getByRole('region', { name: 'parent' }).getByRole('link', { name: code }).click();
      form = await openedPanel(page, code);
    }
    expect(await askedToDelete(page)).to.contain('ART will be deleted. 1 category will lose its parent.');
    await page.goBack();
    form = await openedPanel(page, 'FIC');
    const children = form.getByRole('region', { name: 'children' });
    await children.getByText('NOV').waitFor();
    expect(await children.getByRole('listitem').allInnerTexts()).to.deep.equal(['NOV']);

    await children.getByRole('button', { name: 'New category in children' }).click();
    const fresh = await openedPanel(page, 'New category');
    await fresh.getByRole('group', { name: 'parent' }).getByText('FIC').waitFor();
    // The page does not ask about a preset link.
    await page.keyboard.press('Escape');
    await fresh.waitFor({ state: 'detached' });

    const condition = await startFilter(page);
    await choose(condition, 'parent__parent__code', 'eq');
    await condition.getByLabel('Value of parent__parent__code').fill('ART');
    await expectListOf(
      page,
      client,
      `/categories${filterQuery([{ name: 'parent__parent__code', op: 'eq', val: 'ART' }])}`,
    );
  });
});

/** Starts to delete the resource in the panel, and cancels. Returns the question of the page. */
async function askedToDelete(page: Page): Promise<string> {
  await page.getByRole('button', { name: 'Delete', exact: true }).click();
  const dialog = page.getByRole('dialog');
  const text = await dialog.innerText();
  await dialog.getByRole('button', { name: 'Cancel' }).click();
  return text;
}
