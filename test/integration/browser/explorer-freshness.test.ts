import { expect } from 'chai';
import { addPerson } from '../../contract/api/persons.ts';
import { expectListOf, fillWorld, openedPanel, openExplorer } from '../../browser/explorer.ts';
import { describePages } from '../../browser/describe-pages.ts';
import { filterQuery } from '../../support/api-client.ts';

describePages('The explorer keeps its list fresh, and', { data: fillWorld }, ({ client, itOpens }) => {
  itOpens('keeps header and pager in sight while rows scroll', async (pages) => {
    const page = await openExplorer(pages, '', { viewport: { width: 1280, height: 600 } });
    await expectListOf(page, client, '/persons');
    const heading = page.getByRole('columnheader', { name: 'birth_date' });
    const last = page.locator('.row-link').last();
    await last.scrollIntoViewIfNeeded();
    const [header, row, pager] = await Promise.all([
      heading.boundingBox(),
      last.boundingBox(),
      page.getByRole('navigation', { name: 'Pages of the list' }).boundingBox(),
    ]);
    expect(header?.y).to.be.within(0, row?.y ?? 0);
    expect(row?.y).to.be.below(pager?.y ?? 0);
    // The header is drawn there, with no row above it.
    await heading.getByRole('button').click({ trial: true });
  });

  itOpens(
    'shows changes by others even without a feed: on demand, and when the user comes back after a while',
    async (pages) => {
      const page = await pages.blank();
      await page.clock.install();
      await page.route('**/changes', (route) => route.fulfill({ status: 404 }));
      await page.goto('/explorer/#/person?sort=-id');
      await expectListOf(page, client, '/persons?sort=-id');
      const id = await addPerson(client, { name: 'Newcomer' });
      await page.getByRole('button', { name: 'Reload' }).click();
      await expectListOf(page, client, '/persons?sort=-id');
      await client.delete(`/persons/${id}`);
      await page.clock.fastForward(11_000);
      await page.evaluate(`dispatchEvent(new Event('focus'))`);
      await expectListOf(page, client, '/persons?sort=-id');
      pages.expectProblem(/status of 404.*changes/);
    },
  );

  itOpens('recovers by itself after an outage, which it reports once', async (pages) => {
    const page = await pages.blank();
    await page.clock.install();
    let away = true;
    await page.route(/\/persons(?:\/1)?\?/, (route) => (away ? route.abort('connectionrefused') : route.continue()));
    await page.goto('/explorer/#/person?open=person/1');
    await page.getByText('Trying again in 5 s.').waitFor();
    await page.clock.runFor(6000);
    await page.getByText('The persons could not be loaded').waitFor();
    await page.getByText('Person 1 could not be loaded').waitFor();
    expect(await page.getByRole('alert').count()).to.equal(1);
    away = false;
    await page.clock.runFor(6000);
    await expectListOf(page, client, '/persons');
    await (await openedPanel(page, 'Person 1')).getByRole('button', { name: 'Save' }).waitFor();
    expect(await page.getByRole('alert').count()).to.equal(0);
    pages.expectProblem(/ERR_CONNECTION_REFUSED/);
  });

  itOpens('says that it searches, over rows that are not the answer yet', async (pages) => {
    const page = await pages.blank();
    const held = Promise.withResolvers<undefined>();
    await page.route('**/persons?*ilike*', async (route) => {
      await held.promise;
      await route.continue();
    });
    await page.goto('/explorer/');
    await expectListOf(page, client, '/persons');
    await page.evaluate(`
      window.said = [];
      const count = document.querySelector('.count');
      const note = () => said.push(count.textContent);
      new MutationObserver(note).observe(count, { subtree: true, childList: true, characterData: true });
    `);
    await page.getByLabel('Search persons').fill('person 07');
    await page.getByText('searching…').waitFor();
    await page.locator('.table.stale').waitFor();
    held.resolve(undefined);
    await expectListOf(page, client, `/persons${filterQuery([{ name: 'name', op: 'eq', val: 'Person 07' }])}`);
    expect(await page.locator('.table.stale').count()).to.equal(0);
    const said = await page.evaluate<readonly string[]>('said');
    expect(said.filter((text) => text.includes('found'))).to.deep.equal(['1 person found']);
  });
});
