import { expect } from 'chai';
import type { Page } from 'playwright-core';
import { expectListOf, fillWorld, openExplorer } from '../../browser/explorer.ts';
import { describePages } from '../../browser/describe-pages.ts';
import { eventually } from '../../support/eventually.ts';

describePages('The explorer keeps in the browser', { data: fillWorld }, ({ client, itOpens, journey }) => {
  journey('named views, which can be applied, renamed, deleted and restored', async (pages) => {
    const page = await openExplorer(pages, '#/person?sort=-birth_date&size=10&columns=birth_date');
    await expectListOf(page, client, '/persons?sort=-birth_date&page[size]=10');
    const menu = page.getByRole('group', { name: 'Views' });
    await page.getByRole('button', { name: 'Views', exact: true }).click();
    await menu.getByLabel('View name').fill('Youngest');
    await page.keyboard.press('Enter');
    await page.getByText('View “Youngest” saved.').waitFor();
    await page.goto('/explorer/#/person');
    await page.reload();
    await expectListOf(page, client, '/persons');
    await page.getByRole('button', { name: 'Views', exact: true }).click();
    await menu.getByRole('button', { name: 'Rename Youngest' }).click();
    await menu.getByLabel('New name for Youngest').fill('The youngest');
    await page.keyboard.press('Enter');
    await menu.getByRole('link', { name: 'The youngest' }).click();
    await expectListOf(page, client, '/persons?sort=-birth_date&page[size]=10');
    expect(page.url()).to.match(/#\/person\?sort=-birth_date&size=10&columns=birth_date$/);
    await menu.getByRole('button', { name: 'Delete The youngest' }).click();
    await menu.getByRole('link').waitFor({ state: 'detached' });
    await page.getByRole('button', { name: 'Undo' }).click();
    await page.getByRole('button', { name: 'Views', exact: true }).click();
    await menu.getByRole('link', { name: 'The youngest' }).waitFor();
    await page.evaluate("Storage.prototype.setItem = () => { throw new DOMException('full', 'QuotaExceededError'); }");
    for (const name of ['First', 'Second']) {
      await menu.getByLabel('View name').fill(name);
      await page.keyboard.press('Enter');
      await page.getByText(`The browser could not store view “${name}”`).waitFor();
    }
    expect(await menu.getByRole('link').allInnerTexts()).to.deep.equal(['The youngest', 'First', 'Second']);
  });

  itOpens('column widths, dragged and typed', async (pages) => {
    const page = await openExplorer(pages);
    await expectListOf(page, client, '/persons');
    const before = await widthOf(page);
    const edge = await page.locator('.width-handle').nth(BIRTH_DATE).boundingBox();
    await page.mouse.move((edge?.x ?? 0) + 4, (edge?.y ?? 0) + 8);
    await page.mouse.down();
    await page.mouse.move((edge?.x ?? 0) + 64, (edge?.y ?? 0) + 8);
    await page.mouse.up();
    await expectWidth(page, before + 60);
    await page.reload();
    await expectWidth(page, before + 60);
    await page.getByRole('button', { name: 'Columns' }).click();
    await page.getByLabel('Width of birth_date in pixels').fill('64');
    await page.keyboard.press('Tab');
    await expectWidth(page, 64);
    await page.getByRole('button', { name: 'Automatic widths' }).click();
    await expectWidth(page, before);
  });
});

/** The index of the column in the list. */
const BIRTH_DATE = 1;

async function widthOf(page: Page): Promise<number> {
  return (await page.getByRole('columnheader', { name: 'birth_date' }).boundingBox())?.width ?? 0;
}

async function expectWidth(page: Page, pixels: number): Promise<void> {
  await eventually(`a width of ${pixels}`, async () => expect(await widthOf(page)).to.be.closeTo(pixels, 2));
}
