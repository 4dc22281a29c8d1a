import { expect } from 'chai';
import { resources } from '#test/support/model';
import type { AtMostRule, Rule, UniqueRule } from '#domain/rules';
import { relationshipOf, resourceTypes, schema, type ResourceType } from '#domain/schema';
import type { ApiClient, ApiResponse } from '../../support/api-client.ts';
import type { Identifier } from '../../support/resource-objects.ts';
import type { Link } from '../rows-of-types.ts';
import { addAny, isShown, linkagePath, newAttributes, newResource, relatedPath, wireName } from './any-type.ts';
import type { ApiUnderTest } from './api-under-test.ts';
import { expectErrors } from './expect-errors.ts';

const WRITERS = 15;

/** Rules with a higher limit are skipped: they take too long and work like those with a lower one. */
const LARGEST = 100;

/** Tests every rule about fields that clients see, with every kind of write. */
export function describeRules({ client }: ApiUnderTest): void {
  for (const type of resourceTypes)
    for (const rule of schema[type].rules.filter((each) => isTestable(type, each)))
      describe(`The rule of ${type}: ${rule.kind} ${rule.kind === 'unique' ? rule.attribute : rule.relationship}`, () => {
        if (rule.kind === 'unique') describeUnique(client, type, rule);
        else describeAtMost(client, type, rule);
      });
}

function isTestable(type: ResourceType, rule: Rule): boolean {
  if (rule.kind === 'unique') return isShown(type, rule.attribute);
  const { to, inverse } = relationshipOf(type, rule.relationship);
  return isShown(type, rule.relationship) && isShown(to, inverse) && rule.most <= LARGEST;
}

function describeUnique(client: ApiClient, type: ResourceType, { attribute }: UniqueRule): void {
  const { path } = resources[type];
  const name = wireName(type, attribute);
  const pointer = `/data/attributes/${name}`;
  const taken = async (): Promise<{ readonly id: string; readonly value: unknown }> => {
    const attributes = newAttributes(type);
    const { document } = await client.post(path, { data: { type, attributes } });
    return { id: document.data.id as string, value: attributes[name] };
  };
  const withValue = (value: unknown): object => ({ type, attributes: { ...newAttributes(type), [name]: value } });

  it('refuses a creation', async () => {
    const { value } = await taken();
    expectErrors(await client.post(path, { data: withValue(value) }), `not-unique #${pointer}`);
  });

  it('refuses a change', async () => {
    const { value } = await taken();
    const id = await addAny(client, type);
    const data = { type, id, attributes: { [name]: value } };
    expectErrors(await client.patch(`${path}/${id}`, { data }), `not-unique #${pointer}`);
  });

  for (const [relationship, { to, cardinality, inverse }] of Object.entries(schema[type].relationships)) {
    // These writes need the routes of the inverse.
    if (!isShown(to, inverse)) continue;
    it(`refuses ${cardinality === 'one' ? 'a creation' : 'a change'} by way of ${relationship}`, async () => {
      const { value } = await taken();
      if (cardinality === 'one') {
        const parent = await addAny(client, to);
        const response = await client.post(relatedPath(to, parent, inverse), { data: withValue(value) });
        expectErrors(response, `not-unique #${pointer}`);
      } else {
        const id = await addAny(client, type);
        const source = await addAny(client, to, { [wireName(to, inverse)]: { data: { type, id } } });
        const data = { type, id, attributes: { [name]: value } };
        expectErrors(await client.patch(relatedPath(to, source, inverse), { data }), `not-unique #${pointer}`);
      }
    });
  }

  it('lets a resource keep its value, and gives it to another one once it is free', async () => {
    const { id, value } = await taken();
    // The other attributes change.
    const keep = { type, id, attributes: { ...newAttributes(type), [name]: value } };
    expect((await client.patch(`${path}/${id}`, { data: keep })).status).to.equal(200);
    expect((await client.delete(`${path}/${id}`)).status).to.equal(200);
    expect((await client.post(path, { data: withValue(value) })).status).to.equal(201);
  });

  it('judges a list of operations after each of them', async () => {
    const { id, value } = await taken();
    const swap = [
      { op: 'remove', ref: { type, id } },
      { op: 'add', data: withValue(value) },
    ];
    expect((await client.operate(swap)).status).to.equal(200);
    const response = await client.operate([
      { op: 'add', data: newResource(type) },
      { op: 'add', data: withValue(value) },
    ]);
    expectErrors(response, `not-unique #/atomic:operations/1${pointer}`);
  });

  it('lets one of many concurrent writers have a value', async () => {
    const value = newAttributes(type)[name];
    const answers = await Promise.all(
      Array.from({ length: WRITERS }, () => client.post(path, { data: withValue(value) })),
    );
    expectOutcomes(answers, 1, `not-unique #${pointer}`);
  });
}

