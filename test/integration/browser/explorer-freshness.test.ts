import { expect } from 'chai';
import { addPerson } from '../../contract/api/persons.ts';
import { expectListOf, fillWorld, openExplorer } from '../../browser/explorer.ts';
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

  itOpens('comes back by itself after an outage', async (pages) => {
    const page = await pages.blank();
    await page.clock.install();
    let away = true;
    await page.route('**/persons?*', (route) => (away ? route.abort('connectionrefused') : route.continue()));
    await page.goto('/explorer/');
    await page.getByText('Tries again by itself in 5 s.').waitFor();
    await page.clock.runFor(6000);
    await page.getByText('The persons could not be loaded').waitFor();
    away = false;
    await page.clock.runFor(6000);
    await expectListOf(page, client, '/persons');
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
    await page.getByLabel('Search persons').fill('person 07');
    await page.getByText('searching…').waitFor();
    await page.locator('.table.stale').waitFor();
    held.resolve(undefined);
    await expectListOf(page, client, `/persons${filterQuery([{ name: 'name', op: 'eq', val: 'Person 07' }])}`);
    expect(await page.locator('.table.stale').count()).to.equal(0);
  });
});
