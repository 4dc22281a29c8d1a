import { expect } from 'chai';
import type { Locator, Page } from 'playwright-core';
import { expectNoSidewaysScroll } from '../../browser/accessibility.ts';
import { expectListOf, fillWorld, openExplorer } from '../../browser/explorer.ts';
import { describePages } from '../../browser/describe-pages.ts';
import { addPerson } from '../../contract/api/persons.ts';
import { filterQuery, type ApiClient } from '../../support/api-client.ts';
import { eventually } from '../../support/eventually.ts';

/** Born between 1900 and 1968, and on these days. The latest makes nine decades, which have room next to outliers. */
const others = ['1815-12-10', '0001-01-01', '1985-05-05'];
const mostRequests = 14;

async function data(client: ApiClient): Promise<void> {
  await fillWorld(client);
  for (const birth_date of others) await addPerson(client, { birth_date });
}

describePages('The charts of the explorer', { data }, ({ client, itOpens, journey }) => {
  const condition = (op: string, val: unknown) => ({ name: 'birth_date', op, val });
  const periods: Readonly<Record<string, object>> = {
    'before 1900': condition('lt', '1900-01-01'),
    ...Object.fromEntries(
      [0, 10, 20, 30, 40, 50, 60, 70, 80].map((years) => {
        const from = 1900 + years;
        return [`${from}s`, condition('between', [`${from}-01-01`, `${from + 9}-12-31`])];
      }),
    ),
    unset: condition('eq', null),
  };
  const links: Readonly<Record<string, object>> = {
    none: { name: 'computers', op: 'eq', val: null },
    'at least one': { name: 'computers', op: 'ne', val: null },
  };

  /** Expects every bar with what the API counts for it. */
  async function expectBars(page: Page, dates: readonly object[], computers: readonly object[]): Promise<void> {
    const bars = async (name: string, conditions: typeof periods, filter: readonly object[]): Promise<string[]> =>
      Promise.all(
        Object.entries(conditions).map(async ([label, bar]) => {
          const { document } = await client.get(`/persons${filterQuery([...filter, bar])}`);
          return `${name} ${label} ${String(document.meta.count)}`;
        }),
      );
    const expected = [...(await bars('birth_date', periods, computers)), ...(await bars('computers', links, dates))];
    await eventually('the bars', async () => {
      const shown = await barsOf(page).allInnerTexts();
      expect(shown.map((text) => text.replaceAll(/\s+/g, ' ').replace(/ persons?$/, ''))).to.deep.equal(expected);
    });
  }

  journey('count what is filtered by everything but their own bars, in few requests', async (pages) => {
    const page = await pages.blank();
    const asked = countRequests(page);
    await page.goto('/explorer/');
    await expectBars(page, [], []);
    expect(asked()).to.be.within(1, mostRequests);

    await bar(page, '1940s').click();
    await expectListOf(page, client, `/persons${filterQuery([periods['1940s']])}`);
    await expectBars(page, [periods['1940s'] ?? {}], []);
    expect(await chosen(page)).to.deep.equal(['1940s']);
    expect(await page.locator('.dimmed .bar-label').allInnerTexts())
      .to.have.length(10)
      .and.include('1920s');

    await bar(page, 'before 1900').click();
    await bar(page, 'none').press('Enter');
    const filter = [periods['before 1900'] ?? {}, links['none'] ?? {}];
    await expectListOf(page, client, `/persons${filterQuery(filter)}`);
    await expectBars(page, filter.slice(0, 1), filter.slice(1));
    expect(await chosen(page)).to.deep.equal(['before 1900', 'none']);

    await bar(page, 'before 1900').click();
    await bar(page, 'none').click();
    await expectListOf(page, client, '/persons');
    await expectBars(page, [], []);
    const before = asked();
    await bar(page, '1940s').click();
    await page.getByRole('columnheader', { name: 'birth_date' }).getByRole('button').click();
    await expectListOf(page, client, `/persons${filterQuery([periods['1940s']])}&sort=birth_date`);
    await expectBars(page, [periods['1940s'] ?? {}], []);
    expect(asked()).to.equal(before);
  });

  itOpens('take few requests whatever conditions look like those of bars', async (pages) => {
    const [until, since] = [condition('lt', '1950-01-01'), condition('ge', '1910-01-01')];
    const range = condition('between', ['1910-01-01', '1949-12-31']);
    const filters: readonly (readonly [filter: readonly object[], label: string])[] = [
      [[until, since, links['none'] ?? {}], '1940s'],
      [[range, links['none'] ?? {}], '1940–44'],
      [[since, range], '1940–44'],
    ];
    for (const [filter, label] of filters) {
      const page = await pages.blank();
      const asked = countRequests(page);
      await page.goto(`/explorer/#/person?filter=${encodeURIComponent(JSON.stringify(filter))}`);
      await bar(page, label).waitFor();
      expect(asked(), label).to.be.within(1, mostRequests);
    }
  });

  itOpens('count again when data has changed', async (pages) => {
    const page = await openExplorer(pages);
    await expectBars(page, [], []);
    const id = await addPerson(client, { birth_date: '1905-05-05' });
    await page.getByLabel('Rows per page').selectOption('10');
    await expectListOf(page, client, '/persons?page[size]=10');
    await expectBars(page, [], []);
    await client.delete(`/persons/${id}`);
  });

  itOpens('show the years of a filter that is of no bar', async (pages) => {
    const typed = condition('between', ['1950-01-01', '1954-12-31']);
    const page = await openExplorer(pages, `#/person?filter=${encodeURIComponent(JSON.stringify([typed]))}`);
    await bar(page, '1952').click();
    const year = condition('between', ['1952-01-01', '1952-12-31']);
    await expectListOf(page, client, `/persons${filterQuery([typed, year])}`);
    // Nobody was born in 1953 or 1954.
    expect((await labels(page)).slice(0, 3)).to.deep.equal(['1950', '1951', '1952']);
    expect(await chosen(page)).to.deep.equal(['1952']);
  });

  itOpens('leave the rows in place when they come, and say when they cannot be drawn', async (pages) => {
    const page = await pages.blank();
    const held = Promise.withResolvers<undefined>();
    let fails = true;
    await page.route('**/persons?*', async (route) => {
      // The list asks for whole persons, the charts for fields of them.
      if (!new URL(route.request().url()).searchParams.has('fields[person]')) return route.continue();
      await held.promise;
      return fails ? route.abort('connectionrefused') : route.continue();
    });
    await page.goto('/explorer/');
    const row = page.locator('.row-link').first();
    await row.waitFor();
    expect(await barsOf(page).count()).to.equal(0);
    const place = await row.boundingBox();
    held.resolve(undefined);
    await page.getByText('The charts could not be drawn.').waitFor();
    fails = false;
    await page.getByRole('button', { name: 'Try again' }).click();
    await barsOf(page).first().waitFor();
    expect(await row.boundingBox()).to.deep.equal(place);
    pages.expectProblem(/ERR_CONNECTION_REFUSED/);
  });

  itOpens('wait to be asked for on a phone, and are not offered where there is nothing to chart', async (pages) => {
    const page = await openExplorer(pages, '', { viewport: { width: 390, height: 800 } });
    await expectListOf(page, client, '/persons');
    const button = page.getByRole('button', { name: 'Charts' });
    expect(await button.getAttribute('aria-expanded')).to.equal('false');
    expect((await page.locator('.row-link').first().boundingBox())?.y).to.be.below(400);
    await button.click();
    await expectBars(page, [], []);
    await expectNoSidewaysScroll(page);
    await page.goto('/explorer/#/computer');
    await expectListOf(page, client, '/computers');
    expect(await button.count()).to.equal(0);
  });
});

function barsOf(page: Page): Locator {
  return page.getByRole('region', { name: 'Charts' }).getByRole('button');
}

function bar(page: Page, label: string): Locator {
  return barsOf(page).filter({ has: page.getByText(label, { exact: true }) });
}

function labels(page: Page): Promise<readonly string[]> {
  return page.locator('.bar-label').allInnerTexts();
}

function chosen(page: Page): Promise<readonly string[]> {
  return page.locator('.bar[aria-pressed=true] .bar-label').allInnerTexts();
}

/** Counts the requests of charts from now on. */
function countRequests(page: Page): () => number {
  let count = 0;
  page.on('request', (request) => {
    if (new URL(request.url()).searchParams.has('fields[person]')) count += 1;
  });
  return () => count;
}
