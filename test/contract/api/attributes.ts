// Writes every attribute through every route that accepts it. Attributes and routes come from the resource descriptions, values from the domain rules.
import { expect } from 'chai';
import { relationshipsOf, writableAttributesOf, type Resource } from '#adapters/http/api/resource-description';
import { resources } from '#test/support/model';
import type { Value } from '#domain/kinds';
import { relationshipOf } from '#domain/schema';
import { filterQuery, type ApiClient, type ApiResponse } from '../../support/api-client.ts';
import { shownAttributes, withStamps, type Relationships, type Values } from '../../support/resource-objects.ts';
import { membersOf } from '../rows-of-types.ts';
import { addAny, changeable, freeUniqueValues, withRequired } from './any-type.ts';
import type { ApiUnderTest } from './api-under-test.ts';
import { createdId } from './created-id.ts';
import { firstValues, valuesOf } from './described-attributes.ts';
import type { Identifier } from './fixtures.ts';

type Linkage = Readonly<Record<string, Identifier | readonly Identifier[]>>;

interface Written {
  readonly resource: Resource;
  readonly id: string;
  readonly values: Values;
  readonly linkage?: Linkage;
  readonly answer: ApiResponse;
  /** A GET here must return the same document as the write. */
  readonly path: string;
}

export function describeAttributes({ client }: ApiUnderTest): void {
  for (const resource of Object.values(resources))
    for (const attribute of Object.keys(writableAttributesOf(resource)))
      describe(`Values of the attribute ${attribute} of a ${resource.type}`, () => {
        for (const [name, create] of creationsOf(client, resource))
          it(`are stored by ${name}`, async () => {
            for (const value of valuesOf(resource, attribute)) {
              await freeUniqueValues(client, resource.type);
              const written = await create({ ...firstValues(resource), [attribute]: value });
              expect(written.answer.status, written.answer.text).to.equal(201);
              const values = { ...firstValues(resource), [attribute]: value ?? null };
              await expectStored(client, { ...written, values });
            }
          });

        for (const [name, prepare] of changesOf(client, resource))
          it(`are stored by ${name}`, async () => {
            const change = await prepare();
            const values = valuesOf(resource, attribute).filter((value) => value !== undefined);
            for (const value of [...values.toReversed(), ...values]) {
              const written = await change({ [attribute]: value });
              expect(written.answer.status, written.answer.text).to.equal(200);
              await expectStored(client, { ...written, values: { ...firstValues(resource), [attribute]: value } });
            }
          });
      });
}

/** Creates a resource; undefined values are not sent. */
type Create = (values: Readonly<Record<string, Value | null | undefined>>) => Promise<Omit<Written, 'values'>>;

/** The routes that create a resource: its list, and every to-many relationship to it. */
function creationsOf(client: ApiClient, resource: Resource): readonly (readonly [name: string, create: Create])[] {
  const { type, path } = resource;
  const createAt = async (
    at: string,
    attributes: object,
    linkage?: Linkage,
    implied?: string,
  ): Promise<Omit<Written, 'values'>> => {
    const links = await withRequired(client, type, relationships(linkage), implied);
    const answer = await client.post(at, { data: { type, attributes, relationships: links } });
    const id = createdId(answer);
    return { resource, id, answer, path: `${path}/${id}`, ...(linkage === undefined ? {} : { linkage }) };
  };
  const parents = Object.values(resources).flatMap((parent) =>
    Object.entries(relationshipsOf(parent))
      .filter(([, { to, cardinality }]) => to === type && cardinality === 'many')
      .map(([name, { stored }]) => ({ parent, name, implied: relationshipOf(parent.type, stored).inverse })),
  );
  return [
    [`POST ${path}`, (values) => createAt(path, values)],
    [`POST ${path} with relationships`, async (values) => createAt(path, values, await relatedTo(client, resource))],
    ...parents.map(({ parent, name, implied }): readonly [string, Create] => [
      `POST ${parent.path}/{id}/${name}`,
      async (values) =>
        createAt(`${parent.path}/${await addOther(client, parent)}/${name}`, values, undefined, implied),
    ]),
  ];
}

type Change = (values: Values) => Promise<Omit<Written, 'values'>>;

