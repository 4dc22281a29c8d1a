import type { Page } from 'playwright-core';
import { expectAccessible } from '../../browser/accessibility.ts';
import { choose, expectListOf, fillWorld, openedPanel, openExplorer, startFilter } from '../../browser/explorer.ts';
import { describePages } from '../../browser/describe-pages.ts';
import type { WatchedPages } from '../../browser/watched-page.ts';

describePages('axe-core finds nothing serious in the explorer', { data: fillWorld }, ({ client, itOpens, journey }) => {
  let changes = 0;

  /** The steps that take a person to each of its main states. */
  const states: Readonly<Record<string, (page: Page, pages: WatchedPages) => Promise<unknown>>> = {
    'with a chosen bar': async (page) => {
      await page.getByRole('button', { name: /^computers none/ }).click();
      await page.locator('.bar[aria-pressed=true]').waitFor();
    },
    'with a filter': async (page) => {
      const condition = await startFilter(page);
      await choose(condition.first(), 'computers', 'any');
      await page.getByRole('button', { name: 'Group', exact: true }).first().click();
      await page.locator('.count', { hasText: 'found' }).waitFor();
    },
    'with the menu of columns': (page) => page.getByRole('button', { name: 'Columns' }).click(),
    'with the menu of sort keys': async (page) => {
      await page.getByRole('button', { name: 'Sort', exact: true }).click();
      await page.getByLabel('Sort by', { exact: true }).selectOption('email');
    },
    'with the menu of exports': (page) => page.getByRole('button', { name: 'Export' }).click(),
    'without matches': async (page) => {
      await page.getByLabel('Search persons').fill('nobody at all');
      await page.getByText('No person matches.').waitFor();
    },
    'with an opened person': async (page) => {
      await page.getByRole('link', { name: 'Open Person 3', exact: true }).click();
      await (await openedPanel(page, 'Person 3')).getByRole('region', { name: 'computers' }).waitFor();
    },
    'while a computer is searched': async (page) => {
      await page.getByRole('link', { name: 'Open Person 3', exact: true }).click();
      const panel = await openedPanel(page, 'Person 3');
      await panel.getByRole('combobox').fill('pc');
      await panel.getByRole('option').first().waitFor();
    },
    'with a question before deletion': async (page) => {
      await page.getByRole('link', { name: 'Open Person 3', exact: true }).click();
      await (await openedPanel(page, 'Person 3')).getByRole('button', { name: 'Delete' }).click();
      await page.getByRole('dialog').waitFor();
    },
    'with errors in a form': async (page, pages) => {
      await page.getByRole('link', { name: 'New person' }).click();
      const panel = await openedPanel(page, 'New person');
      await panel.getByRole('button', { name: 'Create person' }).click();
      await panel.locator('[aria-invalid=true]').waitFor();
      pages.expectProblem(/status of 422/);
    },
    'with the change of somebody else': async (page, pages) => {
      await page.getByRole('link', { name: 'Open Person 3', exact: true }).click();
      const panel = await openedPanel(page, 'Person 3');
      await panel.getByRole('region', { name: 'computers' }).waitFor();
      changes += 1;
      const attributes = { birth_date: `1950-01-${String(changes).padStart(2, '0')}` };
      await client.patch('/persons/3', { data: { type: 'person', id: '3', attributes } });
      await panel.getByLabel('email', { exact: true }).fill('someone@example.org');
      await panel.getByRole('button', { name: 'Save' }).click();
      await panel.getByText('Your changes are not saved yet.').waitFor();
      pages.expectProblem(/status of 412/);
    },
    'with the answer of the last request': async (page) => {
      await page.getByRole('button', { name: 'Response' }).click();
      await page.locator('#answer').waitFor();
    },
  };

  const screens: Readonly<Record<string, (page: Page) => Promise<void>>> = {
    light: (page) => page.emulateMedia({ colorScheme: 'light' }),
    dark: (page) => page.emulateMedia({ colorScheme: 'dark' }),
    narrow: (page) => page.setViewportSize({ width: 360, height: 640 }),
  };

  for (const [state, reach] of Object.entries(states))
    (state === 'with an opened person' ? journey : itOpens)(`${state}, light, dark and narrow`, async (pages) => {
      const page = await openExplorer(pages, '#/person?size=10', { reducedMotion: 'reduce' });
      await expectListOf(page, client, '/persons?page[size]=10');
      await reach(page, pages);
      for (const [screen, change] of Object.entries(screens)) {
        await change(page);
        await expectAccessible(page, screen);
      }
    });
});
