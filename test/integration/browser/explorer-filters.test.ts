import { expect } from 'chai';
import type { Locator } from 'playwright-core';
import { choose, expectListOf, fillWorld, openExplorer, startFilter } from '../../browser/explorer.ts';
import { describePages } from '../../browser/describe-pages.ts';
import { filterQuery } from '../../support/api-client.ts';

interface Example {
  readonly field: string;
  /** The typed text, by the label of its input. */
  readonly typed: Readonly<Record<string, string>>;
  readonly filter: unknown;
}

const compared = (op: string, field: string, val: string): Example => ({
  field,
  typed: { [`Value of ${field}`]: val },
  filter: { name: field, op, val },
});
const searched = (field: string, typed: string, op: string, val: string): Example => ({
  ...compared(op, field, typed),
  filter: { name: field, op, val },
});
const listed = (op: string): Example => ({
  field: 'id',
  typed: { 'Value of id, add with Enter': '3' },
  filter: { name: 'id', op, val: ['3'] },
});

/** One filter for each operator on a list of persons, and for each way to search a text. */
const examples: Readonly<Record<string, Example>> = {
  contains: searched('name', 'SON 1', 'ilike', '%SON 1%'),
  begins: searched('email', 'P1', 'ilike', 'P1%'),
  ends: searched('name', 'N 09', 'ilike', '%N 09'),
  lacks: searched('name', '_', 'notilike', '%\\_%'),
  eq: compared('eq', 'name', 'Person 05'),
  ne: compared('ne', 'name', 'Person 05'),
  gt: compared('gt', 'birth_date', '1950-03-04'),
  ge: compared('ge', 'birth_date', '1950-03-04'),
  lt: compared('lt', 'birth_date', '1910-03-04'),
  le: compared('le', 'birth_date', '1910-03-04'),
  between: {
    field: 'birth_date',
    typed: { 'Lowest birth_date': '1910-01-01', 'Highest birth_date': '1920-12-31' },
    filter: { name: 'birth_date', op: 'between', val: ['1910-01-01', '1920-12-31'] },
  },
  in_: listed('in_'),
  notin_: listed('notin_'),
  is_: compared('is_', 'name', 'Person 07'),
  isnot: compared('isnot', 'name', 'Person 07'),
  like: compared('like', 'name', 'Person 0%'),
  notlike: compared('notlike', 'name', 'Person 0%'),
  ilike: compared('ilike', 'name', 'pERSON 1_'),
  notilike: compared('notilike', 'name', 'pERSON 1_'),
  startswith: compared('startswith', 'email', 'p1'),
  endswith: compared('endswith', 'name', '9'),
  match: compared('match', 'name', '09 person'),
};

