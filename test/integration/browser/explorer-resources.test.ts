import { expect } from 'chai';
import { relationshipsOf, writableAttributesOf, type Resource } from '#adapters/http/api/resource-description';
import { resources } from '#test/support/model';
import type { KindName, Value } from '#domain/kinds';
import { choose, give, openedPanel, openExplorer, shownIds, startFilter } from '../../browser/explorer.ts';
import { describePages } from '../../browser/describe-pages.ts';
import { createdId } from '../../contract/api/created-id.ts';
import { exampleOf } from '../../contract/rows-of-types.ts';
import { eventually } from '../../support/eventually.ts';
import { shownAttributes, type Values } from '../../support/resource-objects.ts';

/** The explorer knows no resource and no attribute by name: also run with the rooms of the tutorial. */
describePages('The explorer learns from the document', { changes: true }, ({ client, itOpens, journey }) => {
  for (const resource of Object.values(resources)) {
    const { type, plural, label, path } = resource;
    const name = label.toLowerCase();
    const [first, second] = [examplesOf(resource, 1), examplesOf(resource, 2)];
    const expectStored = async (id: string, examples: readonly Example[]): Promise<void> => {
      const { document } = await client.get(`${path}/${id}`);
      expect(document.data.attributes).to.deep.equal(shownAttributes(type, valuesOf(examples)));
    };

    journey(`to list and create ${plural}`, async (pages) => {
      const description = (await (await fetch(`${client.url}/openapi.json`)).json()) as { readonly paths: object };
      expect(description.paths).to.include.keys(path, `${path}/{id}`);
      const page = await openExplorer(pages);
      await page
        .getByRole('navigation', { name: 'Resources' })
        .getByRole('link', { name: new RegExp(plural, 'i') })
        .click();
      await page.getByRole('heading', { level: 1, name: new RegExp(`^${plural}$`, 'i') }).waitFor();
      await page.getByText(`There are no ${plural} yet.`).waitFor();
      await page.getByRole('link', { name: `New ${name}` }).click();
      const form = await openedPanel(page, `New ${name}`);
      for (const relationship of Object.keys(relationshipsOf(resource)))
        await form.getByRole('group', { name: relationship, exact: true }).waitFor();
      for (const { name: attribute, kind, value } of first)
        await give(form.getByLabel(attribute, { exact: true }), kind, value);
      await form.getByRole('button', { name: `Create ${name}` }).click();
      await openedPanel(page, `${label} 1`);
      await expectStored('1', first);
    });

    itOpens(`to change and find ${plural}`, async (pages) => {
      const add = async (examples: readonly Example[]): Promise<string> =>
        createdId(await client.post(path, { data: { type, attributes: valuesOf(examples) } }));
      const id = await add(first);
      const page = await openExplorer(pages, `#/${type}?open=${type}/${id}`);
      const form = await openedPanel(page, `${label} ${id}`);
      for (const { name: attribute, kind, value } of second)
        await give(form.getByLabel(attribute, { exact: true }), kind, value);
      await form.getByRole('button', { name: 'Save' }).click();
      await page.getByText(`${label} ${id} saved.`).waitFor();
      await expectStored(id, second);
      await page.keyboard.press('Escape');
      await form.waitFor({ state: 'detached' });
      const other = await add(first);
      const condition = await startFilter(page);
      for (const [examples, found] of [
        [second, id],
        [first, other],
      ] as const)
        for (const { name: attribute, kind, value } of examples) {
          await choose(condition, attribute, 'eq');
          await give(condition.getByLabel(`Value of ${attribute}`), kind, value);
          await eventually(`the ${name} whose ${attribute} is ${String(value)}`, async () => {
            const asked = new URLSearchParams(new URL(page.url()).hash.split('?')[1]).get('filter') ?? '';
            expect(JSON.parse(asked)).to.deep.equal([{ name: attribute, op: 'eq', val: value }]);
            expect(await shownIds(page)).to.deep.equal([found]);
          });
        }
    });
  }
});

/** A writable attribute by wire name, with a value. */
interface Example {
  readonly name: string;
  readonly kind: KindName;
  readonly value: Value;
}

function examplesOf(resource: Resource, index: number): readonly Example[] {
  const { attributes } = exampleOf(resource.type, index);
  return Object.entries(writableAttributesOf(resource)).flatMap(([name, { stored, declared }]) => {
    const value = attributes[stored] ?? null;
    return value === null ? [] : [{ name, kind: declared.kind, value }];
  });
}

function valuesOf(examples: readonly Example[]): Values {
  return Object.fromEntries(examples.map(({ name, value }) => [name, value]));
}
