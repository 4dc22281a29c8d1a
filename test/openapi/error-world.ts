// What failing requests are about: resources of the model, two of each.
import {
  relationshipsOf,
  wireNameOf,
  writableAttributesOf,
  type Resource,
} from '#adapters/http/api/resource-description';
import { anyResource, resources } from '#test/support/model';
import { kindOf, type Value } from '#domain/kinds';
import { relationshipOf, schema } from '#domain/schema';
import { isUnique } from '../contract/rows-of-types.ts';
import { plainValue } from '../fuzz/rows.ts';

export interface ResourceObject {
  readonly type: string;
  readonly attributes: Readonly<Record<string, Value>>;
}

/** A resource with what is required and what is unique; the latter differs from number to number. */
export function objectOf(resource: Resource, number: number): ResourceObject {
  const { type } = resource;
  const attributes = Object.entries(writableAttributesOf(resource)).flatMap(([name, attribute]) => {
    const isNeeded = attribute.declared.isRequired || isUnique(type, attribute.stored);
    return isNeeded ? [[name, plainValue(type, attribute, number)] as const] : [];
  });
  return { type, attributes: Object.fromEntries(attributes) };
}

/** A resource with a value that its attribute refuses: of the first that is no text, if there is one. */
export function refusedObject(): { readonly resource: Resource; readonly data: ResourceObject } {
  const all = Object.values<Resource>(resources).flatMap((resource) =>
    Object.entries(writableAttributesOf(resource)).map(([name, { declared }]) => ({
      resource,
      name,
      isText: kindOf(declared.kind).isText,
    })),
  );
  const attribute = all.find(({ isText }) => !isText) ?? all[0];
  if (attribute === undefined) throw new Error('the model has no attribute');
  const { resource, name, isText } = attribute;
  const { type, attributes } = objectOf(resource, 1);
  return { resource, data: { type, attributes: { ...attributes, [name]: isText ? 0 : 'unknown' } } };
}

/** The first to-many relationship, and what the other side calls it; undefined if there is none. */
export const [family] = Object.values<Resource>(resources).flatMap((parent) =>
  Object.entries(relationshipsOf(parent)).flatMap(([name, { to, stored, cardinality }]) => {
    const child: Resource = resources[to];
    const owner = wireNameOf(child, relationshipOf(parent.type, stored).inverse);
    return cardinality === 'one' || owner === undefined ? [] : [{ parent, name, child, owner }];
  }),
);

/** The first resource with a unique attribute, if there is one. */
export const rare = Object.values<Resource>(resources).find(({ type }) =>
  schema[type].rules.some(({ kind }) => kind === 'unique'),
);

/** What the service has two of. */
export const existing: readonly Resource[] = [
  ...new Set([anyResource, ...(family ? [family.parent] : []), ...(rare ? [rare] : [])]),
];

/** The key that creates one of them. */
export function keyOfObject({ type }: Resource, number: number): string {
  return `"${type}-${number}"`;
}
