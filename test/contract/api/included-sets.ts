// Section 18 of the contract: bounds on every to-many relationship that the model shows.
import { expect } from 'chai';
import { relationshipsOf } from '#adapters/http/api/resource-description';
import { relationshipOf, resourceTypes, type ResourceType } from '#domain/schema';
import { resources } from '#test/support/model';
import type { ApiClient } from '../../support/api-client.ts';
import { shownNames, valueNames } from '../../support/resource-objects.ts';
import { membersOf } from '../rows-of-types.ts';
import { addAny, isShown, linkagePath, newResource, relatedPath, wireName } from './any-type.ts';
import type { ApiUnderTest } from './api-under-test.ts';
import type { AskedBound, AskedDocument } from './asked-documents.ts';
import { createdId } from './created-id.ts';
import { cursorsOf } from './cursor-pages.ts';
import { ExpectedSets } from './expected-sets.ts';

/** A to-many relationship, by its stored name. */
interface Set {
  readonly type: ResourceType;
  readonly relationship: string;
  readonly to: ResourceType;
}

const sets: readonly Set[] = resourceTypes.flatMap((type) =>
  Object.values(relationshipsOf(resources[type])).flatMap(({ stored, to, cardinality }) =>
    cardinality === 'many' ? [{ type, relationship: stored, to }] : [],
  ),
);

export function describeIncludedSets({ client }: ApiUnderTest): void {
  for (const set of sets)
    describe(`Included sets of ${wireName(set.type, set.relationship)} of a ${set.type}`, () => {
      describeSet(client, set);
    });
}

