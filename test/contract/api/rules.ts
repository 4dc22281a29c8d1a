import { expect } from 'chai';
import { resources } from '#test/support/model';
import type { AtMostRule } from '#domain/rules';
import { relationshipOf, resourceTypes, schema, type ResourceType } from '#domain/schema';
import type { ApiClient, ApiResponse } from '../../support/api-client.ts';
import type { Identifier } from '../../support/resource-objects.ts';
import { rowFor, type RuleTable } from '../rules-of-types.ts';
import { addAny, isShown, linkagePath, mayEnd, newAttributes, newResource, relatedPath, wireName } from './any-type.ts';
import type { ApiUnderTest } from './api-under-test.ts';
import { expectErrors } from './expect-errors.ts';
import { expectOutcomes, WRITERS } from './expect-outcomes.ts';
import { describeUniqueTogether } from './unique-together.ts';

/** Rules with a higher limit are skipped: they take too long and work like those with a lower one. */
const LARGEST = 100;

/** Tests every rule about fields that clients see, with every kind of write. */
export function describeRules({ client }: ApiUnderTest): void {
  for (const type of resourceTypes)
    for (const rule of schema[type].rules) {
      const tests = rowFor(testsOfRules, type, rule);
      if ('untested' in tests || !tests.canBeTested) continue;
      describe(`The rule of ${type}: ${rule.kind} ${tests.subject}`, () => {
        tests.describe(client);
      });
    }
}

interface TestsOfRule {
  /** The fields that the rule is about. */
  readonly subject: string;
  /** True if clients see the rule's fields and the tests take little time. */
  readonly canBeTested: boolean;
  readonly describe: (client: ApiClient) => void;
}

const testsOfRules: RuleTable<TestsOfRule | { readonly untested: string }> = {
  unique: (type, { members }) => {
    const [first, ...others] = members;
    const isAlone = others.length === 0 && Object.hasOwn(schema[type].attributes, first);
    return {
      subject: members.join(' and '),
      canBeTested: members.every((name) => isShown(type, name)),
      describe: (client) => {
        if (isAlone) describeUnique(client, type, first);
        else describeUniqueTogether(client, type, members);
      },
    };
  },
  'at most': (type, rule) => {
    const { to, inverse } = relationshipOf(type, rule.relationship);
    return {
      subject: rule.relationship,
      canBeTested: isShown(type, rule.relationship) && isShown(to, inverse) && rule.most <= LARGEST,
      describe: (client) => {
        describeAtMost(client, type, rule);
      },
    };
  },
  check: () => ({ untested: 'Only the model can tell which values pass.' }),
};

