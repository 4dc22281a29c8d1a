// Questions about the fields of a resource.
import type { Api, Attribute, Field, Relationship, Resource } from './api.ts';
import { mayDo } from './permitted.ts';

export function resourceOf(api: Api, type: string): Resource | undefined {
  return api.resources.find((resource) => resource.type === type);
}

function fieldOf(resource: Resource | undefined, name: string): Field | undefined {
  return resource?.fields.find((field) => field.name === name);
}

export function attributesOf(resource: Resource): readonly Attribute[] {
  return resource.fields.filter((field) => field.kind !== 'relationship');
}

export function relationshipsOf(resource: Resource): readonly Relationship[] {
  return resource.fields.filter((field) => field.kind === 'relationship');
}

/** The fields that a table can show: what the API returns. */
export function columnsOf(resource: Resource): readonly Field[] {
  return resource.fields.filter((field) => field.kind === 'relationship' || field.readable);
}

/** The attribute that tells people which resource it is: its first readable text. */
export function labelOf(resource: Resource): Attribute | undefined {
  return attributesOf(resource).find(({ kind, readable, format }) => {
    return kind === 'attribute' && readable && (format === 'text' || format === 'email');
  });
}

/** The attributes that a search looks into, write-only ones too. */
export function searchedOf(resource: Resource): readonly Attribute[] {
  return attributesOf(resource).filter(({ operators }) => operators.includes('ilike'));
}

/** The attributes that clients set and never get back. */
export function writeOnlyOf(resource: Resource): readonly Attribute[] {
  return attributesOf(resource).filter(({ readable, writable }) => writable && !readable);
}

/** The attributes of a form. On a change those that are shown come first: what the API never shows is rarely changed. */
export function formAttributesOf(resource: Resource, isNew: boolean): readonly Attribute[] {
  const attributes = attributesOf(resource)
    .filter(({ kind }) => kind === 'attribute')
    .map((field) => ({
      ...field,
      writable: field.writable && mayDo(resource, isNew ? 'create' : 'update', field.name),
    }));
  if (isNew) return attributes;
  return [
    ...attributes.filter(({ readable }) => readable),
    ...attributes.filter(({ readable, writable }) => writable && !readable),
  ];
}

/** The fields that a bulk change can set: attributes and to-one relationships. */
export function bulkFieldsOf(resource: Resource): readonly (Attribute | Relationship)[] {
  const fields = [
    ...attributesOf(resource).filter(({ writable }) => writable),
    ...relationshipsOf(resource).filter(({ cardinality }) => cardinality === 'one'),
  ];
  return fields.filter(({ name }) => mayDo(resource, 'update', name));
}

/** True if the role may change or delete many resources at once. */
export function mayChangeMany(resource: Resource): boolean {
  return mayDo(resource, 'delete') || bulkFieldsOf(resource).length > 0;
}

/** The relationship of the related type that leads back to this one, if exactly one can. */
export function inverseOf(api: Api, resource: Resource, { to }: Relationship): Relationship | undefined {
  const related = resourceOf(api, to);
  const back = related === undefined ? [] : relationshipsOf(related).filter((field) => field.to === resource.type);
  return back.length === 1 ? back[0] : undefined;
}

/** The same where it is to-one: linking then takes the related resource from what it is linked to. */
export function exclusiveBack(api: Api, resource: Resource, relationship: Relationship): Relationship | undefined {
  const back = inverseOf(api, resource, relationship);
  return back?.cardinality === 'one' ? back : undefined;
}

/** Follows a path of a filter or sort key such as `owner__birth_date`; undefined where it leads nowhere. */
export function follow(api: Api, resource: Resource, path: string): Field | undefined {
  const steps = path.split('__');
  let at: Resource | undefined = resource;
  for (const step of steps.slice(0, -1)) {
    const field: Field | undefined = fieldOf(at, step);
    at = field?.kind === 'relationship' ? resourceOf(api, field.to) : undefined;
  }
  return fieldOf(at, steps.at(-1) ?? '');
}

/** The resource whose field a path ends at. */
export function ownerOf(api: Api, resource: Resource, path: string): Resource | undefined {
  const steps = path.split('__').slice(0, -1);
  if (steps.length === 0) return resource;
  const field = follow(api, resource, steps.join('__'));
  return field?.kind === 'relationship' ? resourceOf(api, field.to) : undefined;
}

/** The paths that a list can be sorted by, including those through to-one relationships. */
export function sortPathsOf(api: Api, resource: Resource): readonly string[] {
  const own = sortableNames(resource);
  const related = relationshipsOf(resource)
    .filter(({ cardinality }) => cardinality === 'one')
    .flatMap(({ name, to }) => {
      const target = resourceOf(api, to);
      return target === undefined ? [] : sortableNames(target).map((field) => `${name}__${field}`);
    });
  return [...own, ...related];
}

function sortableNames(resource: Resource): readonly string[] {
  return attributesOf(resource).flatMap(({ name, sortable }) => (sortable ? [name] : []));
}

/** @example capitalized('persons') // 'Persons' */
export function capitalized(words: string): string {
  return words.slice(0, 1).toUpperCase() + words.slice(1);
}
