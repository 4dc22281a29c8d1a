import { expect } from 'chai';
import type { Page } from 'playwright-core';
import { describePages } from '../../browser/describe-pages.ts';
import {
  expectListOf,
  fillSmallWorld,
  followsFrom,
  openedPanel,
  openFollowing,
  setVisibility,
} from '../../browser/explorer.ts';
import { watchedIt } from '../../browser/watched-page.ts';
import { addPerson } from '../../contract/api/persons.ts';
import { all, bearer, keyOf } from '../../support/access.ts';
import { ApiClient } from '../../support/api-client.ts';
import { eventually } from '../../support/eventually.ts';
import { freePort } from '../../support/free-port.ts';
import { startTestService, type TestService } from '../../support/test-service.ts';

/** Streams end by themselves after a second. */
const environment = { CHANGES_STREAM_SECONDS: '1' };
const setting = { data: fillSmallWorld, changes: true };

describePages('The explorer follows the feed', setting, ({ client, itOpens }) => {
  itOpens('only while its tab is visible, and then catches up', async (pages) => {
    const page = await openFollowing(pages, '#/person');
    const streams = countStreams(page);
    await setVisibility(page, 'hidden');
    await eventually('no stream', () => expect(streams.ended).to.equal(1));
    await changeBirthDate(client, '1815-12-12');
    expect(streams.positions).to.deep.equal([]);
    await setVisibility(page, 'visible');
    await page.getByRole('gridcell', { name: '1815-12-12' }).waitFor();
    expect(await page.locator('.row.changed .row-link').allTextContents()).to.deep.equal(['1']);
    expect(streams.positions).to.have.length(1);
    expect(streams.positions[0]).to.match(/^p/);
  });
});

describePages('The explorer follows the feed', { ...setting, environment }, ({ client, itOpens }) => {
  itOpens('through an outage, without a message, and catches up afterwards', async (pages) => {
    const page = await openFollowing(pages, '#/person');
    let refused = 0;
    await page.route('**/changes', async (route) => {
      refused += 1;
      await route.abort('connectionrefused');
    });
    await eventually('an outage', () => expect(refused).to.be.above(0));
    await changeBirthDate(client, '1815-12-12');
    const before = refused;
    await eventually('one more attempt', () => expect(refused).to.be.above(before));
    expect(await page.getByRole('alert').filter({ visible: true }).count()).to.equal(0);
    expect(await page.getByRole('gridcell', { name: '1815-12-12' }).count()).to.equal(0);
    await page.unroute('**/changes');
    await page.getByRole('gridcell', { name: '1815-12-12' }).waitFor();
    expect(await page.locator('.row.changed .row-link').allTextContents()).to.deep.equal(['1']);
    pages.expectProblem(/ERR_CONNECTION_REFUSED/);
  });
});

describePages(
  'The explorer that is refused a stream',
  { ...setting, environment: { MAX_SUBSCRIBERS: '1' } },
  ({ client, itOpens }) => {
    itOpens('works as if there were no feed, until a stream is free', async (pages) => {
      pages.expectProblem(/status of 503.*changes/);
      const first = await openFollowing(pages, '#/person');
      const page = await pages.blank();
      await page.clock.install();
      const answered = page.waitForResponse('**/changes');
      await page.goto('/explorer/#/person?sort=-id');
      expect((await answered).status()).to.equal(503);
      await expectListOf(page, client, '/persons?sort=-id');
      await addPerson(client);
      await page.clock.fastForward(11_000);
      await page.evaluate(`dispatchEvent(new Event('focus'))`);
      await expectListOf(page, client, '/persons?sort=-id');
      expect(await page.getByRole('alert').filter({ visible: true }).count()).to.equal(0);
      const follows = followsFrom(page, '/persons');
      await first.close();
      await eventually('a free place', async () => {
        const next = page.waitForResponse('**/changes', { timeout: 2000 });
        await Promise.all([next, page.clock.fastForward(31_000)]);
        expect((await next).status()).to.equal(200);
      });
      await follows();
      await addPerson(client);
      await page.getByRole('button', { name: '1 change: show' }).waitFor();
    });
  },
);

