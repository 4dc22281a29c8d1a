import { readFileSync } from 'node:fs';
import { expect } from 'chai';
import type { Locator, Page } from 'playwright-core';
import { expectAccessible } from '../../browser/accessibility.ts';
import { fillSmallWorld, openExplorer } from '../../browser/explorer.ts';
import { describePages } from '../../browser/describe-pages.ts';
import type { ApiClient } from '../../support/api-client.ts';

const setting = { environment: { MAX_OPERATIONS: '2' }, data: fillSmallWorld, changes: true };

describePages('The explorer imports', setting, ({ client, itOpens, journey }) => {
  journey('a CSV file after a preview, and returns the rejected rows', async (pages) => {
    const page = await openExplorer(pages);
    const dialog = await openImport(page);
    await give(page, 'people.csv', [
      'Full name;E-mail;Born;Notes',
      'Alan Turing;;23/06/1912;',
      'Nobody;;yesterday;',
      'Mary Jackson;no e-mail;9/4/1921;NASA',
      'Edsger Dijkstra;;11/5/1930;',
    ]);
    await dialog.getByText('Required fields without a column: name.').waitFor();
    await dialog.getByLabel('Field for Full name').selectOption('name');
    await dialog.getByLabel('Field for Born').selectOption('birth_date');
    await dialog.getByText('4 rows have problems and will not be sent.').waitFor();
    await dialog.getByLabel('Date format').selectOption('dmy');
    await dialog.getByText('1 row has a problem and will not be sent.').waitFor();
    await dialog.getByRole('row', { name: /^line 2 Alan Turing.*1912-06-23/ }).waitFor();
    await expectAccessible(page, 'check');
    expect(await countOf(client, '/persons')).to.equal(2);
    await dialog.getByRole('button', { name: 'Import 3 persons' }).click();
    await dialog.getByText('2 created, 2 rejected').waitFor();
    expect(await countOf(client, '/persons')).to.equal(4);
    await dialog.getByText(/^line 4: "email"/).waitFor();
    const started = page.waitForEvent('download');
    await dialog.getByRole('button', { name: 'Download the rejected rows' }).click();
    const saved = await started;
    expect(saved.suggestedFilename()).to.equal('people.csv.rejected.csv');
    const lines = readFileSync(await saved.path(), 'utf8').split('\n');
    expect(lines[0]).to.equal('Full name;E-mail;Born;Notes;import_line;import_error;import_row');
    expect(lines[1]).to.match(/^Nobody;;yesterday;;3;/);
    expect(lines[2]).to.match(/^Mary Jackson;no e-mail;9\/4\/1921;NASA;4;/);
    await dialog.getByRole('button', { name: 'Done' }).click();
    await page.getByText('4 persons').first().waitFor();
    pages.expectProblem(/status of 422/);
  });

  itOpens('resource objects of another type, and nothing twice after a lost response', async (pages) => {
    const page = await openExplorer(pages);
    let lists = 0;
    await page.route('**/operations', async (route) => {
      lists += 1;
      if (lists !== 2) return route.continue();
      // Carried out, but the response is lost.
      await route.fetch();
      return route.abort('connectionreset');
    });
    const dialog = await openImport(page);
    const owner = { data: { type: 'person', id: '1' } };
    const lines = ['A', 'B', 'C', 'D', 'E'].map((serial) => {
      return JSON.stringify({ type: 'computer', attributes: { serial }, relationships: { owner } });
    });
    await give(page, 'computers.ndjson', lines);
    await dialog.getByRole('button', { name: 'Import 5 computers' }).click();
    await dialog.getByText('The import has stopped').waitFor();
    await dialog.getByText('2 created, 3 not confirmed').waitFor();
    await dialog.getByRole('button', { name: 'Try again' }).click();
    await dialog.getByText('5 created').waitFor();
    expect(await countOf(client, '/computers')).to.equal(8);
    expect(await countOf(client, '/persons/1/computers')).to.equal(5);
    pages.expectProblem(/ERR_CONNECTION_RESET/);
  });

  itOpens('a dropped file, and reports why one cannot be read', async (pages) => {
    const page = await openExplorer(pages);
    const dialog = await openImport(page);
    await expectAccessible(page, 'choose');
    await give(page, 'people.xlsx', ['PK\u0003\u0004']);
    await dialog.getByText('people.xlsx: it is an Excel workbook').waitFor();
    // The same file can be chosen again.
    expect(await page.locator('input[type=file]').inputValue()).to.equal('');
    const files = await page.evaluateHandle(`(() => {
      const data = new DataTransfer();
      data.items.add(new File(['name\\nAlan Turing\\n'], 'people.csv'));
      return data;
    })()`);
    await dialog.locator('.drop').dispatchEvent('drop', { dataTransfer: files });
    await dialog.getByText('No problems found.').waitFor();
    await dialog.getByRole('button', { name: 'Import 1 person' }).click();
    await dialog.getByText('1 created').waitFor();
  });
});

/** Opens the import of persons. */
async function openImport(page: Page): Promise<Locator> {
  await page.getByRole('button', { name: 'Import', exact: true }).click();
  await page.getByRole('heading', { name: 'Import persons' }).waitFor();
  return page.getByRole('dialog');
}

async function give(page: Page, name: string, lines: readonly string[]): Promise<void> {
  const buffer = Buffer.from(`${lines.join('\n')}\n`);
  await page.locator('input[type=file]').setInputFiles({ name, mimeType: 'text/plain', buffer });
}

async function countOf(client: ApiClient, path: string): Promise<unknown> {
  return (await client.get(path)).document.meta.count;
}
