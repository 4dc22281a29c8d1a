import { expect } from 'chai';
import { expectListOf, fillWorld, openExplorer, openPerson, PERSONS } from '../../browser/explorer.ts';
import { describePages } from '../../browser/describe-pages.ts';
import { eventually } from '../../support/eventually.ts';
import type { Locator, Page } from 'playwright-core';

describePages('In the explorer the focus stays near the pressed control', { data: fillWorld }, (suite) => {
  const { client, itOpens } = suite;

  itOpens('if it disappears or becomes disabled', async (pages) => {
    const page = await openExplorer(pages, '#/person?page=2');
    await expectListOf(page, client, '/persons?page[number]=2');
    await pressed(page, page.getByRole('button', { name: 'Previous page' }), 'Previous page');
    await pressed(page, page.getByLabel('Select Person 2', { exact: true }), 'Select Person 2', 'Space');
    await page.getByRole('button', { name: /^Select all/ }).press('Enter');
    await expectFocus(page, (focused) => focused.startsWith(`${PERSONS} persons selected`));
    await pressed(page, page.getByRole('button', { name: 'Select none' }), 'Select all on this page');
    await page.getByRole('button', { name: 'Sort', exact: true }).press('Enter');
    await page.getByLabel('Sort by', { exact: true }).selectOption('email');
    await pressed(page, page.getByRole('button', { name: 'Do not sort by email' }), 'Sort');
    await page.keyboard.press('Escape');
    await page.getByRole('button', { name: /^Filter/ }).press('Enter');
    await pressed(page, page.getByRole('button', { name: /^Remove condition/ }), 'Filter');
    await page.getByRole('button', { name: 'Remove filter' }).press('Enter');
    await expectFocus(page, (focused) => focused.startsWith('Persons'));
  });

  itOpens('and the skip link, the first stop, moves it to the list', async (pages) => {
    const page = await openExplorer(pages);
    await expectListOf(page, client, '/persons');
    const address = page.url();
    await page.keyboard.press('Tab');
    await expectFocus(page, (focused) => focused === 'Skip to the list');
    await page.keyboard.press('Enter');
    await expectFocus(page, (focused) => focused === 'Open Person 1');
    expect(page.url()).to.equal(address);
  });

  itOpens('also in the panel', async (pages) => {
    const { page, form } = await openPerson(pages);
    await form.getByLabel('birth_date').fill('2000-01-01');
    await form.getByRole('button', { name: 'Revert' }).press('Enter');
    await expectFocus(page, (focused) => focused.startsWith('PERSON 01'));
    await page.route('**/persons/1', (route) => route.abort('connectionrefused'));
    await form.getByLabel('birth_date').fill('2000-01-01');
    await form.getByRole('button', { name: 'Save' }).press('Enter');
    await form.getByText('The person was not saved').waitFor();
    await expectFocus(page, (focused) => focused === 'Save');
    pages.expectProblem(/ERR_CONNECTION_REFUSED/);
  });

  itOpens('and leaves keys to an input method', async (pages) => {
    const { page, form } = await openPerson(pages, 'new');
    const name = form.getByLabel('name', { exact: true });
    await name.fill('愛');
    const computers = form.getByRole('combobox', { name: 'Add to computers' });
    await computers.fill('PC 02');
    await form.getByRole('option').first().waitFor();
    await computers.press('ArrowDown');
    // In Safari, only the key code identifies an Enter that ends a composition.
    for (const composing of [{ isComposing: true }, { keyCode: 229 }]) {
      await computers.dispatchEvent('keydown', { key: 'Enter', ...composing });
      await name.dispatchEvent('keydown', { key: 'Enter', ...composing });
      await name.dispatchEvent('keydown', { key: 'Escape', ...composing });
    }
    expect(await computers.inputValue()).to.equal('PC 02');
    await computers.press('Enter');
    await form.getByRole('button', { name: 'Remove PC 02-0' }).waitFor();
    await form.getByRole('heading', { name: 'New person' }).waitFor();
    expect(await client.get('/persons').then(({ document }) => document.meta.count)).to.equal(PERSONS);
    await name.press('Enter');
    await page.getByRole('complementary', { name: /^愛/ }).waitFor();
  });
});

async function pressed(page: Page, target: Locator, then: string, key = 'Enter'): Promise<void> {
  await target.press(key);
  await expectFocus(page, (focused) => focused === then);
}

/** Waits until the focused element has the expected label, or text if it has no label. */
async function expectFocus(page: Page, isExpected: (focused: string) => boolean): Promise<void> {
  await eventually('the focus', async () => {
    const focused = await page.evaluate<string>('document.activeElement.ariaLabel ?? document.activeElement.innerText');
    expect(isExpected(focused), focused).to.equal(true);
  });
}
