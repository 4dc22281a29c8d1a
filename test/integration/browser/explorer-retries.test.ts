import { expect } from 'chai';
import type { Locator, Page } from 'playwright-core';
import { openedPanel, openExplorer, openPerson, panel, personNow } from '../../browser/explorer.ts';
import { describePages } from '../../browser/describe-pages.ts';
import type { WatchedPages } from '../../browser/watched-page.ts';
import { addComputer, addPerson, computerIds, computers } from '../../contract/api/persons.ts';
import { eventually } from '../../support/eventually.ts';
import { shownAttributes } from '../../support/resource-objects.ts';

describePages('The explorer does once what is sent again', { changes: true }, ({ client, itOpens }) => {
  const names = async (): Promise<readonly string[]> => {
    const { document } = await client.get('/persons?sort=id');
    const data = document.data as readonly { readonly attributes: { readonly display_name: string } }[];
    return data.map(({ attributes }) => attributes.display_name);
  };
  /** The page of a new person whose creation is done, although its answer gets lost. */
  const openAfterLostCreation = async (pages: WatchedPages): Promise<{ page: Page; form: Locator }> => {
    const { page, form } = await openPerson(pages, 'new');
    await loseAnswer(page, 'POST');
    await form.getByLabel('name', { exact: true }).fill('Alan Turing');
    await form.getByRole('button', { name: 'Create person' }).click();
    await form
      .getByText('It is not known whether the person was created. Trying again never creates it twice')
      .waitFor();
    expect(await names()).to.deep.equal(['ALAN TURING']);
    pages.expectProblem(/ERR_CONNECTION_RESET/);
    return { page, form };
  };

  for (const button of ['Try again', 'Create person'])
    itOpens(`a creation, by the button ${button}`, async (pages) => {
      const { page, form } = await openAfterLostCreation(pages);
      await form.getByRole('button', { name: button }).click();
      await openedPanel(page, 'Person 1');
      await page.getByText('Person 1 created.').waitFor();
      expect(await names()).to.deep.equal(['ALAN TURING']);
      expect(await page.locator('.unsaved').count()).to.equal(0);
    });

  itOpens('a creation whose panel was left in between', async (pages) => {
    const { page, form } = await openAfterLostCreation(pages);
    await page.evaluate("location.hash = '#/person'");
    await panel(page).waitFor({ state: 'detached' });
    await page.getByRole('link', { name: 'New person' }).last().click();
    await form.getByRole('button', { name: 'Create person' }).click();
    await openedPanel(page, 'Person 1');
    expect(await names()).to.deep.equal(['ALAN TURING']);
  });

  itOpens('a creation that was corrected in between, and keeps the correction', async (pages) => {
    const { page, form } = await openAfterLostCreation(pages);
    await form.getByLabel('birth_date').fill('1912-06-23');
    await form.getByRole('button', { name: 'Create person' }).click();
    await form.getByText('An earlier attempt has already created this person').waitFor();
    await form.getByRole('button', { name: 'Open it with my changes' }).click();
    const opened = await openedPanel(page, 'Person 1');
    expect(await opened.getByLabel('birth_date').inputValue()).to.equal('1912-06-23');
    await opened.getByRole('button', { name: 'Save' }).click();
    await page.getByText('Person 1 saved.').waitFor();
    const written = { name: 'Alan Turing', birth_date: '1912-06-23' };
    expect(await personNow(client)).to.deep.equal(shownAttributes('person', written));
    expect(await names()).to.have.length(1);
    pages.expectProblem(/status of 422/);
  });

  itOpens('unless another one is wanted', async (pages) => {
    const { page, form } = await openAfterLostCreation(pages);
    await form.getByLabel('name', { exact: true }).fill('Ada Lovelace');
    await form.getByRole('button', { name: 'Create person' }).click();
    await form.getByRole('button', { name: 'Create another person' }).click();
    await openedPanel(page, 'Person 2');
    expect(await names()).to.deep.equal(['ALAN TURING', 'ADA LOVELACE']);
    pages.expectProblem(/status of 422/);
  });

  itOpens('and creates one person per form', async (pages) => {
    const page = await openExplorer(pages);
    for (const id of ['1', '2']) {
      await page.getByRole('link', { name: 'New person' }).click();
      const form = await openedPanel(page, 'New person');
      await form.getByLabel('name', { exact: true }).fill('Alan Turing');
      await form.getByRole('button', { name: 'Create person' }).click();
      await openedPanel(page, `Person ${id}`);
    }
    expect(await names()).to.deep.equal(['ALAN TURING', 'ALAN TURING']);
  });

  itOpens('with the key of the first attempt after 503, 504 and a refused form', async (pages) => {
    const { page, form } = await openPerson(pages, 'new');
    const statuses = [503, 504];
    const keys: (string | undefined)[] = [];
    await page.route('**/persons', async (route) => {
      if (route.request().method() !== 'POST') return route.continue();
      keys.push(route.request().headers()['idempotency-key']);
      const status = statuses.shift();
      return status === undefined ? route.continue() : route.fulfill({ status, body: '' });
    });
    await form.getByLabel('name', { exact: true }).fill('Alan Turing');
    await form.getByLabel('email').fill('no address');
    await form.getByRole('button', { name: 'Create person' }).click();
    await form.getByText('status 503').waitFor();
    await form.getByRole('button', { name: 'Try again' }).click();
    await form.getByText('status 504').waitFor();
    await form.getByRole('button', { name: 'Try again' }).click();
    await form.locator('[name=email][aria-invalid=true]').waitFor();
    await form.getByLabel('email').fill('alan@example.org');
    await form.getByRole('button', { name: 'Create person' }).click();
    await openedPanel(page, 'Person 1');
    expect(keys).to.have.length(4);
    expect(new Set(keys).size).to.equal(1);
    for (const status of [503, 504, 422]) pages.expectProblem(new RegExp(`status of ${status}`));
  });

  itOpens("a change, which is not taken for somebody else's", async (pages) => {
    const ada = await addPerson(client, { name: 'Ada Lovelace' });
    const { page, form } = await openPerson(pages, ada);
    await loseAnswer(page, 'PATCH');
    await form.getByLabel('birth_date').fill('1815-12-10');
    await form.getByRole('button', { name: 'Save' }).click();
    await form.getByRole('button', { name: 'Try again' }).click();
    await page.getByText(`Person ${ada} saved.`).waitFor();
    await form.getByLabel('birth_date').fill('1815-12-11');
    await form.getByRole('button', { name: 'Save' }).click();
    await eventually('the second change', async () =>
      expect((await personNow(client))['birth_date']).to.equal('1815-12-11'),
    );
    pages.expectProblem(/ERR_CONNECTION_RESET/);
  });

  itOpens('links and deletions', async (pages) => {
    const ada = await addPerson(client, { name: 'Ada Lovelace' });
    const engine = await addComputer(client, 'Engine 1', ada);
    const { page, form } = await openPerson(pages, ada);
    await loseAnswer(page, 'DELETE');
    await form.getByRole('button', { name: 'Unlink Engine 1' }).click();
    await form.getByRole('button', { name: 'Try again' }).click();
    await form.getByRole('link', { name: 'Engine 1' }).waitFor({ state: 'detached' });
    expect(await computers.of(client, ada)).to.deep.equal([]);
    await client.post(computers.linkagePath(ada), { data: computerIds(engine) });
    await page.reload();
    await loseAnswer(page, 'DELETE');
    await form.getByRole('button', { name: 'Delete' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Delete' }).click();
    await form.getByRole('button', { name: 'Try again' }).click();
    await page.getByText(`Person ${ada} deleted.`).waitFor();
    pages.expectProblem(/ERR_CONNECTION_RESET/);
  });
});

const environment = { REQUIRE_IF_MATCH: 'true', REQUIRE_IDEMPOTENCY_KEY: 'true' };

describePages('The explorer needs no setting where both headers are required', { environment }, ({ journey }) => {
  journey('to create, change, link, take that back, and delete', async (pages) => {
    const { page, form } = await openPerson(pages, 'new');
    await form.getByLabel('name', { exact: true }).fill('Ada Lovelace');
    await form.getByRole('button', { name: 'Create person' }).click();
    await openedPanel(page, 'Person 1');
    await form.getByLabel('birth_date').fill('1815-12-10');
    await form.getByRole('button', { name: 'Save' }).press('Enter');
    await page.getByText('Person 1 saved.').waitFor();
    expect(await page.evaluate('document.activeElement.innerText')).to.equal('Save');
    await page.getByRole('link', { name: 'Computers', exact: true }).click();
    await page.getByRole('link', { name: 'New computer' }).click();
    await openedPanel(page, 'New computer');
    await form.getByLabel('serial').fill('Engine 1');
    await form.getByRole('button', { name: 'Create computer' }).click();
    await openedPanel(page, 'Computer 1');
    await form.getByRole('combobox', { name: 'Set owner' }).fill('ada');
    await form.getByRole('option', { name: 'ADA LOVELACE' }).click();
    await form.getByRole('button', { name: 'Unlink ADA LOVELACE' }).click();
    await page.getByText('Unlinked ADA LOVELACE from Engine 1.').waitFor();
    await page.keyboard.press('Escape');
    await form.waitFor({ state: 'detached' });
    await page.getByRole('button', { name: 'Undo' }).click();
    await page.getByRole('gridcell', { name: 'ADA LOVELACE' }).waitFor();
    await page.getByRole('link', { name: 'Open Computer 1' }).click();
    await form.getByRole('link', { name: 'ADA LOVELACE' }).waitFor();
    await form.getByRole('button', { name: 'Delete' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Delete' }).click();
    await page.getByText('Computer 1 deleted.').waitFor();
  });
});

/** Lets the next request of a method reach the service, and its answer get lost. */
async function loseAnswer(page: Page, method: string): Promise<void> {
  let loses = true;
  await page.route('**/*', async (route) => {
    if (!loses || route.request().method() !== method) return route.fallback();
    loses = false;
    await route.fetch();
    return route.abort('connectionreset');
  });
}