function describeUnique(client: ApiClient, type: ResourceType, attribute: string): void {
  const { path } = resources[type];
  const name = wireName(type, attribute);
  const pointer = `/data/attributes/${name}`;
  const taken = async (): Promise<{ readonly id: string; readonly value: unknown }> => {
    const data = await newResource(client, type);
    const { document } = await client.post(path, { data });
    return { id: document.data.id as string, value: data.attributes[name] };
  };
  const withValue = async (value: unknown, implied?: string): Promise<object> => {
    const data = await newResource(client, type, {}, implied);
    return { ...data, attributes: { ...data.attributes, [name]: value } };
  };

  it('refuses a creation', async () => {
    const { value } = await taken();
    expectErrors(await client.post(path, { data: await withValue(value) }), `not-unique #${pointer}`);
  });

  it('refuses a change', async () => {
    const { value } = await taken();
    const id = await addAny(client, type);
    const data = { type, id, attributes: { [name]: value } };
    expectErrors(await client.patch(`${path}/${id}`, { data }), `not-unique #${pointer}`);
  });

  for (const [relationship, { to, inverse }] of Object.entries(schema[type].relationships)) {
    // These writes need the routes of the inverse.
    if (!isShown(to, inverse)) continue;
    const isNested = relationshipOf(to, inverse).cardinality === 'many';
    it(`refuses ${isNested ? 'a creation' : 'a change'} through ${relationship}`, async () => {
      const { value } = await taken();
      if (isNested) {
        const parent = await addAny(client, to);
        const data = await withValue(value, relationship);
        const response = await client.post(relatedPath(to, parent, inverse), { data });
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
    expect((await client.post(path, { data: await withValue(value) })).status).to.equal(201);
  });

  it('judges a list of operations after each of them', async () => {
    const { id, value } = await taken();
    const swap = [
      { op: 'remove', ref: { type, id } },
      { op: 'add', data: await withValue(value) },
    ];
    expect((await client.operate(swap)).status).to.equal(200);
    const response = await client.operate([
      { op: 'add', data: await newResource(client, type) },
      { op: 'add', data: await withValue(value) },
    ]);
    expectErrors(response, `not-unique #/atomic:operations/1${pointer}`);
  });

  it('lets one of many concurrent writers have a value', async () => {
    const value = newAttributes(type)[name];
    const sent = await Promise.all(Array.from({ length: WRITERS }, () => withValue(value)));
    const answers = await Promise.all(sent.map((data) => client.post(path, { data })));
    expectOutcomes(answers, 1, `not-unique #${pointer}`);
  });
}

function describeAtMost(client: ApiClient, type: ResourceType, { relationship, most }: AtMostRule): void {
  const { to: item, inverse } = relationshipOf(type, relationship);
  /** True if the rule's relationship is one-to-many, so that an item has one target. */
  const isHeld = relationshipOf(item, inverse).cardinality === 'one';
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

  const canUnlink = mayEnd(type, relationship);
  /** The operation that removes the first member's link, or moves the member if it requires its link. */
  const leave = async (id: string, [member = { type: item, id: '' }]: readonly Identifier[]) =>
    canUnlink
      ? { op: 'remove', href: linkagePath(type, id, relationship), data: [member] }
      : { op: 'update', href: linkagePath(item, member.id, inverse), data: { type, id: await addAny(client, type) } };
  const makeRoom = async (id: string, items: readonly Identifier[]): Promise<void> => {
    const { op, href, data } = await leave(id, items);
    const { status, text } = await client.send(op === 'remove' ? 'DELETE' : 'PATCH', href, { body: { data } });
    expect(status, text).to.equal(200);
  };

  it('refuses a creation', async () => {
    const data = await newResource(client, type, { [many]: { data: await addItems(most + 1) } });
    expectErrors(await client.post(path, { data }), `too-many #/data/relationships/${many}/data`);
  });

  it('refuses a change, and permits one that exchanges members unless they require their link', async () => {
    const { id, items } = await full();
    const [another] = await addItems(1);
    const change = (data: readonly unknown[]): Promise<ApiResponse> =>
      client.patch(`${path}/${id}`, { data: { type, id, relationships: { [many]: { data } } } });
    expectErrors(await change([...items, another]), `too-many #/data/relationships/${many}/data`);
    const exchanged = await change([another, ...items.slice(1)]);
    if (canUnlink) expect(exchanged.status).to.equal(200);
    else expectErrors(exchanged, `relationship-required #/data/relationships/${many}/data`);
  });

  it(`refuses linking, replacing and creating below, and permits ${canUnlink ? 'unlinking' : 'moving'}`, async () => {
    const { id, items } = await full();
    const [another] = await addItems(1);
    const linkage = linkagePath(type, id, relationship);
    expectErrors(await client.post(linkage, { data: [another] }), 'too-many #/data');
    expectErrors(await client.patch(linkage, { data: [...items, another] }), 'too-many #/data');
    expectErrors(
      await client.post(relatedPath(type, id, relationship), { data: await newResource(client, item, {}, inverse) }),
      'too-many #/data',
    );
    await makeRoom(id, items);
    expect((await client.post(linkage, { data: [another] })).status).to.equal(200);
  });

  it('refuses it from the other side', async () => {
    const { id } = await full();
    const [{ id: another } = { id: '' }] = await addItems(1);
    const target = { data: isHeld ? { type, id } : [{ type, id }] };
    const pointer = `/data/relationships/${one}/data`;
    expectErrors(
      await client.post(resources[item].path, { data: await newResource(client, item, { [one]: target }) }),
      `too-many #${pointer}`,
    );
    const data = { type: item, id: another, relationships: { [one]: target } };
    expectErrors(await client.patch(`${resources[item].path}/${another}`, { data }), `too-many #${pointer}`);
    expectErrors(await client.patch(linkagePath(item, another, inverse), target), 'too-many #/data');
  });

  // The path of a to-many relationship cannot change its resources.
  if (isHeld)
    it('refuses it through a member', async () => {
      const { id, items } = await full();
      const [another] = await addItems(1);
      const [{ id: member } = { id: '' }] = items;
      const data = { type, id, relationships: { [many]: { data: [...items, another] } } };
      const response = await client.patch(relatedPath(item, member, inverse), { data });
      expectErrors(response, `too-many #/data/relationships/${many}/data`);
    });

  it('judges a list of operations after each of them', async () => {
    const { id, items } = await full();
    const [another] = await addItems(1);
    const ref = { type, id, relationship: many };
    const add = { op: 'add', ref, data: [another] };
    const leaving = await leave(id, items);
    expectErrors(await client.operate([add, leaving]), 'too-many #/atomic:operations/0/data');
    expect((await client.operate([leaving, add])).status).to.equal(204);
  });

  it('lets one of many concurrent writers in', async () => {
    const { id, items } = await full();
    const linkage = linkagePath(type, id, relationship);
    await makeRoom(id, items);
    const newcomers = await addItems(WRITERS);
    const answers = await Promise.all(newcomers.map((newcomer) => client.post(linkage, { data: [newcomer] })));
    expectOutcomes(answers, 1, 'too-many #/data');
  });
}
