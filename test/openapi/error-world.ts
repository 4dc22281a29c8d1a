// What failing requests are about: resources of the model, two of each.
import {
  relationshipsOf,
  wireNameOf,
  writableAttributesOf,
  type Resource,
} from '#adapters/http/api/resource-description';
import { anyResource, resources } from '#test/support/model';
import { kindOf, type Value } from '#domain/kinds';
import { isManyToMany, relationshipOf, type ResourceType } from '#domain/schema';
import { isUnique, uniqueSetsOf } from '../contract/rules-of-types.ts';
import { plainValue, toOneOf } from '../fuzz/rows.ts';
import type { Relationships } from '../support/resource-objects.ts';
import { isRequired, withNeeded } from './needed-types.ts';

export interface ResourceObject {
  readonly type: string;
  readonly attributes: Readonly<Record<string, Value>>;
  readonly relationships: Relationships;
}

/** A resource with its required and its unique members. The unique ones differ in the first two resources. */
export function objectOf(resource: Resource, number: number): ResourceObject {
  const { type } = resource;
  const attributes = Object.entries(writableAttributesOf(resource)).flatMap(([name, attribute]) => {
    const isNeeded = attribute.declared.isRequired || isUnique(type, attribute.stored);
    return isNeeded ? [[name, plainValue(type, attribute, number)] as const] : [];
  });
  const relationships = toOneOf(resource).flatMap(([name, { to, stored }]) => {
    // A target of the same type must be created first, so resource 1 has none.
    const target = to === type ? number - 1 : Math.min(number, 2);
    return isLinked(type, stored) && target > 0 ? [[name, { data: { type: to, id: String(target) } }] as const] : [];
  });
  return { type, attributes: Object.fromEntries(attributes), relationships: Object.fromEntries(relationships) };
}

/** Resource 3 with the values of resource 1 in the fields of the first unique rule. */
export function repeatedObject(resource: Resource): ResourceObject {
  const [members = []] = uniqueSetsOf(resource.type);
  const names = members.map((member) => wireNameOf(resource, member));
  const [first, another] = [objectOf(resource, 1), objectOf(resource, 3)];
  const compared = <Of>(values: Readonly<Record<string, Of>>): Readonly<Record<string, Of>> =>
    Object.fromEntries(Object.entries(values).filter(([name]) => names.includes(name)));
  return {
    ...another,
    attributes: { ...another.attributes, ...compared(first.attributes) },
    relationships: { ...another.relationships, ...compared(first.relationships) },
  };
}

/** True for to-one relationships that are required, belong to a rule or prevent a deletion. */
function isLinked(type: ResourceType, stored: string): boolean {
  return isRequired(type, stored) || isUnique(type, stored) || isRefusing(type, stored);
}

function isRefusing(type: ResourceType, stored: string): boolean {
  return relationshipOf(type, stored).onDelete === 'refuse';
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
  const data = objectOf(resource, 1);
  return { resource, data: { ...data, attributes: { ...data.attributes, [name]: isText ? 0 : 'unknown' } } };
}

/** The first to-many relationship, and what the other side calls it; undefined if there is none. */
export const [family] = Object.values<Resource>(resources).flatMap((parent) =>
  Object.entries(relationshipsOf(parent)).flatMap(([name, { to, stored, cardinality }]) => {
    const child: Resource = resources[to];
    const declared = relationshipOf(parent.type, stored);
    const owner = wireNameOf(child, declared.inverse);
    return cardinality === 'one' || isManyToMany(declared) || owner === undefined
      ? []
      : [{ parent, name, child, owner }];
  }),
);

/** The first resource with a unique attribute, if there is one. */
export const rare = Object.values<Resource>(resources).find(({ type }) => uniqueSetsOf(type).length > 0);

const toOne = Object.values<Resource>(resources).flatMap((resource) =>
  toOneOf(resource).map(([name, { stored, to }]) => ({ resource, name, stored, target: resources[to] })),
);

/** The first required relationship, if there is one. */
export const needed = toOne.find(({ resource, stored }) => isRequired(resource.type, stored));

/** The first relationship whose target cannot be deleted, if there is one. */
export const holding = toOne.find(({ resource, stored }) => isRefusing(resource.type, stored));

/** The types of which the service has two resources, in the order of creation. */
export const existing: readonly Resource[] = withNeeded(
  [anyResource, family?.parent, family?.child, rare, needed?.resource, holding?.resource].flatMap(
    (resource) => resource?.type ?? [],
  ),
  isLinked,
).map((type) => resources[type]);

/** The key that creates one of them. */
export function keyOfObject({ type }: Resource, number: number): string {
  return `"${type}-${number}"`;
}