function describeSet(client: ApiClient, { type, relationship, to }: Set): void {
  const { inverse } = relationshipOf(type, relationship);
  const [own, target] = [resources[type], resources[to]];
  const name = wireName(type, relationship);
  const back = isShown(to, inverse) ? wireName(to, inverse) : undefined;
  /** Another to-many relationship of the members. */
  const further = Object.entries(relationshipsOf(target)).find(
    ([found, { stored, cardinality }]) =>
      cardinality === 'many' && stored !== inverse && !(to === type && found === name),
  );
  const around = back === undefined ? name : `${name}.${back}.${name}`;
  const count = membersOf(type, relationship, 5);
  const few = membersOf(type, relationship, 2);
  const [key = 'id'] = valueNames(to).slice(1);
  const parents: string[] = [];
  const members: string[] = [];
  let expected: ExpectedSets;

  const addMember = async (parent: string): Promise<string> => {
    const data = await newResource(client, to, {}, inverse);
    return createdId(await client.post(relatedPath(type, parent, relationship), { data }));
  };

  before(async () => {
    for (const size of [count, few, 0]) {
      const parent = await addAny(client, type);
      parents.push(parent);
      for (let made = 0; made < size; made += 1) members.push(await addMember(parent));
    }
    const [, second = ''] = parents;
    if (relationshipOf(to, inverse).cardinality === 'many') {
      const shared = { data: [{ type: to, id: members[1] ?? '' }] };
      expect((await client.post(linkagePath(type, second, relationship), shared)).status).to.equal(200);
    }
    if (further !== undefined) {
      const field = further[1];
      const implied = relationshipOf(to, field.stored).inverse;
      for (let made = 0; made < membersOf(to, field.stored, 2); made += 1) {
        const data = await newResource(client, field.to, {}, implied);
        createdId(await client.post(relatedPath(to, members[0] ?? '', field.stored), { data }));
      }
    }
    expected = new ExpectedSets(client);
  });

  const one = (include: readonly string[], bounds: Readonly<Record<string, AskedBound>>): AskedDocument => ({
    path: `${own.path}/${parents[0] ?? ''}`,
    start: type,
    include,
    bounds,
  });
  const all = (include: readonly string[], bounds: Readonly<Record<string, AskedBound>>): AskedDocument => ({
    path: own.path,
    start: type,
    include,
    bounds,
    list: [
      ['filter', JSON.stringify([{ name: 'id', op: 'in_', val: parents }])],
      ['page[size]', '0'],
    ],
  });
  const without = (): readonly object[] => [{ name: 'id', op: 'ne', val: members[1] ?? '' }];

  it('show the first members of a resource, and lead to all of them', async () => {
    const followed = await expected.expectWalks(one([name], { [name]: { size: 2 } }));
    expect(followed).to.equal(Math.ceil(count / 2) - 1);
  });

  it('have the bounds of a list for each of its resources', async () => {
    const bound = { size: 1, total: true, sort: [`-${key}`, 'id'], filter: without() };
    await expected.expectWalks(all([name], { [name]: bound }));
    for (const alone of [{ size: few }, { total: true }, { sort: [key] }, { filter: without() }])
      await expected.expect(one([name], { [name]: alone }));
  });

  it('are the same without a bound as with one that says nothing', async () => {
    const { path, list = [], start } = all([name], {});
    const plain = await client.get(
      `${path}?include=${name}&fields[${start}]=${name}&filter=${encodeURIComponent(list[0]?.[1] ?? '')}`,
    );
    const nothing = `page[${name}][size]=0&page[${name}][total]=false&includeSort=&includeFilter={}`;
    const query = `include=${name}&fields[${start}]=${name}&filter=${encodeURIComponent(list[0]?.[1] ?? '')}`;
    const { document } = await client.get(`${path}?${query}&${nothing}`);
    expect({ ...document, links: {} }).to.deep.equal({ ...plain.document, links: {} });
    const empty = await client.get(
      `${path}?${query}&includeFilter=${encodeURIComponent(JSON.stringify({ [name]: [] }))}`,
    );
    expect({ ...empty.document, links: {} }).to.deep.equal({ ...plain.document, links: {} });
  });

  it('keep their sparse fieldsets from page to page', async () => {
    const fields = { [to]: (shownNames(to)[0] ?? '') + (back === undefined ? '' : `,${back}`), [type]: name };
    await expected.expectWalks({ ...one([around], { [name]: { size: 2, sort: ['-id'] } }), fields });
  });

  it('are not there if the fieldset leaves the relationship out', async () => {
    const bounds = { [name]: { size: 1, total: true, sort: ['-id'], filter: without() } };
    const { document } = await expected.expect({
      ...one([name], bounds),
      fields: { [type]: shownNames(type)[0] ?? '' },
    });
    expect(document).not.to.have.property('included');
  });

  it('are one set, whichever path leads there', async () => {
    await expected.expectWalks(one([around], { [name]: { size: 2, sort: ['-id'] } }));
    await expected.expect(one([around], { [around]: { size: 2, sort: ['-id'] } }));
    await expected.expect(all([name, around], { [around]: { size: 2, sort: ['-id'] } }));
    if (to === type) await expected.expect(one([`${name}.${name}`], { [name]: { size: 1, total: true } }));
  });

  if (further !== undefined)
    it('bound what is behind them', async () => {
      const path = `${name}.${further[0]}`;
      const inner = { size: 1, total: true, sort: ['-id'], filter: [{ name: 'id', op: 'gt', val: 0 }] };
      await expected.expectWalks(all([path], { [path]: inner, [name]: { size: 2, total: true, sort: ['-id'] } }));
    });

  if (back !== undefined)
    it('have bounds where a member leads to them', async () => {
      const path = relatedPath(to, members[0] ?? '', inverse);
      const bounds = { [name]: { size: 2, total: true } };
      await expected.expectWalks({ path, start: type, include: [name], bounds });
      const behind = { [`${back}.${name}`]: { size: 2, sort: ['-id'] } };
      await expected.expectWalks({
        path: `${target.path}/${members[0] ?? ''}`,
        start: to,
        include: [`${back}.${name}`],
        bounds: behind,
      });
    });

  it('come in pages on the route of the relationship', async () => {
    const [id = ''] = parents;
    const route = { path: linkagePath(type, id, relationship), start: type };
    const primary = { id, relationship: name };
    await expected.expect({ ...route, primary: { ...primary, filter: without() } });
    await expected.expect({ ...route, include: [name], primary: { ...primary, sort: [`-${key}`] } });
    await expected.expect({ ...route, include: [around], primary: { ...primary, size: 2, total: true, after: '' } });
    if (back === undefined) return;
    const bounds = { [around]: { size: 1, total: true, filter: without() } };
    await expected.expectWalks({
      ...route,
      include: [around],
      bounds,
      primary: { ...primary, size: 3, sort: ['-id'] },
    });
  });

  it('have the cursors of the list of the same resources', async () => {
    const [id = ''] = parents;
    const query = `?sort=-${key}&page[size]=2&page[before]=`;
    const list = await client.get(`${relatedPath(type, id, relationship)}${query}`);
    const linkage = await client.get(`${linkagePath(type, id, relationship)}${query}`);
    expect(cursorsOf(linkage)).to.deep.equal(cursorsOf(list)).and.to.have.lengthOf(few);
  });
}
