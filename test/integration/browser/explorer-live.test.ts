import { expect } from 'chai';
import type { Locator, Page } from 'playwright-core';
import { expectAccessible } from '../../browser/accessibility.ts';
import { describePages } from '../../browser/describe-pages.ts';
import {
  expectListOf,
  fillSmallWorld,
  followsFrom,
  openedPanel,
  openFollowing,
  panel,
  personNow,
  shownIds,
} from '../../browser/explorer.ts';
import { addComputer, addPerson, computers } from '../../contract/api/persons.ts';
import { all, bearer, keyOf } from '../../support/access.ts';
import { ApiClient } from '../../support/api-client.ts';
import { eventually } from '../../support/eventually.ts';

const setting = { data: fillSmallWorld, changes: true };

describePages('The explorer shows changes by others', setting, ({ client, itOpens, journey }) => {
  const change = async (attributes: Record<string, string | null>, id = '1'): Promise<void> => {
    const { status } = await client.patch(`/persons/${id}`, { data: { type: 'person', id, attributes } });
    expect(status).to.equal(200);
  };

  journey('in place, struck through, in an open form, and on demand where rows would move', async (pages) => {
    const page = await openFollowing(pages, '#/person');
    const other = await openFollowing(pages, '#/person?open=person/2');
    const theirs = await openedPanel(other, 'Person 2');
    await saveBirthDate(theirs, '1906-12-09');
    await page.getByRole('gridcell', { name: '1906-12-09' }).waitFor();
    expect(await marked(page, 'changed')).to.deep.equal(['2']);

    await page.getByRole('link', { name: 'Open Person 2' }).click();
    const mine = await openedPanel(page, 'Person 2');
    await mine.getByLabel('birth_date').fill('1906-12-10');
    await saveBirthDate(theirs, '1906-12-11');
    await meanwhile(page, 'Person 2 was changed by somebody else').waitFor();
    expect(await sidesOf(page, 'birth_date')).to.deep.equal(['1906-12-09', '1906-12-11', '1906-12-10']);
    await mine.getByRole('button', { name: 'Keep mine' }).click();
    await mine.getByRole('button', { name: 'Save' }).click();
    await page.getByText('Person 2 saved.').waitFor();
    expect((await personNow(client, '2'))['birth_date']).to.equal('1906-12-10');

    await meanwhile(other, 'Person 2 was changed by somebody else').waitFor();
    expect(await sidesOf(other, 'birth_date')).to.deep.equal(['1906-12-11', '1906-12-10']);
    await theirs.getByRole('button', { name: 'OK' }).click();
    await theirs.getByRole('button', { name: 'Delete' }).click();
    await other.getByRole('dialog').getByRole('button', { name: 'Delete' }).click();
    await meanwhile(page, 'Person 2 was deleted by somebody else').waitFor();
    expect(await marked(page, 'deleted')).to.deep.equal(['2']);
    expect(await shownIds(page)).to.deep.equal(['1', '2']);

    await page.keyboard.press('Escape');
    await page.getByRole('columnheader', { name: 'birth_date' }).getByRole('button').click();
    await expectListOf(page, client, '/persons?sort=birth_date');
    await addPerson(client, { name: 'Newcomer', birth_date: '1700-01-01' });
    const show = page.getByRole('button', { name: '1 change: show' });
    await show.waitFor();
    expect(await shownIds(page)).to.deep.equal(['1']);
    await show.click();
    await expectListOf(page, client, '/persons?sort=birth_date');
    expect(await show.count()).to.equal(0);
    // Their own writes are not among them.
    await other.getByRole('button', { name: '1 change: show' }).waitFor();
  });

  itOpens('accessibly, and takes the stored values on demand', async (pages) => {
    const page = await openFollowing(pages, '#/person?open=person/1');
    const form = await openedPanel(page, 'Person 1');
    await form.getByLabel('birth_date').fill('1815-12-11');
    await client.delete('/persons/2');
    await change({ birth_date: '1815-12-12', email: 'countess@example.org' });
    await addPerson(client);
    await meanwhile(page, 'Person 1 was changed by somebody else').waitFor();
    await page.getByRole('button', { name: '2 changes: show' }).waitFor();
    await page.locator('.row.changed').waitFor();
    expect(await sidesOf(page, 'display_name')).to.deep.equal([
      'ADA LOVELACE <ada@example.org>',
      'ADA LOVELACE <countess@example.org>',
    ]);
    expect(await page.locator('.row.deleted .hidden').innerText()).to.equal('deleted');
    expect(await page.locator('.row.changed .hidden').innerText()).to.equal('changed');
    for (const colorScheme of ['light', 'dark'] as const) {
      await page.emulateMedia({ colorScheme });
      await expectAccessible(page, colorScheme);
    }
    await form.getByRole('button', { name: 'Take theirs' }).click();
    await meanwhile(page, 'Person 1 was changed by somebody else').waitFor({ state: 'detached' });
    expect(await form.getByLabel('birth_date').inputValue()).to.equal('1815-12-12');
    expect(await form.getByRole('button', { name: 'Revert' }).count()).to.equal(0);
  });

  itOpens('in links of rows and of the panel', async (pages) => {
    const page = await openFollowing(pages, '#/person?open=person/2');
    const form = await openedPanel(page, 'Person 2');
    await client.post(computers.linkagePath('2'), { data: computers.ids('1') });
    await page.getByRole('grid').getByRole('link', { name: 'Engine 1' }).waitFor();
    await meanwhile(page, 'Person 2 was changed by somebody else').waitFor();
    expect(await sidesOf(page, 'computers')).to.deep.equal(['none', 'Engine 1']);
    await client.patch('/computers/1', { data: { type: 'computer', id: '1', attributes: { serial: 'Renamed' } } });
    await page.getByRole('grid').getByRole('link', { name: 'Renamed' }).waitFor();
    await form.getByRole('region', { name: 'computers' }).getByRole('link', { name: 'Renamed' }).waitFor();
    await client.post(computers.linkagePath('1'), { data: computers.ids('1') });
    await eventually('a link that moved', async () => expect(await marked(page, 'changed')).to.deep.equal(['1', '2']));
    await meanwhile(page, 'Person 2 was changed by somebody else').waitFor({ state: 'detached' });
  });

  itOpens("but not the user's own writes and their side effects", async (pages) => {
    for (const id of ['1', '2']) await client.post(computers.linkagePath('1'), { data: computers.ids(id) });
    const page = await openFollowing(pages, '#/computer?sort=-serial&open=person/1', '/computers');
    const form = await openedPanel(page, 'Person 1');
    await form.getByRole('button', { name: 'Unlink Engine 1' }).click();
    await page.getByText('Unlinked Engine 1 from ADA LOVELACE').waitFor();
    await form.getByRole('button', { name: 'Delete' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Delete' }).click();
    await page.getByText('Person 1 deleted.').waitFor();
    await page.getByRole('link', { name: 'New computer' }).click();
    await form.getByLabel('serial').fill('Mine');
    await form.getByRole('button', { name: 'Create computer' }).click();
    await openedPanel(page, 'Computer 4');
    await form.getByLabel('serial').fill('Still mine');
    await form.getByRole('button', { name: 'Save' }).click();
    await page.getByText('Computer 4 saved.').waitFor();
    await page.getByRole('button', { name: 'Import', exact: true }).click();
    const file = { name: 'mine.csv', mimeType: 'text/csv', buffer: Buffer.from('serial\nImported') };
    await page.locator('input[type=file]').setInputFiles(file);
    await page.getByRole('button', { name: 'Import 1 computer' }).click();
    await page.getByRole('button', { name: 'Done' }).click();
    await addComputer(client, 'Theirs');
    await page.getByRole('button', { name: /: show$/ }).waitFor();
    expect(await page.getByRole('button', { name: /: show$/ }).innerText()).to.equal('1 change: show');
    expect(await marked(page, 'changed')).to.deep.equal([]);
    expect(await page.getByRole('region', { name: /by somebody else$/ }).count()).to.equal(0);
  });

  itOpens('to screen readers in few words, no matter how many there are', async (pages) => {
    const page = await openFollowing(pages, '#/person?sort=-id');
    await page.evaluate(`
      window.remarks = [];
      const place = document.querySelector('[aria-label="Changes by others"]');
      new MutationObserver(() => remarks.push(place.textContent)).observe(place, { childList: true, characterData: true, subtree: true });
    `);
    for (let day = 10; day < 20; day += 1) await change({ birth_date: `1815-12-${day}` }, String((day % 2) + 1));
    await addPerson(client);
    await eventually('the last remark', async () =>
      expect(await page.evaluate('remarks.at(-1)')).to.equal('2 rows changed. 3 changes: show'),
    );
    expect(await page.evaluate('remarks.length')).to.be.within(1, 3);
  });
});

const roles = {
  admin: all,
  reader: { ...all, computer: { read: { where: [{ name: 'owner__birth_date', op: 'ne', val: null }] } } },
};

describePages('The explorer of a user who sees only some rows', { roles, changes: true }, ({ client, itOpens }) => {
  itOpens('offers to reload the list when any of them may have changed', async (pages) => {
    pages.expectProblem(/401/);
    const admin = new ApiClient(client.url, false, 'Accept, Authorization');
    const write = async (path: string, data: object): Promise<void> => {
      expect((await admin.post(path, { data }, { headers: bearer('admin') })).status).to.equal(201);
    };
    await write('/persons', { type: 'person', attributes: { name: 'Ada', birth_date: '1815-12-10' } });
    const page = await pages.blank();
    const follows = followsFrom(page, '/computers');
    await page.goto('/explorer/#/computer');
    await page.getByLabel('Token or API key').fill(keyOf('reader'));
    await page.keyboard.press('Enter');
    await page.getByText('There are no computers yet.').waitFor();
    await follows();
    const owner = { data: { type: 'person', id: '1' } };
    await write('/computers', { type: 'computer', attributes: { serial: 'Engine' }, relationships: { owner } });
    await page.getByRole('button', { name: 'Changes: show' }).click();
    await page.getByRole('gridcell', { name: 'Engine', exact: true }).waitFor();
    expect(await page.getByRole('button', { name: /: show$/ }).count()).to.equal(0);
  });
});

async function saveBirthDate(form: Locator, date: string): Promise<void> {
  await form.getByLabel('birth_date').fill(date);
  await form.getByRole('button', { name: 'Save' }).click();
}

/** The ids of the rows with a mark. */
function marked(page: Page, mark: string): Promise<readonly string[]> {
  return page.locator(`.row.${mark} .row-link`).allTextContents();
}

function meanwhile(page: Page, name: string): Locator {
  return panel(page).getByRole('region', { name });
}

/** The values of a field: when opened, stored now, and the user's own if changed. */
function sidesOf(page: Page, field: string): Promise<readonly string[]> {
  const heading = page.getByRole('heading', { name: field, exact: true });
  return meanwhile(page, 'by somebody else')
    .getByRole('listitem')
    .filter({ has: heading })
    .locator('dd')
    .allInnerTexts();
}
