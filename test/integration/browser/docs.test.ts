import { expect } from 'chai';
import type { Page } from 'playwright-core';
import { expectAccessible, expectNoSidewaysScroll } from '../../browser/accessibility.ts';
import { describePages } from '../../browser/describe-pages.ts';
import { hasCurl, runInShell } from '../../browser/shell.ts';
import { addPerson } from '../../contract/api/persons.ts';
import { all, keyOf } from '../../support/access.ts';
import { MEDIA_TYPE, type ApiClient } from '../../support/api-client.ts';
import { eventually } from '../../support/eventually.ts';

/** The operations of all types are made alike. */
const RESOURCES = /(?<=^\/(?:export\/)?)(?:persons|computers)(?=$|\.|\/\{id\}$)/;

// Not the host that serves the page. The page sends its requests to the host that it came from.
const environment = { PUBLIC_URL: 'https://api.example.org/v1' };

async function data(client: ApiClient): Promise<void> {
  for (let created = 0; created < 3; created += 1) await addPerson(client, { name: 'Ada Lovelace' });
}

describePages('The reference at /docs/', { environment, data }, ({ client, itOpens, journey }) => {
  itOpens('lists every operation, HEAD and QUERY under their GET, and shows one of each kind', async (pages) => {
    const page = await pages.open('/docs/');
    const answer = await fetch(`${client.url}/openapi.json`);
    const { paths } = (await answer.json()) as { paths: Record<string, Record<string, Described>> };
    const described = Object.entries(paths).flatMap(([path, methods]) =>
      Object.entries(methods).flatMap(([method, { operationId, summary }]) =>
        operationId === undefined || method === 'head' || method === 'x-query'
          ? []
          : [{ operationId, summary, kind: `${method} ${path.replace(RESOURCES, '…')}` }],
      ),
    );
    const links = page.getByRole('navigation', { name: 'Operations' }).getByRole('link');
    await links.first().waitFor();
    const targets = await links.evaluateAll((all) => all.map((link) => String(link.getAttribute('href'))));
    expect(targets.map((target) => target.split('/').at(-1))).to.have.members(
      described.map(({ operationId }) => operationId),
    );
    const ofEachKind = new Map(described.map((each) => [each.kind, each] as const));
    for (const { operationId, summary } of ofEachKind.values()) {
      await page.goto(`/docs/${targets.find((target) => target.endsWith(`/${operationId}`)) ?? ''}`);
      await page.getByRole('heading', { level: 1, name: summary, exact: true }).waitFor();
      // Schemas can contain themselves, so only two levels are opened.
      for (const _ of [1, 2]) await page.evaluate(OPEN_ALL);
    }
  });

  journey('sends the request that its code shows, and shows the response', async (pages, context) => {
    const page = await pages.open('/docs/#/persons/listPersons');
    await page.getByLabel('page[size]').first().fill('2');
    const { status, text } = await send(page);
    expect(status).to.match(/^200 \d+ ms$/);
    expect(text).to.contain('ADA LOVELACE').and.contain('"count": 3');
    const code = await page.getByLabel('Request in curl').innerText();
    expect(code).to.equal(`curl -g '${client.url}/persons?page[size]=2'`);
    await page.getByLabel('Method').selectOption('QUERY');
    expect(new URL(page.url()).hash).to.equal('#/persons/listPersonsQuery');
    const queried = page.waitForRequest((request) => request.method() === 'QUERY');
    expect((await send(page)).text).to.equal(text);
    expect((await queried).postData()).to.equal('page[size]=2');
    const query = await page.getByLabel('Request in curl').innerText();
    await page.goto('/docs/#/persons/createPerson');
    let posts = 0;
    page.on('request', (request) => (posts += request.method() === 'POST' ? 1 : 0));
    const sent = page.waitForRequest((request) => request.method() === 'POST');
    // Sends reads only.
    await page.getByLabel('Idempotency-Key').first().press('Enter');
    const created = await send(page);
    expect(created.status).to.match(/^201 /);
    expect(created.text).to.contain('"type": "person"');
    expect((await (await sent).allHeaders())['content-type']).to.equal(MEDIA_TYPE);
    expect(posts).to.equal(1);
    // A bare Debian has no curl.
    if (!hasCurl) return context.skip();
    expect(JSON.parse(await runInShell(query)).data).to.have.length(2);
  });

  itOpens('opens an operation by its link, with examples, operators, and errors on demand', async (pages) => {
    const page = await pages.open('/docs/#/persons/listPersons');
    const main = page.getByRole('main');
    await main.getByRole('heading', { level: 1, name: 'List persons' }).waitFor();
    await page.getByRole('link', { name: 'Skip to the content' }).press('Enter');
    expect(await main.evaluate((element) => element.matches(':focus'))).to.equal(true);
    expect(new URL(page.url()).hash).to.equal('#/persons/listPersons');
    const examples = main.getByLabel('Example', { exact: true });
    expect(await examples.first().innerText()).to.contain('"display_name": "ADA LOVELACE <ada@example.org>"');
    expect(await main.getByText('unknown field').count()).to.equal(0);
    await main.getByText(/^Errors: 400, 406/).click();
    await main
      .getByText(/unknown field .*nme.* of person/)
      .first()
      .waitFor();
    expect(await main.getByRole('link', { name: 'invalid-parameter' }).getAttribute('href')).to.equal(
      'errors#invalid-parameter',
    );
    expect(await main.innerText())
      .to.contain('startswith, endswith, match: a text')
      .and.contain('JSON:API 1.1');
    await main.getByRole('link', { name: 'The query language' }).click();
    await page.waitForURL(`${client.url}/docs/query`);
  });

  itOpens('finds operations by words, and reports a search without results', async (pages) => {
    const page = await pages.open('/docs/', { colorScheme: 'dark' });
    const operations = page.getByRole('navigation', { name: 'Operations' });
    await operations.getByRole('searchbox').fill('create comp');
    await eventually('the operations that are found', async () => {
      const shown = await operations.locator('a code').allInnerTexts();
      expect(shown).to.have.members(['/persons/{id}/computers', '/computers']);
    });
    await operations.getByRole('searchbox').fill('no such words');
    await operations.getByText('No operation matches “no such words”.').waitFor();
    await page.goto('/docs/#/persons/noSuchOperation');
    await page.getByRole('alert').getByText('There is no operation “noSuchOperation”').waitFor();
  });

  itOpens('shows a stream of changes live until it is stopped', async (pages) => {
    const page = await pages.open('/docs/#/service/listChanges');
    await page.getByLabel('Accept').selectOption('text/event-stream');
    await page.getByRole('button', { name: 'Send' }).click();
    const body = page.getByLabel('Response body');
    await body.getByText('event: position').waitFor();
    await addPerson(client, { name: 'Grace Hopper' });
    await body.getByText('GRACE HOPPER').waitFor();
    await page.getByRole('button', { name: 'Stop' }).click();
    await page.getByRole('button', { name: 'Stop' }).waitFor({ state: 'detached' });
    expect(await page.getByRole('alert').count()).to.equal(0);
  });

  itOpens('writes the request in three languages', async (pages) => {
    const page = await pages.open('/docs/#/service/runOperations');
    await page.getByRole('button', { name: 'JavaScript' }).click();
    const code = await page.getByLabel('Request in JavaScript').innerText();
    // Runs the code in the page, as JavaScript of a browser.
    await page.evaluate(`(async () => {
      const console = { log: (...said) => (globalThis.shown = said) };
      ${code}
    })()`);
    expect(await page.evaluate('shown[0]')).to.equal(200);
    await page.getByRole('button', { name: 'Python' }).click();
    expect(await page.getByLabel('Request in Python').innerText()).to.match(/^import requests\n/);
    await page.reload();
    await page.getByLabel('Request in Python').waitFor();
  });

  itOpens('is accessible in light, dark and narrow layouts', async (pages) => {
    const page = await pages.open('/docs/#/persons/listPersons');
    await page.getByText(/^Errors: 400/).click();
    await send(page);
    for (const colorScheme of ['light', 'dark'] as const) {
      await page.emulateMedia({ colorScheme });
      await expectAccessible(page, colorScheme);
    }
    await page.setViewportSize({ width: 390, height: 844 });
    await expectAccessible(page, 'narrow');
    await expectNoSidewaysScroll(page);
    await page.getByRole('link', { name: 'All operations' }).click();
    await page.getByRole('searchbox').waitFor();
    await expectAccessible(page, 'narrow, with the list');
    await expectNoSidewaysScroll(page);
  });
});

