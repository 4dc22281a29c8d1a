import { expect } from 'chai';
import type { Locator, Page } from 'playwright-core';
import { describePages } from '../../browser/describe-pages.ts';
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
  itOpens('shows every operation of the document, HEAD at its GET, and opens one of each kind', async (pages) => {
    const page = await pages.open('/docs/');
    const answer = await fetch(`${client.url}/openapi.json`);
    const { paths } = (await answer.json()) as { paths: Record<string, Record<string, { operationId?: string }>> };
    const described = Object.entries(paths).flatMap(([path, methods]) =>
      Object.entries(methods).flatMap(([method, { operationId }]) =>
        operationId === undefined || method === 'head' || method === 'x-query'
          ? []
          : [{ operationId, kind: `${method} ${path.replace(RESOURCES, '…')}` }],
      ),
    );
    await page.locator('.opblock').first().waitFor();
    const ids = await page.locator('.opblock').evaluateAll((blocks) => blocks.map(({ id }) => String(id)));
    expect(ids.map((id) => id.split('-').at(-1))).to.have.members(described.map(({ operationId }) => operationId));
    const ofEachKind = new Map(described.map(({ operationId, kind }) => [kind, operationId] as const));
    // One at a time: Swagger UI renders all open ones again for each further one.
    for (const [, operationId] of ofEachKind) {
      const id = ids.find((each) => each.endsWith(`-${operationId}`)) ?? '';
      await (await opened(page, id)).locator('.opblock-summary-control').click();
    }
  });

  journey('sends a GET, and a POST with the media type of JSON:API', async (pages) => {
    const page = await pages.open('/docs/');
    const { status, text } = await execute(await opened(page, 'operations-persons-listPersons'));
    expect(status).to.equal('200');
    expect(text).to.contain('ADA LOVELACE');
    const sent = page.waitForRequest((request) => request.method() === 'POST');
    const created = await execute(await opened(page, 'operations-persons-createPerson'));
    expect(created.status).to.equal('201');
    expect(created.text).to.contain('"type": "person"');
    expect((await (await sent).allHeaders())['content-type']).to.equal(MEDIA_TYPE);
  });

  itOpens('opens an operation by its link, with examples, operators, and errors on demand', async (pages) => {
    const page = await pages.open('/docs/#/persons/listPersons');
    const block = page.locator('#operations-persons-listPersons.is-open');
    await block.getByText('HEAD returns only the headers.').waitFor();
    const answers = block.locator('.responses-inner');
    expect(await answers.first().innerText()).to.contain('"display_name": "ADA LOVELACE <ada@example.org>"');
    expect(await answers.count()).to.equal(1);
    await block.getByText(/^Errors: 400, 406, /).click();
    const invalid = answers.nth(1).locator('.response[data-code="400"]');
    await invalid.locator('.examples-select-element').selectOption('invalid-parameter');
    await invalid.getByText(/unknown field .*nme.* of person/).waitFor();
    const filter = block.locator('[data-param-name="filter"]');
    expect(await filter.innerText()).to.contain('startswith, endswith, match: a text');
    const opening = page.waitForEvent('popup');
    await filter.getByRole('link', { name: 'The query language' }).click();
    const language = await opening;
    await language.getByRole('link', { name: 'pages by cursor' }).first().click();
    await language.locator('#pages-by-cursor:target').waitFor();
    expect(new URL(language.url()).pathname).to.equal('/docs/query');
  });

  itOpens('finds operations by words, and sends requests where its page came from', async (pages) => {
    const page = await pages.open('/docs/', { colorScheme: 'dark' });
    await page.getByRole('searchbox', { name: 'Search' }).fill('create comp');
    await eventually('the operations that are found', async () => {
      const shown = await page
        .locator('.opblock-summary-path')
        .evaluateAll((all) => all.map(({ dataset }) => dataset['path']));
      expect(shown).to.have.members(['/persons/{id}/computers', '/computers']);
    });
    const servers = await page.locator('.servers option').allInnerTexts();
    expect(servers[0]).to.equal(`${client.url}/`);
    expect(servers[1]).to.match(/^https:\/\/api\.example\.org\/v1 - to copy commands/);
  });
});

describePages('The reference of a service with a policy', { roles: { all } }, ({ itOpens }) => {
  itOpens('sends credentials once they are given, and forgets them with the page', async (pages) => {
    pages.expectProblem(/401/);
    const page = await pages.open('/docs/');
    const list = 'operations-persons-listPersons';
    expect((await execute(await opened(page, list))).status).to.equal('401');
    await page.locator('.auth-wrapper .authorize').first().click();
    await page.locator('.auth-container input').fill(keyOf('all'));
    await page.locator('.auth-btn-wrapper .authorize').click();
    await page.locator('.auth-btn-wrapper .btn-done').click();
    await page.locator(`#${list}`).getByRole('button', { name: 'Execute' }).click();
    await page.locator(`#${list} .live-responses-table .response-col_status`).getByText('200').waitFor();
    const kept = await page.evaluate('JSON.stringify([localStorage, sessionStorage])');
    expect(kept).not.to.contain(keyOf('all'));
    // The address has the operation, which is open again.
    await page.reload();
    expect((await execute(page.locator(`#${list}`))).status).to.equal('401');
  });
});

async function opened(page: Page, id: string): Promise<Locator> {
  const block = page.locator(`[id="${id}"]`);
  await block.locator('.opblock-summary-control').click();
  await block.locator('.responses-inner').waitFor();
  return block;
}

/** Sends the request with the example of the document. */
async function execute(block: Locator): Promise<{ readonly status: string; readonly text: string }> {
  await block.getByRole('button', { name: 'Try it out' }).click();
  await block.getByRole('button', { name: 'Execute' }).click();
  const answer = block.locator('.live-responses-table .response');
  await answer.waitFor();
  return { status: (await answer.locator('.response-col_status').innerText()).trim(), text: await answer.innerText() };
}
