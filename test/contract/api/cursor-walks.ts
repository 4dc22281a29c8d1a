// Pages by cursor in lists of every type, with everything that they can be sorted by as the key.
import { expect } from 'chai';
import {
  relationshipsOf,
  requireRelationship,
  writableAttributesOf,
  type Resource,
} from '#adapters/http/api/resource-description';
import type { Value } from '#domain/kinds';
import type { Attribute } from '#domain/resource';
import { relationshipOf } from '#domain/schema';
import { resources } from '#test/support/model';
import { query, type ApiClient } from '../../support/api-client.ts';
import { valueNames, type Relationships, type Values } from '../../support/resource-objects.ts';
import { membersOf } from '../rows-of-types.ts';
import { isUnique } from '../rules-of-types.ts';
import { newAttributes, withRequired } from './any-type.ts';
import type { ApiUnderTest } from './api-under-test.ts';
import { createdId } from './created-id.ts';
import { cursorsOf, expectWalks } from './cursor-pages.ts';
import { cut, samplesWithin } from './described-attributes.ts';

export function describeCursorWalks({ client }: ApiUnderTest): void {
  for (const resource of Object.values(resources))
    describe(`Pages by cursor in lists of ${resource.plural}`, () => {
      describeSortKeys(client, resource);
      describeWriteOnly(client, resource);
    });
}

/** Texts whose order depends on the collation, with a tie. */
const TEXTS = ['b', 'a', '\u{1f600}', 'a', '\uffff', 'c', 'A'];

function describeSortKeys(client: ApiClient, resource: Resource): void {
  const ids: string[] = [];

  before(async () => {
    const targets = [await linksOf(client, resource), await linksOf(client, resource)];
    for (const index of TEXTS.keys()) {
      const attributes = attributesOf(resource, ({ kind, isRequired, ...declared }) => {
        if (!isRequired && index % 3 === 0) return null;
        const values = kind === 'text' ? TEXTS : samplesWithin({ kind, isRequired, ...declared });
        return values[index % values.length] ?? null;
      });
      const links = Object.entries(targets[index % 2] ?? {}).filter(([name]) => index < 3 || mayMeet(resource, name));
      ids.push(await add(client, resource, attributes, index % 3 === 0 ? {} : Object.fromEntries(links)));
    }
  });

  for (const sort of sortsOf(resource))
    it(`lead through a list sorted by "${sort}" from both ends`, async () => {
      const filter = JSON.stringify([{ name: 'id', op: 'in_', val: ids }]);
      await expectWalks(client, `${resource.path}${query({ filter, sort })}`);
    });
}

/** True if the rules allow two resources to refer to the same one. */
function mayMeet(resource: Resource, name: string): boolean {
  const { to, stored } = requireRelationship(resource, name);
  return membersOf(to, relationshipOf(resource.type, stored).inverse, 2) === 2;
}

/** Every key in both directions, all at once, and the keys of each to-one relationship. */
function sortsOf(resource: Resource): ReadonlySet<string> {
  const names = valueNames(resource.type);
  const all = names.slice(1).map((name, index) => (index % 2 === 0 ? name : `-${name}`));
  const linked = targetsOf(resource).flatMap(([relationship, target]) =>
    valueNames(target.type).map((name, index) => `${index % 2 === 0 ? '' : '-'}${relationship}__${name}`),
  );
  return new Set(['', ...names.flatMap((name) => [name, `-${name}`]), all.join(), ...linked]);
}

function describeWriteOnly(client: ApiClient, resource: Resource): void {
  const keys = [
    ...writeOnlyNames(resource),
    ...targetsOf(resource).flatMap(([relationship, target]) =>
      writeOnlyNames(target).map((name) => `${relationship}__${name}`),
    ),
  ];
  if (keys.length === 0) return;

  it(`never show the value of a write-only attribute: ${keys.join()}`, async () => {
    const links = await linksOf(client, resource, secret);
    const id = await add(client, resource, attributesOf(resource, secret), links);
    for (const sort of keys.flatMap((key) => [key, `-${key}`, `id,${key}`])) {
      const path = `${resource.path}${query({ 'filter[id]': id, sort, 'page[after]': '' })}`;
      const response = await client.get(`${path}&fields[${resource.type}]=`);
      expect(response.document.data[0].attributes).to.deep.equal({});
      const [cursor = ''] = cursorsOf(response);
      expect(cursor).not.to.equal('');
      expect(Buffer.from(cursor, 'base64url').toString('latin1')).not.to.match(SECRET);
      expect(cursorsOf(await client.get(path))).to.deep.equal([cursor]);
    }
  });
}

const secrets: Readonly<Partial<Record<Attribute['kind'], Value>>> = {
  text: 'Readable Name',
  email: 'readable@example.org',
  integer: Number.MAX_SAFE_INTEGER,
};
/** The beginning of each value, and the end of long ones backwards. */
const SECRET = /read|eman|gro\.el|9007199|1990474/i;

function secret(declared: Attribute): Value | null {
  const value = secrets[declared.kind] ?? samplesWithin(declared)[0] ?? null;
  return typeof value === 'string' ? cut(value, declared.maxLength) : value;
}

function writeOnlyNames(resource: Resource): readonly string[] {
  return Object.entries(writableAttributesOf(resource)).flatMap(([name, { output }]) =>
    output === undefined ? [name] : [],
  );
}

/** The to-one relationships by name, with their types. */
function targetsOf(resource: Resource): readonly (readonly [relationship: string, target: Resource])[] {
  return Object.entries(relationshipsOf(resource)).flatMap(([name, { to, cardinality }]) =>
    cardinality === 'one' ? [[name, resources[to]] as const] : [],
  );
}

/** A new resource for each to-one relationship. */
async function linksOf(
  client: ApiClient,
  resource: Resource,
  valueOf?: (declared: Attribute) => Value | null,
): Promise<Relationships> {
  const links: Record<string, Relationships[string]> = {};
  for (const [relationship, target] of targetsOf(resource)) {
    const attributes = valueOf === undefined ? newAttributes(target.type) : attributesOf(target, valueOf);
    links[relationship] = { data: { type: target.type, id: await add(client, target, attributes) } };
  }
  return links;
}

/** The given values, but new ones for unique attributes. */
function attributesOf(resource: Resource, valueOf: (declared: Attribute) => Value | null): Values {
  const fresh: Values = newAttributes(resource.type);
  return Object.fromEntries(
    Object.entries(writableAttributesOf(resource)).map(([name, { stored, declared }]) => [
      name,
      isUnique(resource.type, stored) ? (fresh[name] ?? null) : valueOf(declared),
    ]),
  );
}

async function add(
  client: ApiClient,
  { type, path }: Resource,
  attributes: Values,
  given?: Relationships,
): Promise<string> {
  const relationships = await withRequired(client, type, given);
  return createdId(await client.post(path, { data: { type, attributes, relationships } }));
}
