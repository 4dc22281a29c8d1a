import { expect } from 'chai';
import { resources } from '#test/support/model';
import type { UniqueRule } from '#domain/rules';
import { relationshipOf, schema, type ResourceType } from '#domain/schema';
import type { ApiClient, ApiResponse } from '../../support/api-client.ts';
import type { Identifier, Relationships } from '../../support/resource-objects.ts';
import { addAny, isShown, linkagePath, newAttributes, newResource, relatedPath, wireName } from './any-type.ts';
import { createdId } from './created-id.ts';
import { expectErrors } from './expect-errors.ts';
import { expectOutcomes, WRITERS } from './expect-outcomes.ts';

type Members = UniqueRule['members'];

/** Tests a `unique` rule that covers several members, or a relationship. */
export function describeUniqueTogether(client: ApiClient, type: ResourceType, members: Members): void {
  const { path } = resources[type];
  const { attributes, links, parents, elsewhere, values, withValues } = worldOf(client, type, members);
  const error = errorAt(type, members[0]);

  it('refuses the same values together, and permits each alone', async () => {
    const [relationships, shared] = [await parents(), values()];
    expect((await client.post(path, await withValues(shared, relationships))).status).to.equal(201);
    expectErrors(await client.post(path, await withValues(shared, relationships)), error);
    if (attributes.length > 0)
      expect((await client.post(path, await withValues({}, relationships))).status).to.equal(201);
    for (const name of links) {
      const others = { ...(await parents()), [wireName(type, name)]: await elsewhere(name) };
      expect((await client.post(path, await withValues(shared, others))).status).to.equal(201);
    }
  });

  const [attribute] = attributes;
  if (attribute !== undefined)
    it('refuses a change, and permits keeping the values', async () => {
      const [relationships, shared] = [await parents(), values()];
      const original = await client.post(path, await withValues(shared, relationships));
      const other = await client.post(path, await withValues({}, relationships));
      const change = (id: string): Promise<ApiResponse> =>
        client.patch(`${path}/${id}`, { data: { type, id, attributes: shared } });
      expectErrors(await change(createdId(other)), errorAt(type, attribute));
      expect((await change(createdId(original))).status).to.equal(200);
    });

  for (const link of links) describeLink(client, type, members, link);

  it('lets one of many concurrent writers have the values', async () => {
    const [relationships, shared] = [await parents(), values()];
    const sent = await Promise.all(Array.from({ length: WRITERS }, () => withValues(shared, relationships)));
    const answers = await Promise.all(sent.map((body) => client.post(path, body)));
    expectOutcomes(answers, 1, error);
  });
}

/** Tests the writes that change only one of the links. */
function describeLink(client: ApiClient, type: ResourceType, members: Members, link: string): void {
  const { path } = resources[type];
  const { parents, elsewhere, values, withValues } = worldOf(client, type, members);
  const { to, inverse, isRequired } = relationshipOf(type, link);
  const name = wireName(type, link);
  /** A resource with the values, one that lacks only the link, and the target of the link. */
  const nearlyEqual = async () => {
    const [{ [name]: target = { data: { type: to, id: '' } }, ...others }, shared] = [await parents(), values()];
    const held = createdId(await client.post(path, await withValues(shared, { ...others, [name]: target })));
    const away = { ...others, [name]: await elsewhere(link) };
    const free = createdId(await client.post(path, await withValues(shared, away)));
    return { held: { type, id: held }, free: { type, id: free }, target, others, shared };
  };

  it(`refuses a link by ${link}`, async () => {
    const { free, target } = await nearlyEqual();
    const data = { ...free, relationships: { [name]: target } };
    expectErrors(await client.patch(`${path}/${free.id}`, { data }), errorAt(type, link));
    expectErrors(await client.patch(linkagePath(type, free.id, link), target), 'not-unique #/data');
  });

  // The other writes need the routes of the inverse.
  if (!isShown(to, inverse)) return;

  const swaps = isRequired ? 'refuses' : 'permits';
  it(`refuses links from the other side of ${link}, and ${swaps} replacing one with another`, async () => {
    const { held, free, target } = await nearlyEqual();
    const linkage = linkagePath(to, target.data.id, inverse);
    expectErrors(await client.post(linkage, { data: [free] }), 'not-unique #/data/0');
    expectErrors(await client.patch(linkage, { data: [held, free] }), 'not-unique #/data/1');
    const swapped = await client.patch(linkage, { data: [free] });
    if (isRequired) expectErrors(swapped, 'relationship-required #/data');
    else expect(swapped.status).to.equal(200);
  });

  it(`refuses a creation by way of ${link}`, async () => {
    const { target, others, shared } = await nearlyEqual();
    const sent = members.find((member) => member !== link);
    expectErrors(
      await client.post(relatedPath(to, target.data.id, inverse), await withValues(shared, others, link)),
      sent === undefined ? 'not-unique ?id' : errorAt(type, sent),
    );
  });
}

/** The error for a document that contains this member and none that the rule lists before it. */
function errorAt(type: ResourceType, member: string): string {
  const name = wireName(type, member);
  return `not-unique #/data/${isAttribute(type, member) ? `attributes/${name}` : `relationships/${name}/data`}`;
}

function isAttribute(type: ResourceType, member: string): boolean {
  return Object.hasOwn(schema[type].attributes, member);
}

type Links = Readonly<Record<string, { readonly data: Identifier }>>;

function worldOf(client: ApiClient, type: ResourceType, members: Members) {
  const attributes = members.filter((member) => isAttribute(type, member));
  const links = members.filter((member) => !isAttribute(type, member));
  return {
    attributes,
    links,
    /** New targets for all links. */
    parents: async (): Promise<Links> => {
      const made: Record<string, { readonly data: Identifier }> = {};
      for (const link of links) {
        const { to } = relationshipOf(type, link);
        made[wireName(type, link)] = { data: { type: to, id: await addAny(client, to) } };
      }
      return made;
    },
    /** A value for one link that no other resource has: `null`, or a new target if the link is required. */
    elsewhere: async (link: string): Promise<{ readonly data: Identifier | null }> => {
      const { to, isRequired } = relationshipOf(type, link);
      return { data: isRequired ? { type: to, id: await addAny(client, to) } : null };
    },
    /** New values for all attributes. */
    values: (): Readonly<Record<string, unknown>> => {
      const drawn = newAttributes(type);
      return Object.fromEntries(attributes.map((name) => [wireName(type, name), drawn[wireName(type, name)]]));
    },
    withValues: async (shared: object, relationships: Relationships, implied?: string): Promise<object> => {
      const data = await newResource(client, type, relationships, implied);
      return { data: { ...data, attributes: { ...data.attributes, ...shared } } };
    },
  };
}