describePages('The explorer under a policy', { roles: { admin: all }, changes: true }, (suite) => {
  const { client, itOpens, replaceKeys } = suite;
  itOpens('asks to sign in as soon as a key is revoked, keeps what was typed, and continues', async (pages) => {
    pages.expectProblem(/401/);
    const page = await pages.blank();
    const follows = followsFrom(page, '/persons');
    await page.goto('/explorer/');
    await signIn(page, 'admin');
    await follows();
    await page.getByRole('link', { name: 'New person' }).click();
    const form = await openedPanel(page, 'New person');
    await form.getByLabel('name', { exact: true }).fill('Alan Turing');
    replaceKeys('other', 'admin');
    await signIn(page, 'other');
    await page.getByText('key:other (admin)').waitFor();
    expect(await form.getByLabel('name', { exact: true }).inputValue()).to.equal('Alan Turing');
    const admin = new ApiClient(client.url, false, 'Accept, Authorization');
    const data = { type: 'person', attributes: { name: 'Ada Lovelace' } };
    await admin.post('/persons', { data }, { headers: bearer('other') });
    await page.getByRole('button', { name: '1 change: show' }).click();
    await page.getByRole('link', { name: 'Open Person 1' }).waitFor();
    expect(await form.getByLabel('name', { exact: true }).inputValue()).to.equal('Alan Turing');
  });
});

describe('The explorer follows the feed', () => {
  let service: TestService;
  const client = new ApiClient(() => service.url);
  const { itOpens } = watchedIt(() => service.url);
  let port = 0;
  const start = async (): Promise<void> => {
    service = await startTestService({ DATABASE_URL: 'memory:', PORT: String(port) });
  };

  before(async () => {
    port = await freePort();
  });
  beforeEach(start);
  afterEach(() => service.stop());

  itOpens('of a service that was restarted with other data, and reloads the list', async (pages) => {
    await addPerson(client, { name: 'Ada Lovelace' });
    const page = await openFollowing(pages, '#/person?sort=-id');
    const refused = page.waitForEvent('requestfailed');
    await service.stop();
    await refused;
    expect(await page.getByRole('alert').filter({ visible: true }).count()).to.equal(0);
    await page.route('**/changes', (route) => route.abort('connectionrefused'));
    await start();
    for (const name of ['Grace Hopper', 'Alan Turing']) await addPerson(client, { name });
    await page.unroute('**/changes');
    await expectListOf(page, client, '/persons?sort=-id');
    pages.expectProblem(/ERR_CONNECTION_REFUSED/);
    pages.expectProblem(/status of 410.*changes/);
  });
});

interface Streams {
  /** The positions that new streams continued from. */
  readonly positions: readonly (string | undefined)[];
  /** The number of streams that have ended. */
  readonly ended: number;
}

function countStreams(page: Page): Streams {
  const streams = { positions: [] as (string | undefined)[], ended: 0 };
  const isStream = (request: { url(): string }): boolean => request.url().endsWith('/changes');
  page.on('request', (request) => {
    if (isStream(request)) streams.positions.push(request.headers()['last-event-id']);
  });
  const end = (request: { url(): string }): void => {
    if (isStream(request)) streams.ended += 1;
  };
  page.on('requestfailed', end);
  page.on('requestfinished', end);
  return streams;
}

async function changeBirthDate(client: ApiClient, birth_date: string): Promise<void> {
  const data = { type: 'person', id: '1', attributes: { birth_date } };
  expect((await client.patch('/persons/1', { data })).status).to.equal(200);
}

async function signIn(page: Page, name: string): Promise<void> {
  await page.getByLabel('Token or API key').fill(keyOf(name));
  await page.getByRole('dialog').getByRole('button', { name: 'Sign in' }).click();
}
