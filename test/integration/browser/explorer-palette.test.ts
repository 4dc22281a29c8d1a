import { expect } from 'chai';
import type { Locator, Page } from 'playwright-core';
import { expectAccessible } from '../../browser/accessibility.ts';
import { expectListOf, fillWorld, openedPanel, openExplorer } from '../../browser/explorer.ts';
import { describePages } from '../../browser/describe-pages.ts';

describePages('The palette of the explorer', { data: fillWorld }, ({ client, itOpens, journey }) => {
  journey('opens lists, resources and actions with the keyboard', async (pages) => {
    const page = await openExplorer(pages);
    await expectListOf(page, client, '/persons');
    await find(page, 'comp');
    await option(page, 'Computers').and(page.locator('[aria-selected=true]')).waitFor();
    await page.keyboard.press('Enter');
    await expectListOf(page, client, '/computers');
    await find(page, 'person 12');
    // Enter works even before the search has finished.
    await page.keyboard.press('Enter');
    await openedPanel(page, 'Person 12');
    await page.keyboard.press('Escape');
    await find(page, 'p17@');
    await option(page, /PERSON 17/).waitFor();
    await page.keyboard.press('Enter');
    await openedPanel(page, 'Person 17');
    await find(page, 'new comp');
    await page.keyboard.press('Enter');
    await openedPanel(page, 'New computer');
    await page.keyboard.press('Escape');
    await find(page, 'keys');
    await page.keyboard.press('Enter');
    const keys = page.getByRole('dialog', { name: 'Keys' });
    await keys.getByText('find a list, view, action or resource').waitFor();
    await page.keyboard.press('Escape');
    await keys.waitFor({ state: 'detached' });
  });

  itOpens('reports a search without results, closes with its key, and is accessible', async (pages) => {
    const page = await openExplorer(pages);
    await expectListOf(page, client, '/persons');
    await find(page, '');
    await expectAccessible(page, 'palette');
    await page.getByRole('dialog').getByRole('combobox').fill('nobody at all');
    await page.getByText('Nothing found.').waitFor();
    await page.keyboard.press('Control+k');
    await page.getByRole('dialog').waitFor({ state: 'detached' });
    await page.keyboard.press('?');
    await page.getByRole('dialog', { name: 'Keys' }).waitFor();
    await expectAccessible(page, 'keys');
    // The page's keys have no effect while a dialog is open.
    await page.keyboard.press('/');
    expect(await page.getByRole('dialog').count()).to.equal(1);
  });
});

/** Opens the palette and types into it. */
async function find(page: Page, query: string): Promise<void> {
  // The button is loaded together with the page's keys.
  await page.getByRole('button', { name: 'Find anything' }).waitFor();
  await page.keyboard.press('Control+k');
  await page.getByRole('dialog').getByRole('combobox').fill(query);
}

function option(page: Page, name: string | RegExp): Locator {
  return page.getByRole('dialog').getByRole('option', { name });
}
