import { expect } from 'chai';
import type { Locator, Page } from 'playwright-core';
import { askForBirthDate, expectListOf, fillWorld, openExplorer, PERSONS, shownIds } from '../../browser/explorer.ts';
import { describePages } from '../../browser/describe-pages.ts';
import { filterQuery } from '../../support/api-client.ts';
import { eventually } from '../../support/eventually.ts';

const setting = {
  // At most ten operations in a list, so that a selection takes several lists.
  environment: { MAX_OPERATIONS: '10', REQUIRE_IF_MATCH: 'true' },
  data: fillWorld,
  changes: true,
};

describePages('The explorer changes many resources at once, and', setting, ({ client, itOpens, journey }) => {
  const count = async (path: string): Promise<number> => Number((await client.get(path)).document.meta.count);
  const bornAt = (date: string | null): string =>
    `/persons${filterQuery([{ name: 'birth_date', op: 'eq', val: date }])}`;

  itOpens('sets an attribute of a range of rows, and takes it back', async (pages) => {
    const page = await openExplorer(pages);
    await expectListOf(page, client, '/persons');
    await check(page, 'Select Person 3');
    await page.getByLabel('Select Person 7', { exact: true }).click({ modifiers: ['Shift'] });
    await page.getByText('5 persons selected').waitFor();
    await page.getByRole('button', { name: 'Change…' }).click();
    expect(await page.getByRole('button', { name: /^(?:Set|Unset) / }).count()).to.equal(0);
    await page.getByLabel('What to change').selectOption('birth_date');
    await page.getByLabel('New birth_date').fill('1999-12-31');
    await page.getByRole('button', { name: 'Set birth_date', exact: true }).click();
    await page.getByRole('button', { name: 'Change 5 persons' }).click();
    await page.getByText('5 persons changed').waitFor();
    expect(await count(bornAt('1999-12-31'))).to.equal(5);
    await expectListOf(page, client, '/persons');
    const unset = await count(bornAt(null));
    await page.getByRole('button', { name: 'Undo' }).click();
    await page.getByText('5 persons restored').waitFor();
    // One of them had none.
    expect(await count(bornAt(null))).to.equal(unset + 1);
    expect(await count(bornAt('1904-03-04'))).to.equal(1);
    expect(await page.getByRole('button', { name: 'Undo' }).count()).to.equal(0);
  });

  itOpens('deletes all that match, on every page, in lists of as many as the service takes', async (pages) => {
    const page = await openExplorer(pages, '#/person?size=10');
    await expectListOf(page, client, '/persons?page[size]=10');
    const lists: number[] = [];
    page.on('request', (request) => {
      if (!request.url().endsWith('/operations')) return;
      lists.push((request.postDataJSON() as { 'atomic:operations': unknown[] })['atomic:operations'].length);
    });
    await check(page, 'Select all on this page');
    await page.getByText('10 persons selected').waitFor();
    await page.getByRole('button', { name: `Select all ${PERSONS} that match` }).click();
    await page.getByText(`${PERSONS} persons selected`).waitFor();
    await page.getByRole('button', { name: 'Delete…' }).click();
    const dialog = page.getByRole('dialog', { name: `Delete ${PERSONS} persons?` });
    await dialog.getByText('Their computers are kept, with owner unset. This cannot be undone.').waitFor();
    await dialog.getByRole('button', { name: 'Cancel' }).click();
    expect(await count('/persons')).to.equal(PERSONS);
    await page.getByRole('button', { name: 'Delete…' }).click();
    await dialog.getByRole('button', { name: `Delete ${PERSONS} persons` }).click();
    await page.getByText(`${PERSONS} persons deleted`).waitFor();
    expect(await count('/persons')).to.equal(0);
    expect(lists).to.deep.equal([10, 10, 10, 5]);
    await page.getByText('There are no persons yet.').waitFor();
    await page.getByRole('button', { name: 'Close' }).click();
  });

  journey(
    'sets an owner, reports refusals, offers the next change, and undoes the first after a reload',
    async (pages) => {
      const page = await openExplorer(pages, '#/computer');
      await expectListOf(page, client, '/computers');
      const ids = (await shownIds(page)).slice(0, 12);
      await check(page, `Select Computer ${ids[0]}`);
      await page.getByLabel(`Select Computer ${ids[11]}`, { exact: true }).click({ modifiers: ['Shift'] });
      await page.getByRole('button', { name: 'Change…' }).click();
      await page.getByLabel('What to change').selectOption('owner');
      await page.getByRole('combobox', { name: 'Set owner' }).fill('person 35');
      await page.getByRole('option', { name: /PERSON 35/ }).click();
      await page.getByRole('button', { name: 'Set owner', exact: true }).click();
      const dialog = page.getByRole('dialog', { name: 'Change 12 computers?' });
      await dialog.getByText(/Set owner to PERSON 35/).waitFor();
      for (const id of [ids[2], ids[3], ids[11]])
        await client.delete(`/computers/${id}`, undefined, { headers: { 'If-Match': '*' } });
      const before = await count('/persons/35/computers');
      await dialog.getByRole('button', { name: 'Change 12 computers' }).click();
      await page.getByText(/^9 computers changed: owner set to PERSON 35 .*; 3 refused$/).waitFor();
      expect(await count('/persons/35/computers')).to.equal(before + 9);
      await page.getByText(`Computer ${ids[3]}: Computer: ${ids[3]} not found`).waitFor();
      await page.getByText('3 computers selected').waitFor();
      await page.getByRole('link', { name: 'Persons', exact: true }).click();
      await check(page, 'Select Person 1');
      await page.getByRole('region', { name: 'Selection' }).getByRole('button', { name: 'Delete…' }).waitFor();
      await page.reload();
      await page.getByText(/^9 of 12 computers changed: owner set to PERSON 35 /).waitFor();
      await page.getByRole('button', { name: 'Undo' }).click();
      await page.getByText('9 computers restored').waitFor();
      expect(await count('/persons/35/computers')).to.equal(before);
      pages.expectProblem(/404/);
    },
  );

  itOpens('undoes only what nobody else has changed since, and keeps the focus', async (pages) => {
    const page = await openExplorer(pages);
    await expectListOf(page, client, '/persons');
    await check(page, 'Select Person 1');
    await check(page, 'Select Person 2');
    await askForBirthDate(page, '1999-12-31');
    await page.getByRole('button', { name: 'Change 2 persons' }).click();
    await page.getByText('2 persons changed').waitFor();
    const data = { type: 'person', id: '1', attributes: { birth_date: '2001-01-01' } };
    await client.patch('/persons/1', { data }, { headers: { 'If-Match': '*' } });
    await page.getByRole('button', { name: 'Undo' }).press('Enter');
    await page.getByText('1 person restored: birth_date as before; 1 refused').waitFor();
    await page.getByText('Person 1: somebody else has changed it since').waitFor();
    expect(await count(bornAt('2001-01-01'))).to.equal(1);
    expect(await count(bornAt('1902-03-04'))).to.equal(1);
    expect(await page.evaluate('document.activeElement.className')).to.equal('bulk');
  });

  itOpens(
    'warns before a second change that the first can then no longer be undone, and keeps it on Cancel',
    async (pages) => {
      const page = await openExplorer(pages);
      await expectListOf(page, client, '/persons');
      const setBirthDate = async (person: string, date: string): Promise<Locator> => {
        await check(page, `Select ${person}`);
        await askForBirthDate(page, date);
        return page.getByRole('dialog', { name: 'Change 1 person?' });
      };
      const lost = 'After that, the previous change can no longer be undone.';
      const first = await setBirthDate('Person 1', '1999-12-31');
      await first.getByText('You can undo this until you close this tab').waitFor();
      expect(await first.getByText(lost).count()).to.equal(0);
      await first.getByRole('button', { name: 'Change 1 person' }).click();
      await page.getByText('1 person changed').waitFor();
      const second = await setBirthDate('Person 2', '2000-01-01');
      await second.getByText(lost).waitFor();
      await second.getByRole('button', { name: 'Cancel' }).click();
      await page.getByText('1 person changed').waitFor();
      await page.getByRole('button', { name: 'Undo' }).click();
      await page.getByText('1 person restored').waitFor();
      expect([await count(bornAt('1999-12-31')), await count(bornAt('2000-01-01'))]).to.deep.equal([0, 0]);
      await page.reload();
      await expectListOf(page, client, '/persons');
      expect(await page.getByText('1 person').count()).to.equal(0);
    },
  );

  itOpens('undoes the finished part of a change that a reload interrupted', async (pages) => {
    const page = await openExplorer(pages);
    await expectListOf(page, client, '/persons');
    let lists = 0;
    await page.route('**/operations', async (route) => {
      lists += 1;
      if (lists !== 3) return route.continue();
      // Carried out, but the page closes before the response arrives.
      await route.fetch();
      page.once('dialog', (dialog) => void dialog.accept());
      void page.reload().catch(() => undefined);
      return undefined;
    });
    await check(page, 'Select all on this page');
    await askForBirthDate(page, '1999-12-31');
    await page.getByRole('button', { name: 'Change 30 persons' }).click();
    await page.getByText('30 persons changed: birth_date set to 1999-12-31', { exact: true }).waitFor();
    expect(await count(bornAt('1999-12-31'))).to.equal(30);
    await page.route('**/openapi.json', (route) => route.abort('connectionrefused'), { times: 1 });
    pages.expectProblem(/ERR_CONNECTION_REFUSED/);
    await page.reload();
    await page.getByRole('button', { name: 'Try again' }).click();
    await page.getByRole('button', { name: 'Undo' }).click();
    await page.getByText('30 persons restored').waitFor();
    expect(await count(bornAt('1999-12-31'))).to.equal(0);
  });

  itOpens('warns and asks before leaving the page if the browser cannot keep the data', async (pages) => {
    const page = await pages.blank();
    await page.addInitScript(
      'Storage.prototype.setItem = () => { throw new DOMException("full", "QuotaExceededError"); }',
    );
    await page.goto('/explorer/');
    await expectListOf(page, client, '/persons');
    await check(page, 'Select Person 1');
    await askForBirthDate(page, '1999-12-31');
    await page.getByRole('button', { name: 'Change 1 person' }).click();
    await page.getByText('Undo will be lost if you reload this page.').waitFor();
    const asked = page.waitForEvent('dialog');
    const reloaded = page.reload();
    await (await asked).accept();
    await reloaded;
    await expectListOf(page, client, '/persons');
    expect(await page.getByRole('button', { name: 'Undo' }).count()).to.equal(0);
  });

  itOpens('undoes nothing when it is stopped while it reads, and can still be told to', async (pages) => {
    const page = await openExplorer(pages);
    await expectListOf(page, client, '/persons');
    await check(page, 'Select Person 1');
    await askForBirthDate(page, '1999-12-31');
    await page.getByRole('button', { name: 'Change 1 person' }).click();
    await page.getByText('1 person changed').waitFor();
    const { promise: pressed, resolve: letThrough } = Promise.withResolvers<undefined>();
    await page.route('**/persons?*in_*', async (route) => {
      await pressed;
      await route.continue();
    });
    await page.getByRole('button', { name: 'Undo' }).click();
    await page.getByRole('button', { name: 'Stop' }).click();
    letThrough(undefined);
    await page.getByText('1 person changed').waitFor();
    expect(await count(bornAt('1999-12-31'))).to.equal(1);
    await page.getByRole('button', { name: 'Undo' }).click();
    await page.getByText('1 person restored').waitFor();
    expect(await count(bornAt('1999-12-31'))).to.equal(0);
  });

  itOpens('tries again for what was selected, whatever list is shown by then', async (pages) => {
    const page = await pages.blank();
    let away = true;
    await page.route('**/persons?*in_*', (route) => (away ? route.abort('connectionrefused') : route.continue()));
    await page.goto('/explorer/');
    await expectListOf(page, client, '/persons');
    await check(page, 'Select Person 20');
    await page.getByRole('button', { name: 'Delete…' }).click();
    await page.getByText('The selection could not be read').waitFor();
    away = false;
    await page.getByRole('link', { name: 'Computers', exact: true }).click();
    await expectListOf(page, client, '/computers');
    await check(page, 'Select Computer 1');
    await page.getByRole('button', { name: 'Try again' }).click();
    await page
      .getByRole('dialog', { name: 'Delete 1 person?' })
      .getByRole('button', { name: 'Delete 1 person' })
      .click();
    await page.getByText('1 person deleted').waitFor();
    expect((await client.get('/persons/20')).status).to.equal(404);
    await client.delete('/computers/1', undefined, { headers: { 'If-Match': '*' } });
    await page.getByRole('button', { name: 'Close' }).click();
    await page.getByRole('button', { name: 'Delete…' }).click();
    await page.getByText('The selected computers no longer exist.').waitFor();
    pages.expectProblem(/ERR_CONNECTION_REFUSED/);
  });

  itOpens('goes on after an outage, and does nothing twice', async (pages) => {
    const page = await pages.blank();
    let lost = 1;
    await page.route('**/operations', async (route) => {
      lost -= 1;
      if (lost !== 0) return route.continue();
      // Done, but the answer is lost.
      await route.fetch();
      return route.abort('connectionreset');
    });
    await page.goto('/explorer/');
    await expectListOf(page, client, '/persons');
    await check(page, 'Select all on this page');
    await page.getByRole('button', { name: 'Delete…' }).click();
    await page.getByRole('button', { name: 'Delete 30 persons' }).click();
    await page.getByText('Deleting 30 persons has stopped').waitFor();
    await page.getByText('0 persons deleted; 30 not confirmed').waitFor();
    expect(await count('/persons')).to.equal(PERSONS - 10);
    await expectListOf(page, client, '/persons');
    await page.getByRole('button', { name: 'Try again' }).click();
    await page.getByText('30 persons deleted').waitFor();
    await eventually('no refusal', async () => expect(await page.getByText('refused').count()).to.equal(0));
    pages.expectProblem(/ERR_CONNECTION_RESET/);
  });
});

async function check(page: Page, label: string): Promise<void> {
  await page.getByLabel(label, { exact: true }).check();
}
