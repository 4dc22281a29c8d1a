// Expected resource objects. A test states the values that it is about; the names of all other fields come from the resource descriptions.
import { relationshipsOf, writableAttributesOf, type Resource } from '#adapters/http/api/resource-description';
import { resourceOf } from '#adapters/http/api/resource-description';
import { resources } from '#test/support/model';
import type { Value } from '#domain/kinds';

export interface Identifier {
  readonly type: string;
  readonly id: string;
}

/** Attributes by wire name; `null` is unset. */
export type Values = Readonly<Record<string, Value | null>>;

/** The `relationships` of a resource object in a request. */
export type Relationships = Readonly<Record<string, { readonly data: Identifier | null | readonly Identifier[] }>>;

/** A whole resource object, as the API shows it. */
export interface ResourceObject extends Identifier {
  readonly attributes: Values;
  readonly relationships: Readonly<Record<string, object>>;
  readonly links: { readonly self: string };
}

/** A whole resource object. A relationship not given has no linkage, or leads nowhere if linkage is always shown. */
export function resourceObject(
  type: string,
  id: string,
  attributes: Values,
  given: Relationships = {},
): ResourceObject {
  const resource = described(type);
  const self = `${resource.path}/${id}`;
  const relationships = Object.entries(relationshipsOf(resource)).map(([name, { linkage, cardinality }]) => [
    name,
    {
      links: { self: `${self}/relationships/${name}`, related: `${self}/${name}` },
      ...(linkage === 'always' && { data: cardinality === 'one' ? null : [] }),
      ...given[name],
    },
  ]);
  return { type, id, attributes, relationships: Object.fromEntries(relationships), links: { self } };
}

/** A resource object of which the query selects only these fields. */
export function onlyFields(object: ResourceObject, ...names: readonly string[]): ResourceObject {
  const selected = <Value>(fields: Readonly<Record<string, Value>>): Record<string, Value> =>
    Object.fromEntries(Object.entries(fields).filter(([name]) => names.includes(name)));
  return { ...object, attributes: selected(object.attributes), relationships: selected(object.relationships) };
}

/** The attributes that a resource shows after these were written. */
export function shownAttributes(type: string, written: Values): Values {
  const resource = described(type);
  const stored = Object.entries(writableAttributesOf(resource)).map(([name, field]) => [
    field.stored,
    written[name] === undefined ? (field.declared.defaultValue ?? null) : written[name],
  ]);
  const shown = Object.entries(resource.fields).flatMap(([name, field]) =>
    field.kind === 'attribute' && field.output !== undefined
      ? [[name, field.output.render(Object.fromEntries(stored))]]
      : [],
  );
  return Object.fromEntries(shown);
}

/** The names of the attributes that responses can have, in the order of the description. */
export function shownNames(type: string): readonly string[] {
  return Object.entries(described(type).fields).flatMap(([name, field]) =>
    field.kind === 'attribute' && field.output !== undefined ? [name] : [],
  );
}

/** The names of the fields with values that are stored, `id` first: what a list can be sorted by. */
export function valueNames(type: string): readonly string[] {
  return Object.entries(described(type).fields).flatMap(([name, field]) =>
    field.kind !== 'relationship' && field.stored !== undefined ? [name] : [],
  );
}

/** The names of all fields, in the order of the description. */
export function fieldNames(type: string): readonly string[] {
  return Object.keys(described(type).fields);
}

/** The names of the attributes that clients can write, in the order of the description. */
export function writableNames(type: string): readonly string[] {
  return Object.keys(writableAttributesOf(described(type)));
}

function described(type: string): Resource {
  const resource = resourceOf(type, resources);
  if (resource === undefined) throw new Error(`no resource type is named ${type}`);
  return resource;
}

const MOMENT = /^20\d\d-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/;

/** What was expected, with the stamps of what was received: nobody knows those before. */
export function withStamps(expected: unknown, received: unknown): unknown {
  if (typeof expected !== 'object' || expected === null || typeof received !== 'object' || received === null)
    return expected;
  if (Array.isArray(expected))
    return expected.map((each, index) => withStamps(each, (received as readonly unknown[])[index]));
  const given = received as Readonly<Record<string, unknown>>;
  const { type } = expected as { readonly type?: unknown };
  const stamps = typeof type === 'string' && 'attributes' in expected ? stampsOf(type, given['attributes']) : {};
  return Object.fromEntries(
    Object.entries(expected).map(([name, value]) => [
      name,
      name === 'attributes'
        ? { ...value, ...pick(stamps, Object.keys(value as object)) }
        : withStamps(value, given[name]),
    ]),
  );
}

function stampsOf(type: string, attributes: unknown): Readonly<Record<string, unknown>> {
  const names = Object.entries(described(type).fields).flatMap(([name, field]) =>
    field.kind === 'attribute' && field.declared === undefined && field.stored !== undefined ? [name] : [],
  );
  const shown = (attributes ?? {}) as Readonly<Record<string, unknown>>;
  return Object.fromEntries(
    names.filter((name) => MOMENT.test(String(shown[name]))).map((name) => [name, shown[name]]),
  );
}

function pick(values: Readonly<Record<string, unknown>>, names: readonly string[]): object {
  return Object.fromEntries(Object.entries(values).filter(([name]) => names.includes(name)));
}