describePages('The reference of a service with a policy', { roles: { all } }, ({ itOpens }) => {
  itOpens('signs in as the explorer does, for this tab only', async (pages) => {
    pages.expectProblem(/401/);
    const page = await pages.open('/docs/#/persons/listPersons');
    expect((await send(page)).status).to.match(/^401 /);
    expect(await page.getByLabel('Request in curl').innerText()).to.contain('"Authorization: Bearer $TOKEN"');
    await page.getByRole('region', { name: 'Response' }).getByRole('button', { name: 'Sign in' }).click();
    await page.getByLabel('Token or API key').fill(keyOf('all'));
    await page.getByRole('dialog').getByRole('button', { name: 'Sign in' }).click();
    await page.getByRole('status').getByText('200').waitFor();
    expect(await page.evaluate('JSON.stringify(localStorage)')).not.to.contain(keyOf('all'));
    expect(await page.getByRole('main').innerText()).not.to.contain(keyOf('all'));
    await page.goto('/explorer/');
    await page.getByText('key:all (all)').waitFor();
  });
});

interface Described {
  readonly operationId?: string;
  readonly summary: string;
}

const OPEN_ALL = "for (const fold of document.querySelectorAll('main details')) fold.open = true";

/** Sends the request of the open operation. */
async function send(page: Page): Promise<{ readonly status: string; readonly text: string }> {
  const response = page.getByRole('region', { name: 'Response', exact: true });
  await page.getByRole('button', { name: 'Send', exact: true }).click();
  await response
    .getByRole('status')
    .filter({ hasText: / \d+ ms$/ })
    .waitFor();
  const text = await response.getByLabel('Response body').innerText();
  return { status: await response.getByRole('status').innerText(), text };
}
