// Choices among values, decimals and defaults in the explorer, which the default model has none of: on the library.
import { expect } from 'chai';
import type { Locator, Page } from 'playwright-core';
import { choose, expectListOf, openedPanel, openExplorer, startFilter } from '../../browser/explorer.ts';
import { watchedIt } from '../../browser/watched-page.ts';
import { ApiClient, filterQuery } from '../../support/api-client.ts';
import { eventually } from '../../support/eventually.ts';
import { startProcess, type ServiceProcess } from '../../support/service-process.ts';

const LIBRARY = new URL('../../models/library', import.meta.url).pathname;
const conditions = ['new', 'worn', 'worn', null];

describe('The explorer offers choices', () => {
  let service: ServiceProcess;
  let url = '';
  const client = new ApiClient(() => url);
  const { itOpens, journey } = watchedIt(() => url);

  beforeEach(async () => {
    service = startProcess({ DATABASE_URL: 'memory:', RESOURCES: LIBRARY });
    url = await service.listening;
    for (const condition of conditions) {
      const { status } = await client.post('/book_copies', { data: { type: 'book_copy', attributes: { condition } } });
      expect(status).to.equal(201);
    }
  });
  afterEach(() => service.kill());

  const attributeOf = async (path: string, name: string): Promise<unknown> =>
    (await client.get(path)).document.data.attributes[name];

  journey('in forms, with the default of a new resource', async (pages) => {
    const page = await openExplorer(pages, '#/book?open=book/new');
    const form = await openedPanel(page, 'New book');
    const language = form.getByLabel('language', { exact: true });
    expect(await optionsOf(language)).to.deep.equal(['default', 'en', 'de', 'fr']);
    await form.getByText('The default is en.').waitFor();
    await language.selectOption('fr');
    await language.selectOption('default');
    await form.getByLabel('title', { exact: true }).fill('Middlemarch');
    await form.getByLabel('price', { exact: true }).fill('12');
    await form.getByRole('button', { name: 'Create book' }).click();
    await openedPanel(page, 'Middlemarch');
    expect(await attributeOf('/books/1', 'language')).to.equal('en');
    expect(await optionsOf(language)).to.deep.equal(['en', 'de', 'fr']);
    await language.selectOption('de');
    await form.getByRole('button', { name: 'Save' }).click();
    await page.getByText('Book 1 saved.').waitFor();
    expect(await attributeOf('/books/1', 'language')).to.equal('de');
  });

  itOpens('that can be unset', async (pages) => {
    const page = await openExplorer(pages, '#/book_copy?open=book_copy/2');
    const form = await openedPanel(page, 'Book copy 2');
    const condition = form.getByLabel('condition', { exact: true });
    expect(await condition.inputValue()).to.equal('worn');
    expect(await optionsOf(condition)).to.deep.equal(['unset', 'new', 'worn', 'damaged']);
    await condition.selectOption('unset');
    await form.getByRole('button', { name: 'Save' }).click();
    await page.getByText('Book copy 2 saved.').waitFor();
    expect(await attributeOf('/book_copies/2', 'condition')).to.equal(null);
  });

  itOpens('in filters, with a value of the address that is none', async (pages) => {
    const isLost = { name: 'condition', op: 'eq', val: 'lost' };
    const page = await openExplorer(pages, `#/book_copy?filter=${encodeURIComponent(JSON.stringify([isLost]))}`);
    await page.getByText('must be one of "new", "worn", "damaged"').waitFor();
    const condition = page.getByRole('group', { name: 'Condition of condition' });
    const value = condition.getByLabel('Value of condition');
    expect(await value.inputValue()).to.equal('lost');
    await value.selectOption('worn');
    await expectListOf(page, client, `/book_copies${filterQuery([{ ...isLost, val: 'worn' }])}`);
    await condition.getByLabel('Operator of condition').selectOption('in_');
    expect(await ticked(condition)).to.deep.equal(['worn']);
    await condition.getByLabel('new', { exact: true }).check();
    const either = { name: 'condition', op: 'in_', val: ['new', 'worn'] };
    await expectListOf(page, client, `/book_copies${filterQuery([either])}`);
    pages.expectProblem(/400/);
  });

  itOpens('and only the fields that can be compared with one', async (pages) => {
    const page = await openExplorer(pages, '#/loan');
    const condition = await startFilter(page);
    await choose(condition, 'book_copy__condition', 'eq');
    await condition.getByLabel('Compare book_copy__condition with').selectOption('field');
    const fields = condition.getByLabel('Other field of book_copy__condition');
    expect(await optionsOf(fields)).to.deep.equal(['choose…', 'id', 'shelf', 'acquired_on', 'for_loan']);
    await choose(condition, 'fine', 'gt');
    await condition.getByLabel('Compare fine with').selectOption('field');
    expect(await optionsOf(condition.getByLabel('Other field of fine'))).to.include('renewals');
  });

  itOpens('and charts them', async (pages) => {
    const page = await openExplorer(pages, '#/book_copy');
    const bars = page.getByRole('button', { name: /^condition / });
    await expectBars(bars, ['new 1', 'worn 2', 'damaged 0', 'unset 1']);
    await bars.filter({ hasText: 'worn' }).click();
    await expectListOf(page, client, `/book_copies${filterQuery([{ name: 'condition', op: 'eq', val: 'worn' }])}`);
    await expectBars(bars, ['new 1', 'worn 2', 'damaged 0', 'unset 1']);
    await bars.filter({ hasText: 'unset' }).click();
    await expectListOf(page, client, `/book_copies${filterQuery([{ name: 'condition', op: 'eq', val: null }])}`);
    expect(await chosenIn(page)).to.deep.equal(['unset']);
  });
});

async function optionsOf(select: Locator): Promise<readonly string[]> {
  await select.waitFor();
  return select.locator('option').allInnerTexts();
}

async function ticked(condition: Locator): Promise<readonly string[]> {
  return condition.locator('label', { has: condition.page().getByRole('checkbox', { checked: true }) }).allInnerTexts();
}

/** Expects the label and count of each bar. */
async function expectBars(bars: Locator, expected: readonly string[]): Promise<void> {
  await eventually('the bars', async () => {
    const shown = (await bars.allInnerTexts()).map((text) => text.replaceAll(/\s+/g, ' '));
    expect(shown.map((text) => /^condition (\S+ \d+) /.exec(text)?.[1])).to.deep.equal(expected);
  });
}

function chosenIn(page: Page): Promise<readonly string[]> {
  return page.locator('.bar[aria-pressed=true] .bar-label').allInnerTexts();
}
