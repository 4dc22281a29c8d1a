// The actions of a person in the explorer, and the content they see.
import { expect } from 'chai';
import type { BrowserContextOptions, Locator, Page } from 'playwright-core';
import type { KindName, Value } from '#domain/kinds';
import { addComputer, addPerson, computers } from '../contract/api/persons.ts';
import type { ApiClient } from '../support/api-client.ts';
import { eventually } from '../support/eventually.ts';
import type { WatchedPages } from './watched-page.ts';

export const PERSONS = 35;

/** Stores 35 persons, born in 1900, 1902, … or at an unknown date, with 0, 1 or 2 computers each. */
export async function fillWorld(client: ApiClient): Promise<void> {
  for (let index = 0; index < PERSONS; index += 1) {
    const number = String(index + 1).padStart(2, '0');
    const person = await addPerson(client, {
      name: `Person ${number}`,
      ...(index % 2 === 0 && { email: `p${number}@example.org` }),
      birth_date: index % 7 === 6 ? null : `${1900 + 2 * index}-03-04`,
    });
    for (let owned = 0; owned < index % 3; owned += 1) await computers.add(client, `PC ${number}-${owned}`, person);
  }
}

/** Stores Ada Lovelace and Grace Hopper, persons 1 and 2, and computers 1 to 3, which nobody owns. */
export async function fillSmallWorld(client: ApiClient): Promise<void> {
  await addPerson(client, { name: 'Ada Lovelace', email: 'ada@example.org', birth_date: '1815-12-10' });
  await addPerson(client, { name: 'Grace Hopper' });
  for (const serial of ['Engine 1', 'Engine 2', 'Other']) await addComputer(client, serial);
}

/** The attributes of a person as they are stored now. */
export async function personNow(client: ApiClient, id = '1'): Promise<Record<string, string | null>> {
  return (await client.get(`/persons/${id}`)).document.data.attributes as Record<string, string | null>;
}

/** Opens the explorer and waits for its list. */
export async function openExplorer(pages: WatchedPages, hash = '', options: BrowserContextOptions = {}): Promise<Page> {
  const page = await pages.open(`/explorer/${hash}`, options);
  await page.getByRole('heading', { level: 1 }).waitFor();
  return page;
}

/** Opens the explorer on a list. Waits until it follows the feed and has reloaded the list, as it does once after the stream has begun. */
export async function openFollowing(
  pages: WatchedPages,
  hash: string,
  list = '/persons',
  options: BrowserContextOptions = {},
): Promise<Page> {
  const page = await pages.blank(options);
  const reread = followsFrom(page, list);
  await page.goto(`/explorer/${hash}`);
  await reread();
  return page;
}

/** @returns a function that waits until the page has a stream of changes and has read its list after that */
export function followsFrom(page: Page, list: string): () => Promise<void> {
  const answered: string[] = [];
  page.on('response', (response) => {
    const { pathname, searchParams } = new URL(response.url());
    const isChart = pathname === '/persons' && searchParams.has('fields[person]');
    if (response.ok() && !isChart) answered.push(pathname);
  });
  return () =>
    eventually('a list read after the stream began', () => {
      const began = answered.indexOf('/changes');
      return began >= 0 && answered.includes(list, began);
    });
}

/** Makes the page believe that its tab is visible or hidden. */
export async function setVisibility(page: Page, state: 'visible' | 'hidden'): Promise<void> {
  await page.evaluate(`
    Object.defineProperty(document, 'visibilityState', { value: '${state}', configurable: true });
    document.dispatchEvent(new Event('visibilitychange'));
  `);
}

interface OpenedPerson {
  readonly page: Page;
  /** The person's panel. */
  readonly form: Locator;
  /** The region with the person's computers. */
  readonly owned: Locator;
}

/**
 * Opens the explorer with a person's panel.
 * @param id `new` opens the panel that creates a person
 */
export async function openPerson(
  pages: WatchedPages,
  id = '1',
  options: BrowserContextOptions = {},
): Promise<OpenedPerson> {
  const page = await openExplorer(pages, `#/person?open=person/${id}`, options);
  const form = await openedPanel(page, id === 'new' ? 'New person' : `Person ${id}`);
  return { page, form, owned: form.getByRole('region', { name: 'computers' }) };
}

/** The ids in the list, in its order. */
export function shownIds(page: Page): Promise<readonly string[]> {
  return page.locator('.row-link').allTextContents();
}

/** Waits until the list shows what the API answers to a path. */
export async function expectListOf(page: Page, client: ApiClient, path: string): Promise<void> {
  const { document } = await client.get(path);
  const ids = (document.data as readonly { readonly id: string }[]).map(({ id }) => id);
  await eventually(`a list of ${ids.join(', ')}`, async () => {
    expect(await shownIds(page)).to.deep.equal(ids);
    expect(await page.locator('.count').innerText()).to.match(new RegExp(`^${String(document.meta.count)} `));
  });
}

/** Gives an input a value of an attribute, as a person does; moments in UTC. */
export async function give(input: Locator, kind: KindName, value: Value): Promise<void> {
  if (kind === 'boolean' || kind === 'oneOf') await input.selectOption(String(value));
  else await input.fill(kind === 'timestamp' ? String(value).replace('Z', '') : String(value));
}

/** Opens the filter builder, which then has one empty condition. */
export async function startFilter(page: Page): Promise<Locator> {
  await page.getByRole('button', { name: /^Filter/ }).click();
  return page.getByRole('group', { name: /^Condition / });
}

/** Chooses field and operator of a condition. */
export async function choose(condition: Locator, field: string, op: string): Promise<void> {
  await condition.getByLabel('Field', { exact: true }).selectOption(field);
  await condition.getByLabel(/^Operator /).selectOption(op);
}

/** Asks for a birth date in the selected rows, up to the dialog that confirms it. */
export async function askForBirthDate(page: Page, date: string): Promise<void> {
  await page.getByRole('button', { name: 'Change…' }).click();
  await page.getByLabel('What to change').selectOption('birth_date');
  await page.getByLabel('New birth_date').fill(date);
  await page.keyboard.press('Enter');
}

export function panel(page: Page): Locator {
  return page.getByRole('complementary');
}

/** The panel of one resource. */
export async function openedPanel(page: Page, title: string | RegExp): Promise<Locator> {
  await panel(page).getByRole('heading', { level: 2, name: title }).waitFor();
  return panel(page);
}
