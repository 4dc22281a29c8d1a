import { expect } from 'chai';
import type { Page } from 'playwright-core';
import { expectAccessible, expectNoSidewaysScroll } from '../../browser/accessibility.ts';
import { describePages } from '../../browser/describe-pages.ts';
import { eventually } from '../../support/eventually.ts';

const PATHS = ['/', '/docs/', '/explorer/'];

describePages('The header and the theme of all pages', {}, ({ client, itOpens }) => {
  itOpens('leads from each page to the others, and says where one is', async (pages) => {
    const page = await pages.open('/');
    const links = page.getByRole('navigation', { name: 'Pages' });
    for (const [name, path] of [
      ['Explorer', '/explorer/'],
      ['Reference', '/docs/'],
      ['Query', '/docs/query'],
      ['Explorer', '/explorer/'],
    ] as const) {
      await links.getByRole('link', { name }).click();
      await page.waitForURL((url) => url.pathname === path);
      expect(await links.locator('[aria-current=page]').allTextContents()).to.deep.equal([name]);
    }
    await page.getByRole('banner').getByRole('link', { name: 'jsonapi-person-computer' }).click();
    await page.waitForURL(`${client.url}/`);
    await links.getByRole('link', { name: 'openapi.json' }).click();
    await page.waitForURL(`${client.url}/openapi.json`);
  });

  itOpens(
    'is light or dark as the system is, until one chooses, then on every page and in every tab',
    async (pages) => {
      const page = await pages.open('/', { colorScheme: 'dark' });
      for (const path of PATHS) {
        await page.goto(path);
        expect(await isDark(page), path).to.equal(true);
      }
      const tab = await page.context().newPage();
      await tab.goto('/explorer/');
      await page.getByRole('button', { name: 'Light mode' }).click();
      await eventually('a light page in the other tab, too', async () => {
        expect([await isDark(page), await isDark(tab)]).to.deep.equal([false, false]);
      });
      for (const path of PATHS) {
        await page.goto(path);
        expect(await isDark(page), path).to.equal(false);
        await page.getByRole('button', { name: 'Dark mode' }).waitFor();
      }
      const fresh = await pages.open('/', { colorScheme: 'light' });
      await fresh.emulateMedia({ colorScheme: 'dark' });
      await eventually('a dark page', () => isDark(fresh));
    },
  );

  itOpens('keeps what was chosen in the explorer before all pages had one theme', async (pages) => {
    const page = await pages.blank({ colorScheme: 'light' });
    await page.addInitScript("localStorage.setItem('explorer-theme', 'dark')");
    await page.goto('/');
    expect(await isDark(page)).to.equal(true);
  });

  // The explorer and the reference have tests of their own.
  itOpens('is accessible in light, dark and narrow layouts', async (pages) => {
    const page = await pages.open('/');
    for (const colorScheme of ['light', 'dark'] as const) {
      await page.emulateMedia({ colorScheme });
      await expectAccessible(page, colorScheme);
    }
    await page.setViewportSize({ width: 360, height: 640 });
    await expectAccessible(page, 'narrow');
    await expectNoSidewaysScroll(page);
  });
});

function isDark(page: Page): Promise<boolean> {
  return page.evaluate<boolean>(
    `getComputedStyle(document.body).backgroundColor.match(/\\d+/g).slice(0, 3).every((part) => part < 80)`,
  );
}
