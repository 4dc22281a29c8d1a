import { readFileSync } from 'node:fs';
import { expect } from 'chai';
import { expectNoSidewaysScroll } from '../../browser/accessibility.ts';
import { expectListOf, fillWorld, openedPanel, openExplorer, PERSONS, shownIds } from '../../browser/explorer.ts';
import { hasCurl, runInShell } from '../../browser/shell.ts';
import { describePages } from '../../browser/describe-pages.ts';
import { filterQuery } from '../../support/api-client.ts';
import { eventually } from '../../support/eventually.ts';
import { shownNames } from '../../support/resource-objects.ts';

describePages('The explorer shows lists, and', { data: fillWorld }, ({ client, itOpens, journey }) => {
  itOpens('opens on the persons, with their number', async (pages) => {
    const page = await openExplorer(pages);
    expect(await page.getByRole('heading', { level: 1 }).innerText()).to.equal('Persons');
    await expectListOf(page, client, '/persons');
    expect(await page.locator('.count').innerText()).to.equal(`${PERSONS} persons`);
    const row = page.locator('tbody tr').nth(1);
    expect(await row.innerText())
      .to.contain('PERSON 02')
      .and.contain('1902-03-04')
      .and.contain('PC 02-0');
  });

  itOpens('leads to every resource', async (pages) => {
    const page = await openExplorer(pages);
    await page.getByRole('link', { name: 'Computers', exact: true }).click();
    await page.getByRole('heading', { level: 1, name: 'Computers' }).waitFor();
    await expectListOf(page, client, '/computers');
    expect(await page.locator('tbody tr').first().innerText()).to.contain('PERSON 02');
  });

  journey('turns pages, by buttons, by number and by size', async (pages) => {
    const page = await openExplorer(pages);
    await expectListOf(page, client, '/persons');
    await page.getByRole('button', { name: 'Next page' }).click();
    await expectListOf(page, client, '/persons?page[number]=2');
    expect(await page.getByRole('button', { name: 'Next page' }).isDisabled()).to.equal(true);
    await page.getByRole('button', { name: 'Previous page' }).click();
    await expectListOf(page, client, '/persons?page[number]=1');
    await page.getByLabel('Rows per page').selectOption('10');
    await expectListOf(page, client, '/persons?page[size]=10');
    await page.getByRole('spinbutton', { name: 'Page' }).fill('4');
    await page.keyboard.press('Enter');
    await expectListOf(page, client, '/persons?page[size]=10&page[number]=4');
  });

  journey('sorts by a column, both ways, and by several', async (pages) => {
    const page = await openExplorer(pages);
    const heading = page.getByRole('columnheader', { name: 'birth_date' });
    for (const [sort, state] of [
      ['birth_date', 'ascending'],
      ['-birth_date', 'descending'],
    ] as const) {
      await heading.getByRole('button').click();
      await expectListOf(page, client, `/persons?sort=${sort}`);
      expect(await heading.getAttribute('aria-sort')).to.equal(state);
    }
    await heading.getByRole('button').click();
    await expectListOf(page, client, '/persons');
    await page.getByRole('link', { name: 'Computers', exact: true }).click();
    await page.getByRole('button', { name: 'Sort', exact: true }).click();
    await page.getByLabel('Sort by', { exact: true }).selectOption('owner__birth_date');
    await expectListOf(page, client, '/computers?sort=owner__birth_date');
    await page.getByRole('button', { name: 'owner__birth_date: ascending, reverse' }).click();
    await expectListOf(page, client, '/computers?sort=-owner__birth_date');
    await page.getByLabel('Sort by', { exact: true }).selectOption('serial');
    await expectListOf(page, client, '/computers?sort=-owner__birth_date,serial');
  });

  itOpens('sorts by what cannot be read', async (pages) => {
    const page = await openExplorer(pages);
    await page.getByRole('button', { name: 'Sort', exact: true }).click();
    await page.getByLabel('Sort by', { exact: true }).selectOption('email');
    await expectListOf(page, client, '/persons?sort=email');
    await page.getByRole('button', { name: /^Sort\s*email\s*ascending$/ }).waitFor();
  });

  itOpens('shows the columns that are chosen', async (pages) => {
    const page = await openExplorer(pages);
    await page.getByRole('button', { name: 'Columns' }).click();
    await page.getByRole('checkbox', { name: 'birth_date' }).uncheck();
    const left = shownNames('person').filter((name) => name !== 'birth_date');
    await eventually('the columns that are left', async () => {
      const columns = await page.getByRole('columnheader').allInnerTexts();
      expect(columns.map((name) => name.trim())).to.deep.equal(['', 'id', ...left, 'computers']);
    });
    expect(await page.locator('tbody').innerText()).not.to.contain('1902-03-04');
  });

  itOpens('searches all text at once', async (pages) => {
    const page = await openExplorer(pages);
    // Loaded after the first view, together with the keys of the page.
    await page.getByRole('button', { name: 'Find anything' }).waitFor();
    await page.keyboard.press('/');
    await page.keyboard.type('p17@');
    await expectListOf(page, client, `/persons${filterQuery([{ name: 'email', op: 'ilike', val: 'p17@%' }])}`);
  });

  journey('follows relationships, there and back', async (pages) => {
    const page = await openExplorer(pages);
    await page.getByRole('link', { name: 'PC 03-1' }).click();
    const computer = await openedPanel(page, /Computer \d+$/);
    await computer
      .getByRole('region', { name: 'owner' })
      .getByRole('link', { name: /PERSON 03/ })
      .click();
    const person = await openedPanel(page, 'Person 3');
    expect(await person.innerText()).to.contain('PERSON 03 <p03@example.org>');
    await person.getByRole('link', { name: 'Show computers as a list' }).click();
    await page.getByRole('heading', { level: 1, name: 'Computers' }).waitFor();
    await expectListOf(page, client, '/persons/3/computers');
    for (const title of ['Person 3', /Computer \d+$/]) {
      await page.goBack();
      await openedPanel(page, title);
    }
    await page.goForward();
    await openedPanel(page, 'Person 3');
  });

  itOpens('has the whole question in its address', async (pages) => {
    const page = await openExplorer(pages);
    await page.getByRole('columnheader', { name: 'birth_date' }).getByRole('button').click();
    await page.getByLabel('Search persons').fill('person 1');
    await page.getByLabel('Rows per page').selectOption('10');
    const filter = filterQuery([{ name: 'name', op: 'ilike', val: '%person 1%' }]);
    await expectListOf(page, client, `/persons${filter}&sort=birth_date&page[size]=10`);
    await page.getByRole('link', { name: 'Open Person 12' }).click();
    await openedPanel(page, 'Person 12');
    const ids = await shownIds(page);
    const other = await pages.open(page.url());
    await openedPanel(other, 'Person 12');
    await eventually('the same list', async () => expect(await shownIds(other)).to.deep.equal(ids));
    expect(other.url()).to.equal(page.url());
    expect(await other.getByLabel('Search persons').inputValue()).to.equal('person 1');
  });

  itOpens('shows no rows for an address that it cannot read, and says why', async (pages) => {
    const page = await openExplorer(pages, '#/person?filter=[{&sort=id');
    await page.getByRole('heading', { level: 1, name: 'This address cannot be read' }).waitFor();
    await page.getByText('filter=[{').waitFor();
    expect(await shownIds(page)).to.deep.equal([]);
    await page.getByRole('link', { name: 'Show all persons' }).click();
    await expectListOf(page, client, '/persons');
    await page.goto('/explorer/#/printer');
    await page.getByText('/printer').waitFor();
    expect(await shownIds(page)).to.deep.equal([]);
    await page.getByRole('link', { name: 'Show all computers' }).click();
    await expectListOf(page, client, '/computers');
  });

  itOpens('goes back and forward through what was asked', async (pages) => {
    const page = await openExplorer(pages);
    await expectListOf(page, client, '/persons');
    await page.getByRole('button', { name: 'Next page' }).click();
    await expectListOf(page, client, '/persons?page[number]=2');
    await page.getByRole('link', { name: 'Computers', exact: true }).click();
    await expectListOf(page, client, '/computers');
    await page.goBack();
    await expectListOf(page, client, '/persons?page[number]=2');
    await page.goBack();
    await expectListOf(page, client, '/persons');
    await page.goForward();
    await expectListOf(page, client, '/persons?page[number]=2');
  });

  itOpens('shows the last request as a command, and its answer', async (pages, context) => {
    const page = await openExplorer(pages);
    await expectListOf(page, client, '/persons');
    await page.getByLabel('Search persons').fill(`o'x`);
    await eventually('the request of the search', async () => {
      expect(await page.getByLabel('curl command').innerText()).to.contain('x');
      expect(await page.getByLabel('Status 200').count()).to.equal(1);
    });
    await page.getByLabel('Search persons').fill('person 33');
    await expectListOf(page, client, `/persons${filterQuery([{ name: 'name', op: 'eq', val: 'Person 33' }])}`);
    await page.getByRole('button', { name: 'Response' }).click();
    const answer: unknown = JSON.parse(await page.locator('#answer').innerText());
    const command = await page.getByLabel('curl command').innerText();
    expect(command).to.match(/^curl -g 'http/);
    // A bare Debian has no curl.
    if (!hasCurl) return context.skip();
    expect(JSON.parse(await runInShell(command))).to.deep.equal(answer);
  });

  journey('exports what is filtered', async (pages) => {
    const page = await openExplorer(pages);
    await page.getByLabel('Search persons').fill('person 0');
    const filter = filterQuery([{ name: 'name', op: 'ilike', val: '%person 0%' }]);
    await expectListOf(page, client, `/persons${filter}`);
    await page.getByRole('button', { name: 'Export' }).click();
    for (const [suffix, lines] of [
      ['CSV', 10],
      ['NDJSON', 9],
    ] as const) {
      const started = page.waitForEvent('download');
      await page.getByRole('link', { name: `Export as ${suffix}` }).click();
      const download = await started;
      expect(download.suggestedFilename()).to.equal(`persons-person-0.${suffix.toLowerCase()}`);
      const response = await fetch(download.url());
      expect((await response.text()).trim().split('\n')).to.have.length(lines);
    }
  });

  journey('sends a long filter as QUERY, shows it as a curl command, and exports it', async (pages, context) => {
    const page = await pages.blank();
    const asked: string[] = [];
    page.on('request', (request) => {
      const { pathname, searchParams } = new URL(request.url());
      if (searchParams.has('filter') || request.method() === 'QUERY') asked.push(`${request.method()} ${pathname}`);
    });
    const ids = Array.from({ length: 900 }, (_, index) => String(index + 5));
    const filter = [{ name: 'id', op: 'in_', val: ids }];
    await page.goto(`/explorer/#/person?filter=${encodeURIComponent(JSON.stringify(filter))}&size=10`);
    await expectListOf(page, client, `/persons${filterQuery(filter)}&page[size]=10`);
    const command = await page.getByLabel('curl command').innerText();
    expect(command).to.match(/^curl -g -X QUERY 'http[^?']*\/persons' -H 'Content-Type: /);
    await page.getByRole('button', { name: 'Export' }).click();
    const started = page.waitForEvent('download');
    await page.getByRole('link', { name: 'Export as NDJSON' }).click();
    const saved = await started;
    expect(
      readFileSync(await saved.path(), 'utf8')
        .trim()
        .split('\n'),
    ).to.have.length(PERSONS - 4);
    expect(asked)
      .to.include.members(['QUERY /persons', 'QUERY /export/persons.ndjson'])
      .and.satisfy((all: readonly string[]) => all.every((each) => each.startsWith('QUERY ')));
    // A bare Debian has no curl.
    if (!hasCurl) return context.skip();
    const { data } = JSON.parse(await runInShell(command)) as { readonly data: readonly { readonly id: string }[] };
    expect(data.map(({ id }) => id)).to.deep.equal(await shownIds(page));
  });

  itOpens('fits a narrow screen', async (pages) => {
    const page = await openExplorer(pages, '', { viewport: { width: 360, height: 640 } });
    await expectListOf(page, client, '/persons');
    await expectNoSidewaysScroll(page);
    await page.getByRole('button', { name: /^Filter/ }).click();
    await expectNoSidewaysScroll(page);
    await page.getByRole('link', { name: 'Open Person 3', exact: true }).click();
    await openedPanel(page, 'Person 3');
    await expectNoSidewaysScroll(page);
    await page.getByRole('button', { name: 'Close panel' }).click();
    await page.getByRole('link', { name: 'Computers', exact: true }).click();
    await expectListOf(page, client, '/computers');
    await expectNoSidewaysScroll(page);
  });

  itOpens('says that it waits, when that takes longer than half a second', async (pages) => {
    const page = await pages.blank();
    const { promise: released, resolve: release } = Promise.withResolvers<undefined>();
    await page.route('**/computers?*', async (route) => {
      await released;
      await route.continue();
    });
    await page.goto('/explorer/');
    await expectListOf(page, client, '/persons');
    const clicked = performance.now();
    await page.getByRole('link', { name: 'Computers', exact: true }).click();
    await page.getByText('Loading…').first().waitFor({ state: 'attached' });
    expect(performance.now() - clicked).to.be.above(350);
    release(undefined);
    await expectListOf(page, client, '/computers');
    await page.locator('.progress-bar').waitFor({ state: 'detached' });
  });

  itOpens('offers to try again what failed', async (pages) => {
    const page = await pages.blank();
    let fails = true;
    await page.route('**/computers?*', (route) => (fails ? route.abort('connectionrefused') : route.continue()));
    await page.goto('/explorer/');
    await expectListOf(page, client, '/persons');
    await page.getByRole('link', { name: 'Computers', exact: true }).click();
    await page.getByText('The computers could not be loaded').waitFor();
    fails = false;
    await page.getByRole('button', { name: 'Try again' }).first().click();
    await expectListOf(page, client, '/computers');
    pages.expectProblem(/ERR_CONNECTION_REFUSED/);
  });
});