describePages('The explorer filters', { data: fillWorld }, ({ client, itOpens, journey }) => {
  itOpens('first by what a text contains, and says how to write a pattern', async (pages) => {
    const page = await openExplorer(pages, '#/computer');
    const condition = await startFilter(page);
    await condition.getByLabel('Field', { exact: true }).selectOption('serial');
    expect((await operatorsIn(condition)).slice(0, 3)).to.deep.equal(['contains', 'begins', 'ends']);
    await condition.getByLabel('Value of serial').fill('09');
    await expectListOf(page, client, `/computers${filterQuery([{ name: 'serial', op: 'ilike', val: '%09%' }])}`);
    await page.reload();
    await expectListOf(page, client, `/computers${filterQuery([{ name: 'serial', op: 'ilike', val: '%09%' }])}`);
    expect(await condition.getByLabel('Operator of serial').inputValue()).to.equal('contains');
    await condition.getByLabel('Operator of serial').selectOption('like');
    expect(await condition.getByLabel('Value of serial').inputValue()).to.equal('%09%');
    await condition.getByText('% stands for any text').waitFor();
  });

  itOpens('with the operators of the API and the ways to search texts, and no others', async (pages) => {
    const page = await openExplorer(pages);
    const condition = await startFilter(page);
    const offered = new Set<string>();
    for (const field of ['id', 'name', 'email', 'birth_date', 'computers']) {
      await condition.getByLabel('Field', { exact: true }).selectOption(field);
      for (const op of await operatorsIn(condition)) offered.add(op);
    }
    expect([...offered]).to.have.members([...Object.keys(examples), 'any']);
    await page.getByRole('link', { name: 'Computers', exact: true }).click();
    await page.getByRole('heading', { level: 1, name: 'Computers' }).waitFor();
    const other = page.getByRole('group', { name: /^Condition / });
    if ((await other.count()) === 0) await page.getByRole('button', { name: 'Condition' }).click();
    await other.getByLabel('Field', { exact: true }).selectOption('owner');
    expect(await operatorsIn(other)).to.contain('has');
  });

  itOpens('with each operator', async (pages) => {
    const page = await openExplorer(pages);
    const condition = await startFilter(page);
    for (const [op, { field, typed, filter }] of Object.entries(examples)) {
      await choose(condition, field, op);
      for (const [label, value] of Object.entries(typed)) {
        await condition.getByLabel(label, { exact: true }).fill(value);
        await page.keyboard.press('Enter');
      }
      await expectListOf(page, client, `/persons${filterQuery([filter])}`);
    }
  });

  itOpens('for what is unset', async (pages) => {
    const page = await openExplorer(pages);
    const condition = await startFilter(page);
    await choose(condition, 'birth_date', 'eq');
    await condition.getByLabel('Compare birth_date with').selectOption('unset');
    await expectListOf(page, client, `/persons${filterQuery([{ name: 'birth_date', op: 'eq', val: null }])}`);
  });

  itOpens('by another field', async (pages) => {
    const page = await openExplorer(pages);
    const condition = await startFilter(page);
    await choose(condition, 'name', 'lt');
    await condition.getByLabel('Compare name with').selectOption('field');
    await condition.getByLabel('Other field of name').selectOption('email');
    await expectListOf(page, client, `/persons${filterQuery([{ name: 'name', op: 'lt', field: 'email' }])}`);
  });

  itOpens('through one or two relationships', async (pages) => {
    const page = await openExplorer(pages);
    const condition = await startFilter(page);
    for (const [name, val] of [
      ['computers__serial', 'PC 0'],
      ['computers__owner__name', 'Person 0'],
    ] as const) {
      await choose(condition, name, 'startswith');
      await condition.getByLabel(`Value of ${name}`).fill(val);
      await expectListOf(page, client, `/persons${filterQuery([{ name, op: 'startswith', val }])}`);
    }
  });

  for (const [words, type, relationship, op, own] of [
    ['any related resource', 'person', 'computers', 'any', { name: 'serial', op: 'endswith', val: '-1' }],
    ['the one related resource', 'computer', 'owner', 'has', { name: 'birth_date', op: 'lt', val: '1920-01-01' }],
  ] as const)
    itOpens(`by ${words}, with conditions of its own`, async (pages) => {
      const page = await openExplorer(pages, `#/${type}`);
      await choose((await startFilter(page)).first(), relationship, op);
      const inner = page.getByRole('group', { name: `Conditions of ${relationship}` });
      const condition = inner.getByRole('group', { name: /^Condition / });
      if ((await condition.count()) === 0) await inner.getByRole('button', { name: 'Condition' }).click();
      await choose(condition, own.name, own.op);
      await condition.getByLabel(`Value of ${own.name}`).fill(own.val);
      await expectListOf(page, client, `/${type}s${filterQuery([{ name: relationship, op, val: own }])}`);
    });

  const older = { name: 'birth_date', op: 'lt', val: '1920-01-01' };
  const nine = { name: 'name', op: 'endswith', val: '9' };
  for (const [words, filter] of [
    ['all of', [older, nine]],
    ['any of', [{ or: [older, nine] }]],
    ['not all of', [{ not: { and: [older, nine] } }]],
    ['none of', [{ not: { or: [older, nine] } }]],
  ] as const)
    itOpens(`by ${words} several conditions`, async (pages) => {
      const page = await openExplorer(pages);
      const conditions = await startFilter(page);
      await choose(conditions.first(), 'birth_date', 'lt');
      await conditions.first().getByLabel('Value of birth_date').fill('1920-01-01');
      await page.getByRole('button', { name: 'Condition', exact: true }).click();
      await choose(conditions.nth(1), 'name', 'endswith');
      await conditions.nth(1).getByLabel('Value of name').fill('9');
      await page.getByLabel('Conditions: how they are combined').selectOption({ label: words });
      await expectListOf(page, client, `/persons${filterQuery(filter)}`);
      await page.getByRole('button', { name: 'Remove filter', exact: true }).click();
      await expectListOf(page, client, '/persons');
    });

  journey('by groups in groups, which the address keeps', async (pages) => {
    const filter = [
      { or: [older, { and: [nine, { not: { name: 'email', op: 'eq', val: null } }] }] },
      { name: 'id', op: 'gt', val: '1' },
    ];
    const page = await openExplorer(pages, `#/person?filter=${encodeURIComponent(JSON.stringify(filter))}`);
    await expectListOf(page, client, `/persons${filterQuery(filter)}`);
    await page.getByRole('button', { name: 'Remove condition of id' }).click();
    await expectListOf(page, client, `/persons${filterQuery(filter.slice(0, 1))}`);
  });

  itOpens('only by complete conditions, and says so', async (pages) => {
    const page = await openExplorer(pages);
    await choose(await startFilter(page), 'name', 'eq');
    await page.getByText('One condition is incomplete and not applied yet.').waitFor();
    await expectListOf(page, client, '/persons');
  });
});

async function operatorsIn(condition: Locator): Promise<readonly string[]> {
  const options = condition.getByLabel(/^Operator /).locator('option');
  return options.evaluateAll((all) => all.map((option) => String((option as { value?: string }).value)));
}
