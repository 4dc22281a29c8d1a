// To-many relationships with more members than the explorer reads at once.
import { expect } from 'chai';
import type { Locator, Page } from 'playwright-core';
import { expectAccessible } from '../../browser/accessibility.ts';
import { describePages } from '../../browser/describe-pages.ts';
import { openedPanel, openExplorer, openPerson, panel, personNow } from '../../browser/explorer.ts';
import { watchedIt } from '../../browser/watched-page.ts';
import { addComputer, addPerson, computerIds, computers } from '../../contract/api/persons.ts';
import { all, bearer, keyOf } from '../../support/access.ts';
import { ApiClient } from '../../support/api-client.ts';
import { eventually } from '../../support/eventually.ts';
import { startProcess, type ServiceProcess } from '../../support/service-process.ts';

const OWNED = 60;
const LIBRARY = new URL('../../models/library', import.meta.url).pathname;

/** Stores Ada (person 1) with computers 1 to 60, and computer 61 without an owner. */
async function data(client: ApiClient): Promise<void> {
  const ada = await addPerson(client, { name: 'Ada Lovelace' });
  for (let number = 1; number <= OWNED; number += 1) await addComputer(client, serial(number), ada);
  await addComputer(client, serial(OWNED + 1));
}

/** @example serial(7) // 'PC-07' */
function serial(number: number): string {
  return `PC-${String(number).padStart(2, '0')}`;
}

