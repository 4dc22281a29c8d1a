import { expect } from 'chai';
import type { Locator, Page } from 'playwright-core';
import { fillSmallWorld, openedPanel, openExplorer, panel, personNow } from '../../browser/explorer.ts';
import { describePages } from '../../browser/describe-pages.ts';
import { computers } from '../../contract/api/persons.ts';
import { eventually } from '../../support/eventually.ts';

const setting = { environment: { REQUIRE_IF_MATCH: 'true' }, data: fillSmallWorld, changes: true };

describePages('In the list of the explorer, cells', setting, ({ client, itOpens, journey }) => {
  const serialOf = async (id: string): Promise<unknown> =>
    (await client.get(`/computers/${id}`)).document.data.attributes['serial'];

  journey('are edited in place, one after another, and show the errors of the API', async (pages) => {
    const page = await openExplorer(pages, '#/computer');
    await editByMouse(page, 1, 'serial');
    await input(page, 'serial of Computer 1').fill('Engine A');
    await page.keyboard.press('Tab');
    await saved(page, 'Computer 1');
    expect(await serialOf('1')).to.equal('Engine A');
    // The panel stays closed.
    expect(await panel(page).count()).to.equal(0);
    const owner = page.getByRole('combobox', { name: 'Set owner' });
    await owner.fill('ada');
    await page.getByRole('option', { name: /ADA/ }).click();
    await cell(page, 1, 'owner').getByRole('link', { name: /ADA/ }).waitFor();
    expect(await computers.of(client, '1')).to.deep.equal(['1']);
    await page.getByRole('link', { name: 'Open Computer 2' }).focus();
    await page.keyboard.press('F2');
    await input(page, 'serial of Computer 2').fill('');
    await page.keyboard.press('Enter');
    await cell(page, 2, 'serial').getByRole('alert').getByRole('paragraph').waitFor();
    await input(page, 'serial of Computer 2').fill('Engine B');
    await page.keyboard.press('Enter');
    await saved(page, 'Computer 2');
    expect(await serialOf('2')).to.equal('Engine B');
    // The arrow keys continue from the cell.
    await eventually('the cell with the focus', async () => {
      expect(await page.evaluate('document.activeElement.innerText')).to.contain('Engine B');
    });
    await page.keyboard.press('ArrowDown');
    await page.keyboard.press('Enter');
    await input(page, 'serial of Computer 3').fill('never');
    await page.keyboard.press('Escape');
    await cell(page, 3, 'serial').getByText('Other').waitFor();
    expect(await serialOf('3')).to.equal('Other');
    pages.expectProblem(/status of 422/);
  });

  itOpens("ask in the panel before they overwrite somebody else's change", async (pages) => {
    const page = await openExplorer(pages);
    await editByMouse(page, 1, 'birth_date');
    const born = input(page, 'birth_date of Person 1');
    await born.fill('2999-12-11');
    await page.getByText('Is the year right?').waitFor();
    await born.fill('1815-12-11');
    const attributes = { birth_date: '1815-12-12' };
    const headers = { 'If-Match': '*' };
    await client.patch('/persons/1', { data: { type: 'person', id: '1', attributes } }, { headers });
    await page.keyboard.press('Enter');
    const form = await openedPanel(page, 'Person 1');
    await form.getByText('Your changes are not saved yet.').waitFor();
    await form.getByRole('button', { name: 'Keep mine (overwrite)' }).click();
    await saved(page, 'Person 1');
    expect((await personNow(client))['birth_date']).to.equal('1815-12-11');
    pages.expectProblem(/status of 412/);
  });

  itOpens('cannot be edited if computed, and keep input that cannot be sent', async (pages) => {
    const page = await openExplorer(pages);
    expect(await cell(page, 1, 'display_name').locator('.pencil').count()).to.equal(0);
    await cell(page, 1, 'display_name').click();
    await openedPanel(page, 'Person 1');
    expect(await page.getByRole('grid').locator('form').count()).to.equal(0);
    await page.keyboard.press('Escape');
    await page.route('**/persons/1', (route) =>
      route.request().method() === 'PATCH' ? route.abort('connectionrefused') : route.continue(),
    );
    await editByMouse(page, 1, 'birth_date');
    await input(page, 'birth_date of Person 1').fill('1815-12-11');
    await page.keyboard.press('Enter');
    await page.getByText('The service cannot be reached. Try again.').waitFor();
    await page.getByRole('link', { name: 'Computers', exact: true }).click();
    // The form keeps the input.
    await page.getByRole('link', { name: 'Person 1', exact: true }).click();
    const form = await openedPanel(page, 'Person 1');
    expect(await form.getByLabel('birth_date').inputValue()).to.equal('1815-12-11');
    pages.expectProblem(/ERR_CONNECTION_REFUSED/);
  });
});

type Column = 'serial' | 'owner' | 'birth_date' | 'display_name';

async function editByMouse(page: Page, row: number, column: Column): Promise<void> {
  await cell(page, row, column).hover();
  await cell(page, row, column).locator('.pencil').click();
}

/** @param row the number of the row, from 1 */
function cell(page: Page, row: number, column: Column): Locator {
  const name = page.locator('.cell-name', { hasText: new RegExp(`^${column}$`) });
  return page
    .locator('tbody tr')
    .nth(row - 1)
    .locator('td', { has: name });
}

function input(page: Page, label: string): Locator {
  return page.getByLabel(label, { exact: true });
}

function saved(page: Page, what: string): Promise<void> {
  return page.getByText(`${what} saved.`).waitFor();
}
