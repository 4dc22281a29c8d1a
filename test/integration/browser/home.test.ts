import { expect } from 'chai';
import { hasCurl, runInShell } from '../../browser/shell.ts';
import { describePages } from '../../browser/describe-pages.ts';

const environment = { PUBLIC_URL: `https://api.example.org/it's` };

describePages('The page at /', { environment }, ({ client, itOpens, journey }) => {
  for (const [link, path] of [
    ['Explorer', '/explorer/'],
    ['Reference', '/docs/'],
    ['Query language', '/docs/query'],
    ['OpenAPI document', '/openapi.json'],
    ['Errors', '/docs/errors'],
    ['persons', '/persons'],
    ['computers', '/computers'],
  ] as const)
    itOpens(`leads to ${path}`, async (pages) => {
      const page = await pages.open('/');
      const answer = page.waitForResponse(`${client.url}${path}`);
      await page.getByRole('main').getByRole('link', { name: link, exact: true }).click();
      expect((await answer).status()).to.equal(200);
      await page.waitForURL(`${client.url}${path}`);
    });

  journey('shows commands for the address under which it was called, which work in a shell', async (pages, context) => {
    const page = await pages.open('/');
    const [seed = '', ...others] = (await page.locator('pre').allTextContents()).toReversed();
    const commands = others.toReversed();
    expect(commands).to.have.length(3);
    expect(seed).to.equal(`npm run cli -- seed --url '${client.url}'`);
    for (const command of commands) expect(command).to.contain(` '${client.url}/`).and.not.contain('example.org/it');
    // A bare Debian has no curl.
    if (!hasCurl) return context.skip();
    const documents = [];
    for (const command of commands) documents.push(JSON.parse(await runInShell(command)));
    const [{ data: created }, { data: found }, { data: listed }] = documents;
    expect(created.attributes.display_name).to.equal('ADA LOVELACE <ada@example.org>');
    expect([found, listed]).to.deep.equal([[created], [created]]);
  });

  itOpens('shows counts, and copies commands', async (pages) => {
    const page = await pages.open('/', { permissions: ['clipboard-read', 'clipboard-write'] });
    const count = Number((await client.get('/persons')).document.meta.count);
    await page
      .getByRole('listitem')
      .filter({ hasText: `persons ${count}` })
      .waitFor();
    await page.getByRole('button', { name: 'Copy' }).first().click();
    await page.getByRole('status').getByText('Copied').waitFor();
    expect(await page.evaluate('navigator.clipboard.readText()')).to.equal(
      await page.locator('pre').first().textContent(),
    );
  });

  itOpens('names the public URL where scripts are off', async (pages) => {
    const page = await pages.open('/', { javaScriptEnabled: false });
    const [first] = await page.locator('pre').allTextContents();
    expect(first).to.contain(`'https://api.example.org/it%27s/persons'`);
    expect(await page.getByRole('button').count()).to.equal(0);
  });
});