function describeAtMost(client: ApiClient, type: ResourceType, { relationship, most }: AtMostRule): void {
  const { to: item, inverse } = relationshipOf(type, relationship);
  const link: Link = { type: item, relationship: inverse, to: type, inverse: relationship };
  const many = wireName(type, relationship);
  const one = wireName(item, inverse);
  const { path } = resources[type];
  const addItems = async (count: number): Promise<readonly Identifier[]> => {
    const ids: Identifier[] = [];
    while (ids.length < count) ids.push({ type: item, id: await addAny(client, item) });
    return ids;
  };
  /** With as many as it may have. */
  const full = async (): Promise<{ readonly id: string; readonly items: readonly Identifier[] }> => {
    const items = await addItems(most);
    return { id: await addAny(client, type, { [many]: { data: items } }), items };
  };

  it('refuses a creation', async () => {
    const data = newResource(type, { [many]: { data: await addItems(most + 1) } });
    expectErrors(await client.post(path, { data }), `too-many #/data/relationships/${many}/data`);
  });

  it('refuses a change, and permits one that exchanges members', async () => {
    const { id, items } = await full();
    const [another] = await addItems(1);
    const change = (data: readonly unknown[]): Promise<ApiResponse> =>
      client.patch(`${path}/${id}`, { data: { type, id, relationships: { [many]: { data } } } });
    expectErrors(await change([...items, another]), `too-many #/data/relationships/${many}/data`);
    expect((await change([another, ...items.slice(1)])).status).to.equal(200);
  });

  it('refuses to link, to replace and to create below, and permits to unlink', async () => {
    const { id, items } = await full();
    const [another] = await addItems(1);
    const linkage = linkagePath(type, id, relationship);
    expectErrors(await client.post(linkage, { data: [another] }), 'too-many #/data');
    expectErrors(await client.patch(linkage, { data: [...items, another] }), 'too-many #/data');
    expectErrors(
      await client.post(relatedPath(type, id, relationship), { data: newResource(item) }),
      'too-many #/data',
    );
    expect((await client.delete(linkage, { data: items.slice(0, 1) })).status).to.equal(200);
    expect((await client.post(linkage, { data: [another] })).status).to.equal(200);
  });

  it('refuses it from the other side', async () => {
    const { id } = await full();
    const [{ id: another } = { id: '' }] = await addItems(1);
    const target = { data: { type, id } };
    const pointer = `/data/relationships/${one}/data`;
    expectErrors(
      await client.post(resources[item].path, { data: newResource(item, { [one]: target }) }),
      `too-many #${pointer}`,
    );
    const data = { type: item, id: another, relationships: { [one]: target } };
    expectErrors(await client.patch(`${resources[item].path}/${another}`, { data }), `too-many #${pointer}`);
    expectErrors(await client.patch(linkagePath(item, another, inverse), target), 'too-many #/data');
  });

  it('refuses it by way of a member', async () => {
    const { id, items } = await full();
    const [another] = await addItems(1);
    const [{ id: member } = { id: '' }] = items;
    const data = { type, id, relationships: { [many]: { data: [...items, another] } } };
    const response = await client.patch(relatedPath(link.type, member, link.relationship), { data });
    expectErrors(response, `too-many #/data/relationships/${many}/data`);
  });

  it('judges a list of operations after each of them', async () => {
    const { id, items } = await full();
    const [another] = await addItems(1);
    const ref = { type, id, relationship: many };
    const add = { op: 'add', ref, data: [another] };
    const response = await client.operate([add, { op: 'remove', ref, data: items.slice(0, 1) }]);
    expectErrors(response, 'too-many #/atomic:operations/0/data');
    expect((await client.operate([{ op: 'remove', ref, data: items.slice(0, 1) }, add])).status).to.equal(204);
  });

  it('lets one of many concurrent writers in', async () => {
    const { id, items } = await full();
    const linkage = linkagePath(type, id, relationship);
    expect((await client.delete(linkage, { data: items.slice(0, 1) })).status).to.equal(200);
    const newcomers = await addItems(WRITERS);
    const answers = await Promise.all(newcomers.map((newcomer) => client.post(linkage, { data: [newcomer] })));
    expectOutcomes(answers, 1, 'too-many #/data');
  });
}

function expectOutcomes(answers: readonly ApiResponse[], successes: number, error: string): void {
  const refused = answers.filter(({ status }) => status >= 400);
  expect(answers.length - refused.length, 'successes').to.equal(successes);
  for (const answer of refused) expectErrors(answer, error);
}
