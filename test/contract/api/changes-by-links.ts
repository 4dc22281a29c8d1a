// The feed of changes over HTTP, when links are added and removed.
import { expect } from 'chai';
import { lockOrder } from '#application/writing/lock-order';
import { resources } from '#test/support/model';
import { relationshipOf, type ResourceType } from '#domain/schema';
import type { ApiClient } from '../../support/api-client.ts';
import type { Identifier } from '../../support/resource-objects.ts';
import { manyToManyLinks, toOneLinks, type Link } from '../rows-of-types.ts';
import { addAny, isShown, linkagePath, mayEnd, wireName } from './any-type.ts';
import type { ApiUnderTest } from './api-under-test.ts';
import { changesBy, summaryOf, type ShownChange } from './feed.ts';
import { contentAt, differingFields } from './shown-contents.ts';

const isShownByBoth = ({ type, relationship, to, inverse }: Link): boolean =>
  isShown(type, relationship) && isShown(to, inverse);

export function describeChangesByLinks({ client }: ApiUnderTest): void {
  for (const link of toOneLinks.filter(isShownByBoth))
    describe(`Changes by links of a ${link.type} to its ${link.relationship}`, () => {
      describeToOne(client, link);
    });
  for (const link of manyToManyLinks.filter(isShownByBoth))
    describe(`Changes by links of a ${link.type} to its ${link.relationship}`, () => {
      describeManyToMany(client, link);
    });
}

function describeToOne(client: ApiClient, link: Link): void {
  const { type, relationship, to, inverse } = link;
  const { onDelete } = relationshipOf(type, relationship);
  const name = wireName(type, relationship);
  const add = (id: string): Promise<string> => addAny(client, type, { [name]: { data: { type: to, id } } });

  it('tell that the one with the identifier changes, from either side', async () => {
    const [one, other] = [await addAny(client, to), await addAny(client, to)];
    const id = await add(one);
    const writes: readonly (readonly [string, () => Promise<unknown>])[] = [
      [other, () => client.patch(linkagePath(type, id, relationship), { data: { type: to, id: other } })],
      [one, () => client.post(linkagePath(to, one, inverse), { data: [{ type, id }] })],
    ];
    for (const [target, write] of writes) {
      const before = await contentAt(client, type, id);
      const told = await changesBy(client, write);
      expect(told.map(summaryOf)).to.deep.equal([`updated ${type} ${id}`]);
      const content = await contentAt(client, type, id);
      expect(content.after[name]).to.deep.equal({ type: to, id: target });
      expectUpdate(told, type, before, content);
      expect(told[0]?.attributes.changed).to.include(name);
    }
  });

  it('tell nothing if it is linked already', async () => {
    const one = await addAny(client, to);
    const id = await add(one);
    const told = await changesBy(client, async () => {
      await client.patch(linkagePath(type, id, relationship), { data: { type: to, id: one } });
      await client.post(linkagePath(to, one, inverse), { data: [{ type, id }] });
    });
    expect(told).to.deep.equal([]);
  });

  if (mayEnd(type, relationship))
    it('tell that a link ends', async () => {
      const one = await addAny(client, to);
      const id = await add(one);
      const before = await contentAt(client, type, id);
      const told = await changesBy(client, () =>
        client.delete(linkagePath(to, one, inverse), { data: [{ type, id }] }),
      );
      expect(told[0]?.attributes.after?.[name]).to.equal(null);
      expectUpdate(told, type, before, await contentAt(client, type, id));
    });

  if (onDelete === 'unset')
    it('tell the links that a deletion ends before it', async () => {
      const one = await addAny(client, to);
      const id = await add(one);
      const told = await changesBy(client, () => client.delete(`${resources[to].path}/${one}`));
      expect(told.map(summaryOf)).to.deep.equal([`updated ${type} ${id}`, `deleted ${to} ${one}`]);
      expect(told[0]?.attributes.changed).to.include(name);
      expect(told[0]?.attributes.after).to.have.property(name, null);
    });

  if (onDelete === 'cascade')
    it('tell what a deletion deletes with it, in the opposite order of types', async () => {
      const one = await addAny(client, to);
      const ids = [await add(one), await add(one)];
      const told = await changesBy(client, () => client.delete(`${resources[to].path}/${one}`));
      const deleted: readonly Identifier[] = [{ type: to, id: one }, ...ids.map((id) => ({ type, id }))];
      expect(told.map(summaryOf)).to.deep.equal(
        inOrderOfDeletion(deleted).map((each) => `deleted ${each.type} ${each.id}`),
      );
    });

  if (onDelete === 'refuse')
    it('tell nothing of a deletion that they prevent', async () => {
      const one = await addAny(client, to);
      await add(one);
      const told = await changesBy(client, async () => {
        expect((await client.delete(`${resources[to].path}/${one}`)).status).to.equal(409);
      });
      expect(told).to.deep.equal([]);
    });
}

