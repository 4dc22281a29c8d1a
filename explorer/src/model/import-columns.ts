// Maps the columns of an import file to fields.
import type { Api, Attribute, Relationship, Resource } from './api.ts';
import { attributesOf, relationshipsOf, resourceOf } from './fields.ts';
import { mayDo } from './permitted.ts';
import { reportColumns, type Sheet } from './sheet.ts';

/** A field that a column can set: an attribute, or a to-one relationship given by id. */
export type Importable = Attribute | Relationship;

/** The field of each column; undefined to ignore the column. */
export type Mapping = readonly (Importable | undefined)[];

export function importableOf(resource: Resource): readonly Importable[] {
  const fields = [
    ...attributesOf(resource).filter(({ writable }) => writable),
    ...relationshipsOf(resource).filter(({ cardinality }) => cardinality === 'one'),
  ];
  return fields.filter(({ name }) => mayDo(resource, 'create', name));
}

/** Guesses the fields from the headings, ignoring case, spaces, `-` and `_`, if exactly one field matches. */
export function guessMapping(resource: Resource, headings: readonly string[]): Mapping {
  const importable = importableOf(resource);
  const names = headings.map((heading) => nameOf(heading, resource));
  return names.map((name, index) => {
    const isFirst = names.indexOf(name) === index;
    return isFirst ? importable.find((field) => field.name === name) : undefined;
  });
}

function nameOf(heading: string, { fields }: Resource): string | undefined {
  if (reportColumns.includes(heading)) return undefined;
  const names = fields.map(({ name }) => name);
  if (names.includes(heading)) return heading;
  const [name, other] = names.filter((each) => plain(each) === plain(heading));
  return other === undefined ? name : undefined;
}

function plain(name: string): string {
  return name.toLowerCase().replaceAll(/[\s_-]/gu, '');
}

/**
 * The type of the rows: the one they name, or the one that matches the most columns.
 * @param preferred wins a tie
 */
export function guessResource(api: Api, { type, headings }: Sheet, preferred: Resource): Resource {
  const named = type === undefined ? undefined : resourceOf(api, type);
  if (named !== undefined && mayDo(named, 'create')) return named;
  const counts = [preferred, ...api.resources]
    .filter((resource) => mayDo(resource, 'create'))
    .map((resource) => ({ resource, count: guessMapping(resource, headings).filter(Boolean).length }));
  return counts.reduce((best, other) => (other.count > best.count ? other : best)).resource;
}

/** The required fields that no column sets. */
export function missingIn(resource: Resource, mapping: Mapping): readonly string[] {
  return importableOf(resource).flatMap((field) => (field.required && !mapping.includes(field) ? [field.name] : []));
}

/** Maps a column to another field. Each field has at most one column. */
export function withField(mapping: Mapping, index: number, field: Importable | undefined): Mapping {
  return mapping.map((other, at) => (at === index ? field : other === field ? undefined : other));
}
