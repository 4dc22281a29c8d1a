import { expect } from 'chai';
import type { Page } from 'playwright-core';
import { openedPanel, openExplorer } from '../../browser/explorer.ts';
import { describePages } from '../../browser/describe-pages.ts';
import { addComputer, addPerson } from '../../contract/api/persons.ts';
import type { ApiClient } from '../../support/api-client.ts';

async function data(client: ApiClient): Promise<void> {
  const ada = await addPerson(client, { name: 'Augusta Ada King, Countess of Lovelace', email: 'ada@example.org' });
  for (const serial of ['WORKSTATION-LONDON', '5CG10629G1', 'C02CM7R28T6M']) await addComputer(client, serial, ada);
}

describePages('The explorer has targets', { data }, ({ itOpens }) => {
  itOpens('for pointers, with names that are cut only where room is short', async (pages) => {
    const page = await openExplorer(pages, '#/person', { viewport: { width: 1440, height: 900 } });
    await page.locator('.row .chip').nth(2).waitFor();
    expect(await cutChips(page)).to.deep.equal([]);
    await page.getByRole('link', { name: 'Computers', exact: true }).click();
    await page.locator('.row .chip', { hasText: 'ADA' }).first().waitFor();
    expect(await cutChips(page)).to.deep.equal([]);
    await page.goBack();
    await page.getByRole('link', { name: 'Open Person 1' }).click();
    await openedWith(page);
    expect(await smallerThan(page, 24)).to.deep.equal([]);
  });

  itOpens('for fingers', async (pages) => {
    const phone = { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true };
    const page = await openExplorer(pages, '#/person?open=person/1', phone);
    await openedWith(page);
    expect(await smallerThan(page, 40)).to.deep.equal([]);
  });
});

async function openedWith(page: Page): Promise<void> {
  await (await openedPanel(page, 'Person 1')).getByRole('button', { name: 'Unlink C02CM7R28T6M' }).waitFor();
}

/** The controls that are too small to press. A checkbox is pressed by its label. */
function smallerThan(page: Page, pixels: number): Promise<readonly string[]> {
  const targets = 'a:not(.skip), button, select, summary, label.check, .pager input';
  return page.evaluate(`[...document.querySelectorAll('${targets}')]
    .filter((it) => it.checkVisibility())
    .filter((it) => Math.min(it.getBoundingClientRect().width, it.getBoundingClientRect().height) < ${pixels})
    .map((it) => it.outerHTML)`);
}

function cutChips(page: Page): Promise<readonly string[]> {
  return page.evaluate(`[...document.querySelectorAll('.chip')]
    .filter((it) => it.scrollWidth > it.clientWidth)
    .map((it) => it.outerHTML)`);
}
