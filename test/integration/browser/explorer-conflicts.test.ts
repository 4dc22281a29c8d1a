import { expect } from 'chai';
import type { Locator, Page } from 'playwright-core';
import { fillSmallWorld, openedPanel, openExplorer, openPerson, panel, personNow } from '../../browser/explorer.ts';
import { describePages } from '../../browser/describe-pages.ts';
import { computerIds, computers } from '../../contract/api/persons.ts';
import { eventually } from '../../support/eventually.ts';
import { shownAttributes } from '../../support/resource-objects.ts';

const setting = { data: fillSmallWorld, changes: true };

describePages('The explorer asks before it overwrites changes of others', setting, ({ client, itOpens, journey }) => {
  const change = async (attributes: Record<string, string | null>): Promise<void> => {
    const { status } = await client.patch('/persons/1', { data: { type: 'person', id: '1', attributes } });
    expect(status).to.equal(200);
  };
  const typeBirthDate = async (page: Page, value: string): Promise<Locator> => {
    const form = await openedPanel(page, 'Person 1');
    await form.getByLabel('birth_date').fill(value);
    return form;
  };
  const save = (page: Page): Promise<void> => panel(page).getByRole('button', { name: 'Save' }).click();
  const saved = (page: Page): Promise<void> => page.getByText('Person 1 saved.').waitFor();

  const link = async (computer: string): Promise<void> => {
    const { status } = await client.post(computers.linkagePath('1'), { data: computerIds(computer) });
    expect(status).to.equal(200);
  };

  itOpens('and takes theirs', async (pages) => {
    const [{ page: mine }, { page: theirs }] = [await openPerson(pages), await openPerson(pages)];
    await typeBirthDate(mine, '1815-12-11');
    await typeBirthDate(theirs, '1815-12-12');
    await save(theirs);
    await saved(theirs);
    await save(mine);
    await conflict(mine).getByText('Your changes are not saved yet.').waitFor();
    await conflict(mine).locator('h3:focus', { hasText: 'Somebody else has changed person 1' }).waitFor();
    expect(await sidesOf(mine, 'birth_date')).to.deep.equal(['1815-12-10', '1815-12-12', '1815-12-11']);
    await answer(mine, 'Take theirs');
    await conflict(mine).waitFor({ state: 'detached' });
    await eventually('their value', async () =>
      expect(await panel(mine).getByLabel('birth_date').inputValue()).to.equal('1815-12-12'),
    );
    expect((await personNow(client))['birth_date']).to.equal('1815-12-12');
    await mine.keyboard.press('Escape');
    await panel(mine).waitFor({ state: 'detached' });
    pages.expectProblem(/status of 412/);
  });

  journey('and overwrites only what was typed', async (pages) => {
    const [{ page: mine }, { page: theirs }] = [await openPerson(pages), await openPerson(pages)];
    await typeBirthDate(mine, '1815-12-11');
    await (await typeBirthDate(theirs, '1815-12-12')).getByLabel('email', { exact: true }).fill('countess@example.org');
    await save(theirs);
    await saved(theirs);
    await save(mine);
    await conflict(mine).waitFor();
    expect(await sidesOf(mine, 'display_name')).to.deep.equal([
      'ADA LOVELACE <ada@example.org>',
      'ADA LOVELACE <countess@example.org>',
    ]);
    await answer(mine, 'Keep mine (overwrite)');
    await saved(mine);
    await conflict(mine).waitFor({ state: 'detached' });
    const written = { name: 'Ada Lovelace', email: 'countess@example.org', birth_date: '1815-12-11' };
    expect(await personNow(client)).to.deep.equal(shownAttributes('person', written));
    pages.expectProblem(/status of 412/);
  });

  itOpens('and asks again when one goes on editing, or when there is one more change', async (pages) => {
    const { page } = await openPerson(pages);
    const form = await typeBirthDate(page, '1815-12-11');
    await change({ birth_date: '1815-12-12' });
    await save(page);
    // The question gets the focus, and with it the keys, a moment after it is there.
    await conflict(page).locator('h3:focus').waitFor();
    await page.keyboard.press('Escape');
    await conflict(page).waitFor({ state: 'detached' });
    await form.getByLabel('birth_date').fill('1815-12-13');
    await save(page);
    await conflict(page).waitFor();
    expect(await sidesOf(page, 'birth_date')).to.deep.equal(['1815-12-10', '1815-12-12', '1815-12-13']);
    await change({ birth_date: '1815-12-14' });
    await answer(page, 'Keep mine (overwrite)');
    await conflict(page).getByText('1815-12-14').waitFor();
    expect(await sidesOf(page, 'birth_date')).to.deep.equal(['1815-12-12', '1815-12-14', '1815-12-13']);
    expect((await personNow(client))['birth_date']).to.equal('1815-12-14');
    await answer(page, 'Keep mine (overwrite)');
    await saved(page);
    expect((await personNow(client))['birth_date']).to.equal('1815-12-13');
    pages.expectProblem(/status of 412/);
  });

  itOpens('when the page has shown the change, but the draft is older', async (pages) => {
    const page = await openExplorer(pages);
    await page.getByRole('link', { name: 'Open Person 1' }).click();
    await typeBirthDate(page, '1815-12-11');
    await page.goBack();
    await panel(page).waitFor({ state: 'detached' });
    await change({ birth_date: '1815-12-12' });
    await page.getByRole('link', { name: 'Person 1', exact: true }).click();
    await openedPanel(page, 'Person 1');
    await save(page);
    await conflict(page).waitFor();
    expect(await sidesOf(page, 'birth_date')).to.deep.equal(['1815-12-10', '1815-12-12', '1815-12-11']);
    pages.expectProblem(/status of 412/);
  });

  itOpens('that cannot be seen', async (pages) => {
    const { page, form } = await openPerson(pages);
    await form.getByLabel('name', { exact: true }).fill('Ada King');
    await change({ name: 'ada lovelace' });
    await save(page);
    await conflict(page).getByText('affects a value that the API never shows: name, email').waitFor();
    expect(await sidesOf(page, 'name')).to.deep.equal(['never shown', 'Ada King']);
    pages.expectProblem(/status of 412/);
  });

  itOpens('and does not delete it', async (pages) => {
    const { page, form } = await openPerson(pages);
    const remove = async (): Promise<void> => {
      await form.getByRole('button', { name: 'Delete' }).click();
      await page.getByRole('dialog').getByRole('button', { name: 'Delete' }).click();
    };
    await form.getByRole('button', { name: 'Delete' }).waitFor();
    await change({ birth_date: '1815-12-12' });
    await remove();
    await conflict(page).getByText('The person is not deleted yet.').waitFor();
    expect(await sidesOf(page, 'birth_date')).to.deep.equal(['1815-12-10', '1815-12-12']);
    await answer(page, 'Keep the person');
    await eventually('their value', async () =>
      expect(await form.getByLabel('birth_date').inputValue()).to.equal('1815-12-12'),
    );
    await change({ birth_date: '1815-12-13' });
    await remove();
    await answer(page, 'Delete it anyway');
    await page.getByText('Person 1 deleted.').waitFor();
    expect((await client.get('/persons/1')).status).to.equal(404);
    pages.expectProblem(/status of 412/);
  });

  itOpens('in links, too', async (pages) => {
    await link('1');
    const { page, owned } = await openPerson(pages);
    await owned.getByRole('link', { name: 'Engine 1' }).waitFor();
    await link('3');
    await owned.getByRole('button', { name: 'Unlink Engine 1' }).click();
    await conflict(page).getByText('computers is not changed yet.').waitFor();
    expect(await sidesOf(page, 'computers')).to.deep.equal(['Engine 1', 'Engine 1, Other', 'Other']);
    await answer(page, 'Take theirs');
    await owned.getByRole('link', { name: 'Other' }).waitFor();
    expect(await computers.of(client, '1')).to.deep.equal(['1', '3']);
    await change({ birth_date: null });
    await owned.getByRole('combobox', { name: 'Add to computers' }).fill('engine');
    await owned.getByRole('option', { name: 'Engine 2' }).click();
    await answer(page, 'Link Engine 2 anyway');
    await owned.getByRole('link', { name: 'Engine 2' }).waitFor();
    expect(await computers.of(client, '1')).to.deep.equal(['1', '2', '3']);
    pages.expectProblem(/status of 412/);
  });

  itOpens("but not for changes of one's own", async (pages) => {
    for (const computer of ['1', '2', '3']) await link(computer);
    const { page, form } = await openPerson(pages);
    const owned = form.getByRole('region', { name: 'computers' });
    // The clicks come at once: each change starts from the result of the one before.
    for (const serial of ['Engine 1', 'Engine 2', 'Other']) {
      await owned.getByRole('button', { name: `Unlink ${serial}` }).dispatchEvent('click');
    }
    await owned.getByText('none').waitFor();
    await typeBirthDate(page, '1815-12-11');
    await page.getByRole('button', { name: 'Undo' }).click();
    await owned.getByRole('button', { name: 'Unlink Other' }).click();
    await owned.getByText('none').waitFor();
    await save(page);
    await saved(page);
    await form.getByLabel('birth_date').fill('1815-12-12');
    await save(page);
    await eventually('the second change', async () =>
      expect((await personNow(client))['birth_date']).to.equal('1815-12-12'),
    );
    expect(await computers.of(client, '1')).to.deep.equal([]);
  });

  itOpens('and says the condition in the command', async (pages) => {
    const { page } = await openPerson(pages);
    await typeBirthDate(page, '1815-12-11');
    await save(page);
    await saved(page);
    expect(await page.getByLabel('curl command').innerText()).to.match(
      / -H 'If-Match: "[^"]+"' -H 'Idempotency-Key: "[0-9a-f]{32}"' /,
    );
  });
});

function conflict(page: Page): Locator {
  return panel(page).getByRole('region', { name: /^Somebody else has changed/ });
}

function answer(page: Page, name: string): Promise<void> {
  return conflict(page).getByRole('button', { name }).click();
}

/** A field's values in a conflict: when opened, stored now, and mine, unless it is computed. A write-only field has 'never shown', and mine. */
function sidesOf(page: Page, field: string): Promise<readonly string[]> {
  const heading = page.getByRole('heading', { name: field, exact: true });
  return conflict(page).getByRole('listitem').filter({ has: heading }).locator('dd').allInnerTexts();
}