describePages('The explorer shows large sets', { data, changes: true }, ({ client, itOpens, journey }) => {
  const change = async (method: 'POST' | 'DELETE', computer: string): Promise<void> => {
    const body = { data: computerIds(computer) };
    expect((await client.send(method, computers.linkagePath('1'), { body })).status).to.equal(200);
  };

  journey('by their first members and their number, and the next ones on request', async (pages) => {
    const { page, owned } = await openPerson(pages);
    await expectShown(owned, 25, 60);
    expect(await owned.getByRole('link', { name: serial(26) }).count()).to.equal(0);
    await expectAccessible(page, 'the first members');
    await owned.getByRole('button', { name: 'Show more computers' }).click();
    await expectShown(owned, 50, 60);
    expect(await page.getByLabel('curl command').innerText()).to.match(/\/persons\/1\/relationships\/computers\?/);
    await owned.getByRole('button', { name: 'Show more computers' }).focus();
    await page.keyboard.press('Enter');
    await eventually('all computers', async () => expect(await linksIn(owned)).to.have.length(60));
    expect(await linksIn(owned)).to.deep.equal(Array.from({ length: OWNED }, (_, index) => serial(index + 1)));
    await owned.locator('.more-members').waitFor({ state: 'detached' });
    await panel(page).and(page.locator(':focus')).waitFor();
  });

  journey('and takes no page for the set when it saves, links and unlinks', async (pages) => {
    const { page, form, owned } = await openPerson(pages);
    await expectShown(owned, 25, 60);
    await form.getByLabel('birth_date').fill('1815-12-10');
    await form.getByRole('button', { name: 'Save' }).click();
    await page.getByText('Person 1 saved.').waitFor();
    await owned.getByRole('button', { name: 'Show more computers' }).click();
    await expectShown(owned, 50, 60);
    await owned.getByRole('button', { name: `Unlink ${serial(30)}` }).click();
    await page.getByText(`Unlinked ${serial(30)} from ADA LOVELACE`).waitFor();
    await expectShown(owned, 50, 59);
    await owned.getByRole('combobox', { name: 'Add to computers' }).fill(serial(61));
    await owned.getByRole('option', { name: serial(61) }).click();
    await page.getByText(`Linked ${serial(61)} to ADA LOVELACE`).waitFor();
    await expectShown(owned, 50, 60);
    const ids = Array.from({ length: OWNED + 1 }, (_, index) => String(index + 1)).filter((id) => id !== '30');
    expect(await computers.of(client, '1')).to.deep.equal(ids);
    expect((await personNow(client))['birth_date']).to.equal('1815-12-10');
  });

  itOpens('as far as they were shown, after each change', async (pages) => {
    const { page, owned } = await openPerson(pages);
    for (const shown of [50, 60]) {
      await owned.getByRole('button', { name: 'Show more computers' }).click();
      await eventually('more computers', async () => expect(await linksIn(owned)).to.have.length(shown));
    }
    await owned.getByRole('button', { name: `Unlink ${serial(60)}` }).click();
    await page.getByText(`Unlinked ${serial(60)} from ADA LOVELACE`).waitFor();
    await eventually('the number', async () => expect(await countIn(owned)).to.equal('59'));
    await page.getByRole('button', { name: 'Undo' }).click();
    await eventually('the link', async () => expect(await countIn(owned)).to.equal('60'));
    expect(await linksIn(owned)).to.include(serial(60));
  });

  itOpens('and counts all of them before a deletion', async (pages) => {
    const { page, form } = await openPerson(pages);
    await form.getByRole('button', { name: 'Delete' }).click();
    await page.getByRole('dialog').getByText('60 computers will lose their owner.').waitFor();
    await page.getByRole('dialog').getByRole('button', { name: 'Delete' }).click();
    await page.getByText('Person 1 deleted.').waitFor();
    expect(
      (await client.get('/computers?filter=[{"name":"owner","op":"eq","val":null}]')).document.meta.count,
    ).to.equal(61);
  });

  itOpens('and says which of those shown somebody else has changed, and both numbers', async (pages) => {
    const { page, owned } = await openPerson(pages);
    await expectShown(owned, 25, 60);
    await change('DELETE', '2');
    await owned.getByRole('button', { name: `Unlink ${serial(7)}` }).click();
    expect(await sidesOf(page)).to.deep.equal(['PC-02, and 59 more', '59 in total', 'as stored now, without PC-07']);
    await conflict(page).getByRole('button', { name: 'Unlink PC-07 anyway' }).click();
    await page.getByText('Unlinked PC-07 from ADA LOVELACE').waitFor();
    expect(await computers.of(client, '1'))
      .to.have.length(58)
      .and.not.to.include('7');
    pages.expectProblem(/status of 412/);
  });

  itOpens('and compares as many members as were shown', async (pages) => {
    const { page, owned } = await openPerson(pages);
    await owned.getByRole('button', { name: 'Show more computers' }).click();
    await expectShown(owned, 50, 60);
    await change('DELETE', '40');
    await change('POST', '61');
    await owned.getByRole('button', { name: `Unlink ${serial(30)}` }).click();
    expect(await sidesOf(page)).to.deep.equal(['PC-40, and 59 more', '60 in total', 'as stored now, without PC-30']);
    await conflict(page).getByRole('button', { name: 'Take theirs' }).click();
    await eventually('their links', async () => expect(await linksIn(owned)).not.to.include(serial(40)));
    await expectShown(owned, 50, 60);
    expect(await computers.of(client, '1')).to.include('30');
    pages.expectProblem(/status of 412/);
  });

  itOpens('and says that a change may be among those not shown', async (pages) => {
    const { page, form } = await openPerson(pages);
    await form.getByLabel('birth_date').fill('1815-12-10');
    await change('DELETE', '50');
    await change('POST', '61');
    await form.getByRole('button', { name: 'Save' }).click();
    await conflict(page).getByText('a link in computers beyond those shown, or a value that').waitFor();
    await conflict(page).getByRole('button', { name: 'Keep mine' }).click();
    await page.getByText('Person 1 saved.').waitFor();
    expect(await computers.of(client, '1')).to.have.length(60);
    pages.expectProblem(/status of 412/);
  });

  itOpens('and can try again when the next ones could not be loaded', async (pages) => {
    const { page, owned } = await openPerson(pages);
    let away = true;
    await page.route('**/relationships/computers?*', (route) =>
      away ? route.abort('connectionrefused') : route.continue(),
    );
    await owned.getByRole('button', { name: 'Show more computers' }).click();
    await owned.getByText('More computers could not be loaded').waitFor();
    await expectShown(owned, 25, 60);
    away = false;
    await owned.getByRole('button', { name: 'Try again' }).click();
    await expectShown(owned, 50, 60);
    expect(await owned.getByRole('alert').count()).to.equal(0);
    pages.expectProblem(/ERR_CONNECTION_REFUSED/);
  });

  itOpens('also if the resource has changed since its first members were read', async (pages) => {
    const { page, owned } = await openPerson(pages);
    await expectShown(owned, 25, 60);
    await change('DELETE', '60');
    await owned.getByRole('button', { name: 'Show more computers' }).click();
    await expectShown(owned, 50, 59);
    await page.getByRole('button', { name: 'Reload' }).click();
    await owned.getByRole('button', { name: 'Show more computers' }).click();
    await eventually('all computers', async () => expect(await linksIn(owned)).to.have.length(59));
  });
});

describePages(
  'The explorer shows large sets of a service that allows small pages only, under another address',
  { data, environment: { MAX_PAGE_SIZE: '10', DEFAULT_PAGE_SIZE: '10', PUBLIC_URL: 'https://api.example.org/v1' } },
  ({ itOpens }) => {
    itOpens('page by page', async (pages) => {
      const { owned } = await openPerson(pages);
      for (const shown of [10, 20, 30]) {
        await expectShown(owned, shown, 60);
        await owned.getByRole('button', { name: 'Show more computers' }).click();
      }
      await expectShown(owned, 40, 60);
    });
  },
);

const roles = { admin: all, half: { ...all, computer: { read: { where: [{ name: 'id', op: 'le', val: '30' }] } } } };

