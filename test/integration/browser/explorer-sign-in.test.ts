import { readFileSync } from 'node:fs';
import { expect } from 'chai';
import type { Page } from 'playwright-core';
import { expectAccessible } from '../../browser/accessibility.ts';
import { askForBirthDate, openedPanel, openExplorer, panel } from '../../browser/explorer.ts';
import { describePages } from '../../browser/describe-pages.ts';
import { all, bearer, keyOf } from '../../support/access.ts';
import { ApiClient } from '../../support/api-client.ts';
import { eventually } from '../../support/eventually.ts';

describePages('The explorer of a service without a policy', {}, ({ itOpens }) => {
  itOpens('asks nobody who they are', async (pages) => {
    const page = await openExplorer(pages);
    await page.getByText('There are no persons yet.').waitFor();
    expect(await page.getByLabel('curl command').textContent()).not.to.contain('Authorization');
    expect(await page.getByRole('button', { name: /Sign/ }).count()).to.equal(0);
  });
});

const setting = {
  roles: { admin: all, reader: { person: { read: { fields: ['display_name'] } } }, nothing: {} },
  changes: true,
};

describePages('The explorer of a service with a policy', setting, ({ client, itOpens, journey, replaceKeys }) => {
  journey('asks who one is, keeps it for the tab alone, and leaves out what one may not do', async (pages) => {
    pages.expectProblem(/401/);
    const page = await openExplorer(pages);
    await signIn(page, `${keyOf('reader')}x`);
    const refused = page.getByText('This is not a valid API key or token.');
    await refused.waitFor();
    await signIn(page, keyOf('reader'));
    await page.getByText('key:reader (reader)').waitFor();
    await page.getByText('There are no persons yet.').waitFor();
    const { width = 0, height = 0 } = page.viewportSize() ?? {};
    await page.setViewportSize({ width: 390, height });
    expect((await page.getByRole('navigation', { name: 'Resources' }).boundingBox())?.height).to.be.below(60);
    await page.setViewportSize({ width, height });
    expect(await page.getByRole('link', { name: 'Computers' }).count()).to.equal(0);
    expect(await page.getByRole('link', { name: /New person|Create the first/ }).count()).to.equal(0);
    expect(page.url()).not.to.contain(keyOf('reader'));
    expect(await page.evaluate('JSON.stringify(localStorage)')).not.to.contain(keyOf('reader'));
    expect(await page.evaluate('JSON.stringify(sessionStorage)')).to.contain(keyOf('reader'));
    await page.getByRole('button', { name: 'Sign out' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Cancel' }).click();
    await page.getByText('The persons could not be loaded').waitFor();
    expect(await page.evaluate('sessionStorage.length')).to.equal(0);
    await page.getByRole('button', { name: 'Sign in' }).click();
    await page.getByLabel('Token or API key').waitFor();
    await expectAccessible(page, 'sign in');
  });

  itOpens('reports every kind of invalid key', async (pages) => {
    pages.expectProblem(/401/);
    const page = await openExplorer(pages);
    for (const [wrong, reason] of [
      ['pc_short', 'The credential is neither an API key nor a token'],
      [keyOf('nobody'), 'The API key, or the key that signed the token, is unknown'],
      // Not allowed in a header.
      ['ключ', undefined],
    ] as const) {
      await signIn(page, wrong);
      await eventually('what is wrong', async () => {
        const said = (await page.getByRole('dialog').getByRole('alert').innerText()).split(/\n+/);
        expect(said).to.deep.equal(['This is not a valid API key or token.', reason].filter(Boolean));
      });
    }
  });

  itOpens('offers no bulk change to roles without write access, and forgets one on signing out', async (pages) => {
    pages.expectProblem(/401/);
    const admin = new ApiClient(client.url, false, 'Accept, Authorization');
    const data = { type: 'person', attributes: { name: 'Ada Lovelace' } };
    await admin.post('/persons', { data }, { headers: bearer('admin') });
    const page = await openExplorer(pages);
    await signIn(page, keyOf('reader'));
    await page.getByRole('link', { name: 'Open Person 1' }).waitFor();
    expect(await page.getByRole('checkbox', { name: /^Select/ }).count()).to.equal(0);
    await page.getByRole('button', { name: 'Sign out' }).click();
    await signIn(page, keyOf('admin'));
    await page.getByLabel('Select Person 1', { exact: true }).check();
    await askForBirthDate(page, '1815-12-10');
    await page.getByRole('button', { name: 'Change 1 person' }).click();
    await page.getByText('1 person changed').waitFor();
    expect(await page.evaluate('sessionStorage.length')).to.equal(2);
    await page.getByRole('button', { name: 'Sign out' }).click();
    await page.getByLabel('Token or API key').waitFor();
    expect(await page.evaluate('sessionStorage.length')).to.equal(0);
  });

  itOpens('sends credentials with exports, and shows commands that have them elsewhere', async (pages) => {
    pages.expectProblem(/401/);
    const page = await openExplorer(pages);
    await signIn(page, keyOf('admin'));
    await page.getByText('There are no persons yet.').waitFor();
    const command = await page.getByLabel('curl command').textContent();
    expect(command).to.contain('"Authorization: Bearer $TOKEN"').and.not.to.contain('pc_');
    await page.getByRole('button', { name: 'Export' }).click();
    const started = page.waitForEvent('download');
    await page.getByRole('link', { name: 'Export as CSV' }).click();
    const saved = await started;
    expect(saved.suggestedFilename()).to.equal('persons.csv');
    expect(readFileSync(await saved.path(), 'utf8')).to.match(/^id,birth_date,display_name/);
  });

  itOpens('says so where one may read nothing, and lets one sign out', async (pages) => {
    pages.expectProblem(/401/);
    const page = await openExplorer(pages);
    await signIn(page, keyOf('nothing'));
    await page.getByText('You do not have permission to read anything here.').waitFor();
    await page.getByRole('button', { name: 'Sign out' }).click();
    await page.getByLabel('Token or API key').waitFor();
  });

  itOpens('keeps what was typed when the key was revoked and the page has not heard of it', async (pages) => {
    pages.expectProblem(/401/);
    const page = await openExplorer(pages);
    await page.route('**/changes', (route) => route.fulfill({ status: 404 }));
    pages.expectProblem(/status of 404.*changes/);
    await signIn(page, keyOf('admin'));
    await page.getByRole('link', { name: 'New person' }).click();
    const form = await openedPanel(page, 'New person');
    await form.getByLabel('name', { exact: true }).fill('Alan Turing');
    replaceKeys('other', 'admin');
    await eventually('a key that is gone', async () => {
      const answer = await fetch(`${client.url}/persons`, { headers: { Authorization: `Bearer ${keyOf('admin')}` } });
      expect(answer.status).to.equal(401);
    });
    await form.getByRole('button', { name: 'Create person' }).click();
    await signIn(page, keyOf('other'));
    await page.getByText('key:other (admin)').waitFor();
    await panel(page)
      .getByRole('heading', { level: 2, name: /ALAN TURING/ })
      .waitFor();
  });
});

async function signIn(page: Page, credential: string): Promise<void> {
  await page.getByLabel('Token or API key').fill(credential);
  await page.getByRole('dialog').getByRole('button', { name: 'Sign in' }).click();
}
