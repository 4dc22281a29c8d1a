// Selects fields of a resource.
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

/** The fields that a table can show, which are those that the API returns. */
export function columnsOf(resource: Resource): readonly Field[] {
  return resource.fields.filter((field) => field.kind === 'relationship' || field.readable);
}

/** The attribute that tells people which resource it is: its first readable text. */
export function labelOf(resource: Resource): Attribute | undefined {
  return attributesOf(resource).find(({ kind, readable, format }) => {
    return kind === 'attribute' && readable && (format === 'text' || format === 'email');
  });
}

/** The attributes that a search covers, including write-only ones. */
export function searchedOf(resource: Resource): readonly Attribute[] {
  return attributesOf(resource).filter(({ operators }) => operators.includes('ilike'));
}

/** The attributes that clients set and never get back. */
export function writeOnlyOf(resource: Resource): readonly Attribute[] {
  return attributesOf(resource).filter(({ readable, writable }) => writable && !readable);
}

/** The fields that a bulk change can set: attributes and to-one relationships. */
export function bulkFieldsOf(resource: Resource): readonly (Attribute | Relationship)[] {
  const fields = [
    ...attributesOf(resource).filter(({ writable }) => writable),
    ...relationshipsOf(resource).filter(({ cardinality }) => cardinality === 'one'),
  ];
  return fields.filter(({ name }) => mayDo(resource, 'update', name));
}

/** The editable columns. */
export function editableOf(resource: Resource, columns: readonly Field[]): readonly Field[] {
  const changeable = new Set(bulkFieldsOf(resource).map(({ name }) => name));
  return columns.filter(({ name }) => changeable.has(name));
}

/** True if the role may change or delete many resources at once. */
export function mayChangeMany(resource: Resource): boolean {
  return mayDo(resource, 'delete') || bulkFieldsOf(resource).length > 0;
}

/** The field at the end of a filter path or sort path such as `owner__birth_date`; undefined if there is none. */
export function follow(api: Api, resource: Resource, path: string): Field | undefined {
  const steps = path.split('__');
  let at: Resource | undefined = resource;
  for (const step of steps.slice(0, -1)) {
    const field: Field | undefined = fieldOf(at, step);
    at = field?.kind === 'relationship' ? resourceOf(api, field.to) : undefined;
  }
  return fieldOf(at, steps.at(-1) ?? '');
}

/** @example capitalized('persons') // 'Persons' */
export function capitalized(words: string): string {
  return words.slice(0, 1).toUpperCase() + words.slice(1);
}