describePages('The explorer shows large sets under a policy', { roles }, ({ client, itOpens }) => {
  before(async () => {
    const admin = new ApiClient(client.url, false, 'Accept, Authorization');
    const headers = bearer('admin');
    await admin.post('/persons', { data: { type: 'person', attributes: { name: 'Ada Lovelace' } } }, { headers });
    for (let number = 1; number <= OWNED; number += 1) {
      const owner = { data: { type: 'person', id: '1' } };
      const computer = { type: 'computer', attributes: { serial: serial(number) }, relationships: { owner } };
      expect((await admin.post('/computers', { data: computer }, { headers })).status).to.equal(201);
    }
  });

  itOpens('by the members that the role may see', async (pages) => {
    pages.expectProblem(/401/);
    const page = await openExplorer(pages, '#/person?open=person/1');
    await page.getByLabel('Token or API key').fill(keyOf('half'));
    await page.keyboard.press('Enter');
    const form = await openedPanel(page, 'Person 1');
    const owned = form.getByRole('region', { name: 'computers' });
    await expectShown(owned, 25, 30);
    await owned.getByRole('button', { name: 'Show more computers' }).click();
    await eventually('all computers', async () => expect(await linksIn(owned)).to.have.length(30));
    await owned.locator('.more-members').waitFor({ state: 'detached' });
  });
});

describe('The explorer shows large sets of any model', () => {
  let service: ServiceProcess;
  let url = '';
  const client = new ApiClient(() => url);
  const { itOpens } = watchedIt(() => url);

  before(async () => {
    service = startProcess({
      DATABASE_URL: 'memory:',
      RESOURCES: LIBRARY,
      MAX_PAGE_SIZE: '10',
      DEFAULT_PAGE_SIZE: '10',
    });
    url = await service.listening;
    const authors: object[] = [];
    for (let number = 1; number <= 15; number += 1) {
      await add('/authors', { type: 'author', attributes: { pen_name: `Author ${number}`, living: false } });
      authors.push({ type: 'author', id: String(number) });
    }
    await add('/books', {
      type: 'book',
      attributes: { title: 'Anthology', price: 1 },
      relationships: { authors: { data: authors } },
    });
    await add('/categories', { type: 'category', attributes: { code: 'ROOT' } });
    for (let number = 1; number <= 25; number += 1) await add('/categories', child(number));
  });
  after(() => service.kill());

  async function add(path: string, resource: object): Promise<void> {
    expect((await client.post(path, { data: resource })).status).to.equal(201);
  }

  itOpens('that are to-many on both sides', async (pages) => {
    const page = await openExplorer(pages, '#/book?open=book/1');
    const authors = (await openedPanel(page, 'Anthology')).getByRole('region', { name: 'authors' });
    await expectShown(authors, 10, 15);
    await authors.getByRole('button', { name: 'Unlink Author 3' }).click();
    await page.getByText('Unlinked Author 3 from Anthology.').waitFor();
    await expectShown(authors, 10, 14);
    await authors.getByRole('button', { name: 'Show more authors' }).click();
    await eventually('all authors', async () => expect(await linksIn(authors)).to.have.length(14));
  });

  itOpens('of a type that refers to itself, whose other links are changed as before', async (pages) => {
    const page = await openExplorer(pages, '#/category?open=category/1');
    const form = await openedPanel(page, 'ROOT');
    const children = form.getByRole('region', { name: 'children' });
    await expectShown(children, 10, 25);
    await children.getByRole('button', { name: 'Show more children' }).click();
    await expectShown(children, 20, 25);
    const parent = form.getByRole('region', { name: 'parent' });
    await parent.getByRole('combobox', { name: 'Set parent' }).fill('C 25');
    await parent.getByRole('option', { name: 'C 25' }).click();
    await page.getByText('Linked C 25 to ROOT.').waitFor();
    await parent.getByRole('link', { name: 'C 25' }).waitFor();
    await expectShown(children, 20, 25);
    expect((await client.get('/categories/1/relationships/parent')).document.data).to.deep.equal({
      type: 'category',
      id: '26',
    });
  });
});

function child(number: number): object {
  return {
    type: 'category',
    attributes: { code: `C ${number}` },
    relationships: { parent: { data: { type: 'category', id: '1' } } },
  };
}

/** Waits until a relationship shows `shown` of its `count` members. */
async function expectShown(relationship: Locator, shown: number, count: number): Promise<void> {
  await relationship.getByText(`${shown} of ${count} shown`, { exact: true }).waitFor();
  expect(await countIn(relationship)).to.equal(String(count));
  expect(await linksIn(relationship)).to.have.length(shown);
}

/** The number next to the name of a relationship. */
async function countIn(relationship: Locator): Promise<string> {
  return (await relationship.locator('h3 > .muted').innerText()).trim();
}

function linksIn(relationship: Locator): Promise<readonly string[]> {
  return relationship.locator('a.chip').allInnerTexts();
}

function conflict(page: Page): Locator {
  return panel(page).getByRole('region', { name: /^Somebody else has changed/ });
}

/** The computers shown in the conflict: as opened, as stored now, and mine. */
async function sidesOf(page: Page): Promise<readonly string[]> {
  await conflict(page).waitFor();
  const heading = page.getByRole('heading', { name: 'computers', exact: true });
  return conflict(page).getByRole('listitem').filter({ has: heading }).locator('dd').allInnerTexts();
}