/** The routes that change a resource: its own, and every to-one relationship to it. Each starts from a new resource with the first values. */
function changesOf(client: ApiClient, resource: Resource): readonly (readonly [name: string, () => Promise<Change>])[] {
  const { type, path } = resource;
  const changeAt = async (
    at: string,
    id: string,
    attributes: Values,
    linkage?: Linkage,
  ): Promise<Omit<Written, 'values'>> => {
    const answer = await client.patch(at, { data: { type, id, attributes, relationships: relationships(linkage) } });
    return { resource, id, answer, path: at, ...(linkage === undefined ? {} : { linkage }) };
  };
  const include = `?include=${Object.keys(relationshipsOf(resource)).join(',')}`;
  const children = Object.values(resources).flatMap((child) =>
    Object.entries(relationshipsOf(child))
      .filter(([, { to, cardinality }]) => to === type && cardinality === 'one')
      .map(([name]) => ({ child, name })),
  );
  return [
    [
      `PATCH ${path}/{id}`,
      async () => {
        const id = await add(client, resource);
        return (values) => changeAt(`${path}/${id}`, id, values);
      },
    ],
    [
      `PATCH ${path}/{id} together with relationships`,
      async () => {
        const { id } = await addRelated(client, resource);
        return async (values) =>
          changeAt(`${path}/${id}`, id, values, changeable(type, await relatedTo(client, resource)));
      },
    ],
    [
      `PATCH ${path}/{id}${include}`,
      async () => {
        const { id, linkage } = await addRelated(client, resource);
        return async (values) => ({ ...(await changeAt(`${path}/${id}${include}`, id, values)), linkage });
      },
    ],
    ...children.map(({ child, name }): readonly [string, () => Promise<Change>] => [
      `PATCH ${child.path}/{id}/${name}`,
      async () => {
        await freeUniqueValues(client, child.type);
        const id = await add(client, resource);
        const from = await addAny(client, child.type, { [name]: { data: { type, id } } });
        return (values) => changeAt(`${child.path}/${from}/${name}`, id, values);
      },
    ]),
  ];
}

/** Expects the written values in the answer, in a GET of the resource, in filters and in its linkage. */
async function expectStored(
  client: ApiClient,
  { resource, id, values, linkage = {}, answer, path }: Written,
): Promise<void> {
  const shown = await client.get(path);
  expect(answer.document.data).to.deep.equal(shown.document.data);
  expect(answer.document.included).to.deep.equal(shown.document.included);
  const own = await client.get(`${resource.path}/${id}`);
  const { type } = resource;
  expect(own.document.data).to.deep.include(
    withStamps({ type, attributes: shownAttributes(type, values) }, own.document.data),
  );
  for (const [name, value] of Object.entries(values)) {
    const filter = [
      { name: 'id', op: 'eq', val: id },
      { name, op: 'eq', val: value },
    ];
    const { document } = await client.get(`${resource.path}${filterQuery(filter)}`);
    expect(document.meta, `${name} is ${JSON.stringify(value)}`).to.deep.equal({ count: 1 });
  }
  for (const [name, related] of Object.entries(linkage)) {
    const { document } = await client.get(`${resource.path}/${id}/relationships/${name}`);
    expect(document.data, name).to.deep.equal(related);
  }
}

/** Creates a resource with the first values. */
async function add(client: ApiClient, resource: Resource): Promise<string> {
  await freeUniqueValues(client, resource.type);
  return create(client, resource);
}

/** Creates a resource with values that one of the same type, which a test is about, does not have. */
async function addOther(client: ApiClient, { type }: Resource): Promise<string> {
  await freeUniqueValues(client, type);
  return addAny(client, type);
}

/** Creates a resource with the first values and with links in every relationship. */
async function addRelated(client: ApiClient, resource: Resource): Promise<{ readonly id: string; linkage: Linkage }> {
  await freeUniqueValues(client, resource.type);
  const linkage = await relatedTo(client, resource);
  return { id: await create(client, resource, linkage), linkage };
}

async function create(client: ApiClient, resource: Resource, linkage?: Linkage): Promise<string> {
  const { type, path } = resource;
  const links = await withRequired(client, type, relationships(linkage));
  return createdId(
    await client.post(path, { data: { type, attributes: firstValues(resource), relationships: links } }),
  );
}

/** Creates resources to link by every relationship: one for to-one; for to-many two in ascending order, or one if a rule allows no more. */
async function relatedTo(client: ApiClient, resource: Resource): Promise<Linkage> {
  const linkage: Record<string, Identifier | readonly Identifier[]> = {};
  for (const [name, { to, stored, cardinality }] of Object.entries(relationshipsOf(resource))) {
    const one = { type: to, id: await addAny(client, to) };
    const isAlone = membersOf(resource.type, stored, 2) === 1;
    if (cardinality === 'one') linkage[name] = one;
    else linkage[name] = isAlone ? [one] : [one, { type: to, id: await addAny(client, to) }];
  }
  return linkage;
}

function relationships(linkage: Linkage = {}): Relationships {
  return Object.fromEntries(Object.entries(linkage).map(([name, data]) => [name, { data }]));
}