function describeManyToMany(client: ApiClient, { type, relationship, to, inverse }: Link): void {
  const name = wireName(type, relationship);
  const targets = (...ids: readonly string[]): readonly Identifier[] => ids.map((id) => ({ type: to, id }));

  it('tell that the one that declares them changes, from either side', async () => {
    const [one, other] = [await addAny(client, to), await addAny(client, to)];
    const id = await addAny(client, type, { [name]: { data: targets(one) } });
    for (const write of [
      () => client.post(linkagePath(type, id, relationship), { data: targets(other) }),
      () => client.delete(linkagePath(to, other, inverse), { data: [{ type, id }] }),
      () => client.post(linkagePath(to, other, inverse), { data: [{ type, id }] }),
      () => client.patch(linkagePath(type, id, relationship), { data: targets(other) }),
      () => client.patch(linkagePath(to, other, inverse), { data: [] }),
    ]) {
      const before = await contentAt(client, type, id);
      const told = await changesBy(client, write);
      expect(told.map(summaryOf)).to.deep.equal([`updated ${type} ${id}`]);
      expect(told[0]?.attributes.changed).to.include(name);
      expectUpdate(told, type, before, await contentAt(client, type, id));
    }
  });

  it('tell nothing if they are there already', async () => {
    const [one, other] = [await addAny(client, to), await addAny(client, to)];
    const id = await addAny(client, type, { [name]: { data: targets(one) } });
    const told = await changesBy(client, async () => {
      await client.post(linkagePath(type, id, relationship), { data: targets(one) });
      await client.patch(linkagePath(to, one, inverse), { data: [{ type, id }] });
      await client.delete(linkagePath(type, id, relationship), { data: targets(other) });
    });
    expect(told).to.deep.equal([]);
  });

  it('tell those that a deletion ends, unless the deleted one declares them', async () => {
    const [one, other] = [await addAny(client, to), await addAny(client, to)];
    const id = await addAny(client, type, { [name]: { data: targets(one, other) } });
    const before = await contentAt(client, type, id);
    const told = await changesBy(client, () => client.delete(`${resources[to].path}/${one}`));
    expect(told.map(summaryOf)).to.deep.equal([`updated ${type} ${id}`, `deleted ${to} ${one}`]);
    expectUpdate(told.slice(0, 1), type, before, await contentAt(client, type, id));
    const deleted = await changesBy(client, () => client.delete(`${resources[type].path}/${id}`));
    expect(deleted.map(summaryOf)).to.deep.equal([`deleted ${type} ${id}`]);
  });
}

/** Expects one update between two contents. */
function expectUpdate(
  told: readonly ShownChange[],
  type: ResourceType,
  before: Awaited<ReturnType<typeof contentAt>>,
  content: Awaited<ReturnType<typeof contentAt>>,
): void {
  expect(told.map(({ attributes: { action, changed, after } }) => ({ action, changed, after }))).to.deep.equal([
    { action: 'updated', changed: differingFields(type, before, content), after: content.after },
  ]);
}

/** Orders by type, opposite to the order of locks, then by number. */
function inOrderOfDeletion(deleted: readonly Identifier[]): readonly Identifier[] {
  const place = ({ type }: Identifier): number => lockOrder.findIndex((each) => each === type);
  return deleted.toSorted((one, two) => place(two) - place(one) || Number(one.id) - Number(two.id));
}
