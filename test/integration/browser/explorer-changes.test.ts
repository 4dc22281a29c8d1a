import { expect } from 'chai';
import type { Page } from 'playwright-core';
import { fillSmallWorld, openedPanel, openExplorer, openPerson, panel, personNow } from '../../browser/explorer.ts';
import { describePages } from '../../browser/describe-pages.ts';
import { addComputer, addPerson, computers } from '../../contract/api/persons.ts';
import { eventually } from '../../support/eventually.ts';
import { shownAttributes } from '../../support/resource-objects.ts';

describePages('The explorer', { data: fillSmallWorld, changes: true }, ({ client, itOpens, journey }) => {
  itOpens('creates a person with computers found by search', async (pages) => {
    const page = await openExplorer(pages);
    await page.getByRole('link', { name: 'New person' }).click();
    const form = await openedPanel(page, 'New person');
    await form.getByLabel('name', { exact: true }).fill('Alan Turing');
    await form.getByLabel('email').fill('alan@example.org');
    await form.getByLabel('birth_date').fill('1912-06-23');
    for (const serial of ['Engine 2', 'Other']) {
      await form.getByRole('combobox', { name: 'Add to computers' }).fill(serial.toLowerCase());
      await form.getByRole('option', { name: serial }).click();
    }
    await form.getByRole('button', { name: 'Create person' }).click();
    await openedPanel(page, 'Person 3');
    await page.getByText('Person 3 created.').waitFor();
    await page.locator('.count', { hasText: '3 persons' }).waitFor();
    const written = { name: 'Alan Turing', email: 'alan@example.org', birth_date: '1912-06-23' };
    expect(await personNow(client, '3')).to.deep.equal(shownAttributes('person', written));
    expect(await computers.of(client, '3')).to.deep.equal(['2', '3']);
  });

  itOpens('creates a person by the keyboard alone', async (pages) => {
    const page = await openExplorer(pages);
    await tabTo(page, 'New person');
    await page.keyboard.press('Enter');
    await openedPanel(page, 'New person');
    await tabTo(page, 'name');
    await page.keyboard.type('Alan Turing');
    await tabTo(page, 'Add to computers');
    await page.keyboard.type('engine');
    await panel(page).getByRole('option', { name: 'Engine 1' }).waitFor();
    await page.keyboard.press('ArrowDown');
    await page.keyboard.press('ArrowDown');
    await page.keyboard.press('Enter');
    await panel(page).getByRole('button', { name: 'Remove Engine 2' }).waitFor();
    await tabTo(page, 'Create person');
    await page.keyboard.press('Enter');
    await openedPanel(page, 'Person 3');
    expect((await personNow(client, '3'))['display_name']).to.equal('ALAN TURING');
    expect(await computers.of(client, '3')).to.deep.equal(['2']);
    await page.keyboard.press('Escape');
    await panel(page).waitFor({ state: 'detached' });
  });

  itOpens('changes what was typed and nothing else', async (pages) => {
    const { page, form } = await openPerson(pages);
    expect(await form.getByLabel('name', { exact: true }).inputValue()).to.equal('');
    expect(await form.getByLabel('name', { exact: true }).getAttribute('placeholder')).to.equal('unchanged');
    await form.getByRole('heading', { name: 'ADA LOVELACE <ada@example.org> Person 1' }).waitFor();
    expect(await form.locator('.field > :first-child').allInnerTexts()).to.deep.equal([
      'birth_date',
      'display_name read-only',
      'name',
      'email',
    ]);
    expect(await form.locator('[aria-required=true], .required').count()).to.equal(0);
    await form.getByLabel('birth_date').fill('1815-12-11');
    await form.getByRole('button', { name: 'Save' }).click();
    await page.getByText('Person 1 saved.').waitFor();
    const written = { name: 'Ada Lovelace', email: 'ada@example.org', birth_date: '1815-12-11' };
    expect(await personNow(client)).to.deep.equal(shownAttributes('person', written));
    await page.locator('tbody tr').first().getByText('1815-12-11').waitFor();
  });

  itOpens('unsets values, those that cannot be read too', async (pages) => {
    const { page, form } = await openPerson(pages);
    await form.getByLabel('birth_date').fill('');
    await form.getByLabel('Remove the stored email').check();
    await form.getByRole('button', { name: 'Save' }).click();
    await page.getByText('Person 1 saved.').waitFor();
    expect(await personNow(client)).to.deep.equal(shownAttributes('person', { name: 'Ada Lovelace' }));
  });

  journey('shows the errors of the API at their fields, and keeps what was typed', async (pages) => {
    const { page, form } = await openPerson(pages, 'new');
    await form.getByLabel('email').fill('no address');
    await form.getByLabel('birth_date').pressSequentially('0230');
    await form.getByRole('button', { name: 'Create person' }).press('Enter');
    await form.getByText('Enter a valid date as YYYY-MM-DD, or clear it.').waitFor();
    await form.locator('[name=birth_date]:focus').waitFor();
    await form.getByLabel('birth_date').fill('1912-06-23');
    await form.getByRole('button', { name: 'Create person' }).click();
    for (const name of ['name', 'email']) {
      const input = form.getByLabel(name, { exact: true });
      await form.locator(`[name=${name}][aria-invalid=true]`).waitFor();
      const described = (await input.getAttribute('aria-describedby')) ?? '';
      const errors = form.locator(`#${described.split(' ').at(-1) ?? ''}`);
      expect(await errors.innerText()).not.to.equal('');
    }
    expect(await form.locator('[name=birth_date]').getAttribute('aria-invalid')).to.equal('false');
    await form.locator('[name=name]:focus').waitFor();
    await form.getByLabel('name', { exact: true }).pressSequentially('Alan');
    await page.keyboard.press('Shift+Enter');
    await page.keyboard.type('Turing');
    expect(await form.getByLabel('email').inputValue()).to.equal('no address');
    await form.getByLabel('email').fill('alan@example.org');
    await page.keyboard.press('Enter');
    await openedPanel(page, 'Person 3');
    const { birth_date: birthDate, display_name: shown } = await personNow(client, '3');
    expect([birthDate, shown]).to.deep.equal(['1912-06-23', 'ALAN\nTURING <alan@example.org>']);
    pages.expectProblem(/status of 422/);
  });

  itOpens('keeps the line breaks, tabs and blanks of unedited parts', async (pages) => {
    const id = await addComputer(client, '\tone\r\n two \n');
    const serialNow = async (): Promise<unknown> =>
      (await client.get(`/computers/${id}`)).document.data.attributes.serial;
    const page = await openExplorer(pages, `#/computer?open=computer/${id}`);
    const serial = (await openedPanel(page, `Computer ${id}`)).getByLabel('serial');
    await serial.press('Control+Home');
    await page.keyboard.type('>');
    await page.keyboard.press('Enter');
    await page.getByText(`Computer ${id} saved.`).waitFor();
    expect(await serialNow()).to.equal('>\tone\r\n two \n');
    const filter = [{ name: 'serial', op: 'eq', val: 'one\ntw' }];
    await page.goto(`/explorer/#/computer?filter=${encodeURIComponent(JSON.stringify(filter))}`);
    await page.getByLabel('Value of serial').press('Control+End');
    await page.keyboard.type('o');
    await eventually('the filter with its line break', async () => {
      const asked = new URLSearchParams(new URL(page.url()).hash.split('?')[1]).get('filter') ?? '';
      expect(JSON.parse(asked)).to.deep.equal([{ ...filter[0], val: 'one\ntwo' }]);
    });
  });

  itOpens('sends no half-typed value from a form, a bulk change or a filter', async (pages) => {
    const words = 'Enter a valid date as YYYY-MM-DD, or clear it.';
    const { page, form } = await openPerson(pages, '2');
    const born = form.getByLabel('birth_date');
    await born.pressSequentially('0230');
    await page.keyboard.press('Enter');
    await form.getByText(words).waitFor();
    await form.getByRole('button', { name: 'Revert' }).click();
    await form.getByText(words).waitFor({ state: 'detached' });
    expect(await born.inputValue()).to.equal('');
    await born.pressSequentially('2000-02-30');
    await form.getByLabel('email', { exact: true }).fill('grace@example.org');
    await form.getByText(words).waitFor();
    expect(await born.inputValue()).to.equal('2000-02-30');
    await born.fill('2999-02-28');
    await form.getByText(/^This is 9\d\d years ahead\. Is the year right\?$/).waitFor();
    await form.locator('.calendar').fill('2000-02-28');
    expect(await born.inputValue()).to.equal('2000-02-28');
    await born.fill('');
    await form.getByRole('button', { name: 'Save' }).click();
    await page.getByText('Person 2 saved.').waitFor();
    await page.keyboard.press('Escape');
    await page.getByLabel('Select Person 1', { exact: true }).check();
    await page.getByRole('button', { name: 'Change…' }).click();
    await page.getByLabel('What to change').selectOption('birth_date');
    await page.getByLabel('New birth_date').pressSequentially('0230');
    await page.keyboard.press('Enter');
    await page.getByRole('region', { name: 'Selection' }).getByText(words).waitFor();
    await page.getByRole('button', { name: /^Filter/ }).click();
    const condition = page.getByRole('group', { name: /^Condition / });
    await condition.getByLabel('Field', { exact: true }).selectOption('birth_date');
    await condition.getByLabel('Operator of birth_date').selectOption('in_');
    await condition.getByLabel('Value of birth_date, add with Enter').pressSequentially('0230');
    await page.keyboard.press('Enter');
    await condition.getByText(words).waitFor();
    expect((await personNow(client))['birth_date']).to.equal('1815-12-10');
  });

  itOpens('loses nothing that was typed when a request fails', async (pages) => {
    const { page, form } = await openPerson(pages, 'new');
    let fails = true;
    await page.route('**/persons', (route) =>
      fails && route.request().method() === 'POST' ? route.abort('connectionrefused') : route.continue(),
    );
    await form.getByLabel('name', { exact: true }).fill('Alan Turing');
    await form.getByRole('combobox').fill('other');
    await form.getByRole('option', { name: 'Other' }).click();
    await form.getByRole('button', { name: 'Create person' }).click();
    await form.getByText('the service could not be reached. Nothing you typed is lost.').waitFor();
    expect(await form.getByLabel('name', { exact: true }).inputValue()).to.equal('Alan Turing');
    await form.getByRole('button', { name: 'Remove Other' }).waitFor();
    fails = false;
    await form.getByRole('button', { name: 'Try again' }).click();
    await openedPanel(page, 'Person 3');
    expect(await computers.of(client, '3')).to.deep.equal(['3']);
    pages.expectProblem(/ERR_CONNECTION_REFUSED/);
  });

  itOpens('says when a resource was deleted meanwhile, and keeps what was typed', async (pages) => {
    const { form } = await openPerson(pages);
    await form.getByLabel('name', { exact: true }).fill('Ada King');
    await client.delete('/persons/1');
    await form.getByRole('button', { name: 'Save' }).click();
    await form.getByText('Person: 1 not found').waitFor();
    expect(await form.getByLabel('name', { exact: true }).inputValue()).to.equal('Ada King');
    pages.expectProblem(/status of 404/);
  });

  itOpens('asks before it leaves changes that are not saved', async (pages) => {
    const { page, form } = await openPerson(pages);
    await form.getByLabel('name', { exact: true }).fill('Ada King');
    await page.getByRole('button', { name: 'Close panel' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Keep editing' }).click();
    expect(await form.getByLabel('name', { exact: true }).inputValue()).to.equal('Ada King');
    await page.keyboard.press('Escape');
    await page.getByRole('dialog').getByRole('button', { name: 'Discard' }).click();
    await panel(page).waitFor({ state: 'detached' });
    expect((await personNow(client))['display_name']).to.equal('ADA LOVELACE <ada@example.org>');
  });

  itOpens('links and unlinks, and takes that back', async (pages) => {
    const { page, owned } = await openPerson(pages);
    const linked = (ids: readonly string[]): Promise<void> =>
      eventually(`the computers ${ids.join(', ')}`, async () =>
        expect(await computers.of(client, '1')).to.deep.equal(ids),
      );
    await owned.getByRole('combobox', { name: 'Add to computers' }).fill('engine');
    await owned.getByRole('option', { name: 'Engine 1' }).click();
    await owned.getByRole('link', { name: 'Engine 1' }).waitFor();
    await client.post('/persons/1/relationships/computers', { data: computers.ids('2') });
    await page.reload();
    await owned.getByRole('link', { name: 'Engine 2' }).waitFor();
    await linked(['1', '2']);
    await owned.getByRole('button', { name: 'Unlink Engine 1' }).dblclick();
    await owned.getByRole('link', { name: 'Engine 1' }).waitFor({ state: 'detached' });
    await owned.getByRole('button', { name: 'Unlinked Engine 1' }).waitFor();
    await linked(['2']);
    await owned.getByRole('button', { name: 'Unlink Engine 2' }).hover();
    expect(await owned.getByRole('button', { name: 'Unlinked Engine 1' }).count()).to.equal(1);
    await owned.getByRole('heading', { name: 'computers' }).hover();
    await owned.getByRole('button', { name: 'Unlinked Engine 1' }).waitFor({ state: 'detached' });
    await page.getByRole('button', { name: 'Undo' }).click();
    await owned.getByRole('button', { name: 'Unlink Engine 1' }).waitFor();
    await linked(['1', '2']);
    await owned.getByRole('button', { name: 'Unlink Engine 1' }).click();
    await owned.getByRole('button', { name: 'Unlinked Engine 1' }).waitFor();
    await client.post('/persons/2/relationships/computers', { data: computers.ids('1') });
    await page.getByRole('button', { name: 'Undo' }).click();
    await page.getByText('Computer 1 was not linked again, because somebody else has linked it since.').waitFor();
    expect(await computers.of(client, '2')).to.deep.equal(['1']);
  });

  itOpens('moves what belongs to somebody else only when it is chosen, and gives it back', async (pages) => {
    await client.post('/persons/2/relationships/computers', { data: computers.ids('1') });
    const { page, owned } = await openPerson(pages);
    const search = owned.getByRole('combobox', { name: 'Add to computers' });
    await search.click();
    await owned.getByRole('option').nth(2).waitFor();
    expect(await owned.getByRole('option').allInnerTexts()).to.satisfy((texts: readonly string[]) =>
      ['Engine 2', 'Other', 'Engine 1'].every((serial, index) => texts[index]?.startsWith(serial) === true),
    );
    await owned.getByRole('option', { name: 'Engine 1 #1, moves from GRACE HOPPER' }).waitFor();
    await page.keyboard.press('Enter');
    expect(await computers.of(client, '1')).to.deep.equal([]);
    await page.keyboard.press('ArrowUp');
    await page.keyboard.press('Enter');
    const moved = 'Computer 1 Engine 1 moved from GRACE HOPPER to ADA LOVELACE <ada@example.org>.';
    await page.getByText(moved).waitFor();
    expect(await computers.of(client, '1')).to.deep.equal(['1']);
    await page.getByRole('button', { name: 'Undo' }).click();
    await page.getByText('owner changed from ADA LOVELACE <ada@example.org> to GRACE HOPPER.').waitFor();
    await owned.getByRole('link', { name: 'Engine 1' }).waitFor({ state: 'detached' });
    expect(await computers.of(client, '2')).to.deep.equal(['1']);

    await search.fill('engine 1');
    await owned.getByRole('option', { name: 'Engine 1' }).click();
    await page.getByText(moved).waitFor();
    await client.delete('/persons/1/relationships/computers', { data: computers.ids('1') });
    await page.getByRole('button', { name: 'Undo' }).click();
    await page.getByText('Computer 1 was not moved back, because somebody else has moved it since.').waitFor();
    expect(await computers.of(client, '2')).to.deep.equal([]);
  });

  itOpens('says how many can be linked, and shows the first of them', async (pages) => {
    for (let spare = 1; spare <= 9; spare += 1) await addComputer(client, `Spare ${spare}`);
    const { page, form } = await openPerson(pages, '1', { viewport: { width: 390, height: 500 } });
    const search = form.getByRole('combobox');
    await search.fill('spare');
    await page.getByText('8 of 9 found. Keep typing to narrow the search.').waitFor();
    await search.press('ArrowUp');
    const last = await page.getByRole('option', { name: 'Spare 8' }).boundingBox();
    const bar = await page.getByRole('region', { name: 'Last request' }).boundingBox();
    expect((last?.y ?? NaN) + (last?.height ?? NaN)).to.be.at.most(bar?.y ?? NaN);
  });

  itOpens('sets and removes the owner', async (pages) => {
    const page = await openExplorer(pages, '#/computer?open=computer/3');
    const owner = (await openedPanel(page, 'Computer 3')).getByRole('region', { name: 'owner' });
    await owner.getByRole('combobox', { name: 'Set owner' }).fill('grace');
    await owner.getByRole('option', { name: /GRACE/ }).click();
    await owner.getByRole('link', { name: /GRACE/ }).waitFor();
    expect(await computers.of(client, '2')).to.deep.equal(['3']);
    await owner.getByRole('button', { name: /^Unlink GRACE/ }).click();
    await owner.getByRole('link', { name: /GRACE/ }).waitFor({ state: 'detached' });
    expect(await computers.of(client, '2')).to.deep.equal([]);
  });

  itOpens('deletes after a question only', async (pages) => {
    await client.post('/persons/1/relationships/computers', { data: computers.ids('1', '2') });
    const { page, form } = await openPerson(pages);
    await form.getByRole('button', { name: 'Delete' }).click();
    const dialog = page.getByRole('dialog', { name: 'Delete person 1?' });
    expect(await dialog.innerText()).to.contain(
      'ADA LOVELACE <ada@example.org> will be deleted. 2 computers will lose their owner. This cannot be undone.',
    );
    await dialog.getByRole('button', { name: 'Cancel' }).click();
    expect((await client.get('/persons/1')).status).to.equal(200);
    await form.getByRole('button', { name: 'Delete' }).click();
    await dialog.getByRole('button', { name: 'Delete' }).click();
    await page.getByText('Person 1 deleted.').waitFor();
    await page.locator('.count', { hasText: '1 person' }).waitFor();
    expect((await client.get('/persons/1')).status).to.equal(404);
  });

  itOpens('never runs what is stored', async (pages) => {
    await addPerson(client, { name: '<img src=x onerror=alert(1)><script>alert(1)</script>' });
    const { page } = await openPerson(pages, '3');
    await page.getByText('<IMG SRC=X ONERROR=ALERT(1)>').first().waitFor();
    expect(await page.locator('img').count()).to.equal(0);
  });
});

/** Presses Tab until the element of that name has the focus. */
async function tabTo(page: Page, name: string): Promise<void> {
  for (let presses = 0; presses < 200; presses += 1) {
    await page.keyboard.press('Tab');
    if ((await page.evaluate<string>(NAME_OF_FOCUSED)) === name) return;
  }
  throw new Error(`Tab does not lead to ${name}`);
}

/** The label, or the text, of the element that has the focus. */
const NAME_OF_FOCUSED = `
  (({ ariaLabel, labels, innerText }) => ariaLabel ?? labels?.[0]?.innerText ?? innerText.trim())(document.activeElement)
`;
