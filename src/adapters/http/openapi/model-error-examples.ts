// Examples of errors that name a type, attribute, relationship or rule of the model: the first that fits.
import { ParentConflictError } from '#application/model/errors';
import type { Parent } from '#application/model/query';
import { kinds } from '#domain/kinds';
import { checkAttribute, text } from '#domain/resource';
import type { Rule } from '#domain/rules';
import {
  isManyToMany,
  relationshipOf,
  resourceTypes,
  schema,
  type Relationship,
  type ResourceType,
} from '#domain/schema';
import { parentConflict } from '../answer/error-answers.ts';
import { referencedDetail, requiredDetail, ruleError } from '../answer/broken-rules.ts';
import { errorObject, type ErrorObject, type ErrorSource } from '../api/errors.ts';
import { relationshipsOf, writableAttributesOf, type EveryResource } from '../api/resource-description.ts';
import { parseSort } from '../request/query/sort.ts';
import { pointerToken } from '../request/syntax/json.ts';
import { problemsOf } from '../request/syntax/parsed.ts';
import type { Parameter } from '../request/syntax/query-string.ts';

/** The error about a sort by a misspelt attribute. */
export function unknownFieldExample(resources: EveryResource): ErrorObject {
  return firstOf(problemsOf(parseSort(misspeltSort(resources), firstOf(resources), 1)));
}

function misspeltSort(resources: EveryResource): Parameter {
  const { fields } = firstOf(resources);
  const [name = 'id'] = Object.keys(fields).filter((each) => each !== 'id');
  return {
    name: 'sort',
    value: [name.replace(/(?<=^.)./, ''), name + name].find((each) => !Object.hasOwn(fields, each)) ?? '',
  };
}

/**
 * The first matching to-many relationship, as a parent and the type of its members; undefined if none matches.
 * @param isMeant true for a relationship that matches
 */
export function parentIn(
  resources: EveryResource,
  isMeant: (relationship: Relationship) => boolean = () => true,
): readonly [type: ResourceType, Parent] | undefined {
  for (const resource of Object.values(resources))
    for (const { to, stored, cardinality } of Object.values(relationshipsOf(resource)))
      if (cardinality === 'many' && isMeant(relationshipOf(resource.type, stored)))
        return [to, { type: resource.type, id: '1', relationship: stored }];
  return undefined;
}

export function conflictWithParent(resources: EveryResource): ErrorObject {
  const [type, parent] = parentIn(resources, (relationship) => !isManyToMany(relationship)) ?? [];
  if (type === undefined || parent === undefined) return errorObject('owner-conflict', 'Nothing belongs to another');
  const { inverse } = relationshipOf(parent.type, parent.relationship);
  return parentConflict(new ParentConflictError(type, inverse, parent.id), '', resources);
}

/** The error for an invalid value, if possible of an attribute that is not text. */
export function invalidAttribute(resources: EveryResource): ErrorObject {
  const attributes = Object.values(resources).flatMap((resource) => Object.entries(writableAttributesOf(resource)));
  const [first] = attributes;
  const [name, { declared }] =
    attributes.find(([, field]) => !kinds[field.declared.kind].isText) ?? first ?? NO_ATTRIBUTE;
  const checked = checkAttribute(declared, kinds[declared.kind].isText ? 0 : 'unknown');
  const detail = `"${name}" ${checked.valid ? '' : checked.reason}`;
  return errorObject('invalid-attribute', detail, { pointer: `/data/attributes/${pointerToken(name)}` });
}

/** Stands in for an attribute if the model has none. */
const NO_ATTRIBUTE = ['name', { declared: text(1) }] as const;

/** An example of an error about a relationship. Its code is documented only if the model has such a relationship. */
export function relationshipExample(
  code: 'invalid-relationship' | 'relationship-required' | 'still-referenced',
  resources: EveryResource,
): ErrorObject {
  const links = Object.values(resources).flatMap(({ type, fields }) =>
    Object.entries(relationshipsOf({ fields })).map(([name, { stored }]) => ({
      type,
      name,
      link: relationshipOf(type, stored),
    })),
  );
  const { type, name } =
    links.find(({ link }) => (code === 'still-referenced' ? link.onDelete === 'refuse' : link.isRequired)) ??
    firstOf([...links, { type: firstOf(resources).type, name: 'target' }]);
  const meta = { type, relationship: name, count: 1 };
  switch (code) {
    case 'invalid-relationship':
      return errorObject(code, `"${name}" is required`, { pointer: `/data/relationships/${pointerToken(name)}` });
    case 'relationship-required':
      return errorObject(code, requiredDetail(type, name), { pointer: '/data' }, meta);
    case 'still-referenced':
      return errorObject(code, referencedDetail(type, name, 1), { parameter: 'id' }, meta);
  }
}

/** The error for the first declared rule of a kind; undefined if there is none. */
export function brokenExample(kind: Rule['kind'], resources: EveryResource): ErrorObject | undefined {
  const rules = resourceTypes.flatMap((type) => schema[type].rules.map((rule) => ({ type, rule })));
  const first = rules.find(({ rule }) => rule.kind === kind);
  if (first === undefined) return undefined;
  const by = { type: first.type, id: '1' };
  const places = {
    basePointer: '',
    seen: resources,
    toRelationship: () => ({ pointer: '/data' }),
    toMembers: ([member = '']: readonly string[]) => sentAs(first.type, member, resources),
  };
  return ruleError({ ...first, by }, places);
}

/** Points at a to-one relationship in the resource that a request sends; undefined for an attribute. */
function sentAs(type: ResourceType, stored: string, resources: EveryResource): ErrorSource | undefined {
  const [name] = Object.entries(relationshipsOf(resources[type])).find(([, field]) => field.stored === stored) ?? [];
  return name === undefined ? undefined : { pointer: `/data/relationships/${pointerToken(name)}/data` };
}

export function firstOf<Item>(items: readonly Item[] | Readonly<Record<string, Item>>): Item {
  const [first] = Object.values(items);
  if (first === undefined) throw new Error('there is nothing to show');
  return first;
}
