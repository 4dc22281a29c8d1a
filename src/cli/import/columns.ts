// What the columns of a CSV file and the members of plain JSON objects mean. The names come from the descriptions of the resources, so a new type can be imported without a line here.
import { nearestTo, quote } from '#adapters/http/api/error-wording';
import {
  relationshipsOf,
  writableAttributesOf,
  type RelationshipField,
  type Resource,
  type WritableAttribute,
} from '#adapters/http/api/resource-description';
import { resources } from '#adapters/http/api/resources';
import { REPORT_COLUMNS } from './csv-report.ts';
import type { FileDialect } from './file-dialect.ts';

export interface Columns {
  readonly resource: Resource;
  /** In the order of the header; undefined: not imported. */
  readonly fields: readonly (ImportedField | undefined)[];
}

export type ImportedField = { readonly name: string } & (WritableAttribute | RelationshipField);

/** The plural names of the types, as in paths. */
export const typeNames: readonly string[] = Object.values(resources).map(({ plural }) => plural);

/**
 * Reads the names of fields, which decide what the records are.
 * @throws Error when it fits no type, or several
 */
export function readHeader(header: readonly string[], { typeName, map }: FileDialect): Columns {
  const headings = header.map((heading) => heading.trim());
  const candidates = Object.values(resources)
    .filter(({ plural }) => typeName === undefined || plural === typeName)
    .map((resource) => ({ resource, names: headings.map((heading) => nameOf(heading, resource, map)) }));
  const fitting = candidates.filter((candidate) => problemsWith(candidate).length === 0);
  const [found, other] = fitting;
  if (found === undefined) throw new Error(`the fields fit no type: ${describeProblems(candidates)}`);
  if (other !== undefined)
    throw new Error(
      `the fields fit several types: add --type ${fitting.map(({ resource }) => resource.plural).join(' or ')}`,
    );
  requireOnce(headings, found.names);
  const fields = importedFieldsOf(found.resource);
  return { resource: found.resource, fields: found.names.map((name) => fields.find((field) => field.name === name)) };
}

/** A type that a header may be about. */
interface Candidate {
  readonly resource: Resource;
  /** What the columns are called there; undefined: nothing that is imported. */
  readonly names: readonly (string | undefined)[];
}

/** The name that a heading stands for: `Birth date` and `BIRTH_DATE` for `birth_date`. */
function nameOf(heading: string, { fields }: Resource, map: FileDialect['map']): string | undefined {
  if (REPORT_COLUMNS.some((column) => column === heading)) return undefined;
  const mapped = map.get(heading);
  if (mapped !== undefined) return mapped === '' ? undefined : mapped;
  if (Object.hasOwn(fields, heading)) return heading;
  const [name, other] = Object.keys(fields).filter((each) => plain(each) === plain(heading));
  return other === undefined ? (name ?? heading) : heading;
}

function plain(name: string): string {
  return name.toLowerCase().replaceAll(/[\s_-]/g, '');
}

function requireOnce(headings: readonly string[], names: Candidate['names']): void {
  for (const [index, name] of names.entries()) {
    const before = name === undefined ? -1 : names.indexOf(name);
    if (before === -1 || before === index) continue;
    const [first, second] = [headings[before] ?? '', headings[index] ?? ''];
    throw new Error(
      first === second
        ? `the header has ${quote(first)} twice`
        : `${quote(first)} and ${quote(second)} both mean "${name ?? ''}"`,
    );
  }
}

/** Attributes that can be set, and to-one relationships. */
function importedFieldsOf(resource: Resource): readonly ImportedField[] {
  const toOne = Object.entries(relationshipsOf(resource)).filter(([, { cardinality }]) => cardinality === 'one');
  return [...Object.entries(writableAttributesOf(resource)), ...toOne].map(([name, field]) => ({ name, ...field }));
}

function problemsWith({ resource, names }: Candidate): readonly string[] {
  const fields = importedFieldsOf(resource);
  const known = fields.map(({ name }) => name);
  const others = names.filter((name) => name !== undefined).filter((name) => !known.includes(name));
  const misspelt = others.filter((name) => !Object.hasOwn(resource.fields, name));
  const meant = new Map(misspelt.map((name) => [name, nearestTo(name, known)]));
  const found = others.map((name) => {
    const nearest = meant.get(name);
    const hint = nearest === undefined ? '' : ` (did you mean "${nearest}"?)`;
    return meant.has(name) ? `unknown field "${name}"${hint}` : `"${name}" cannot be imported`;
  });
  // A misspelt column is not missing as well.
  const missing = fields.filter((field) => isRequired(field) && ![...names, ...meant.values()].includes(field.name));
  return [...found, ...missing.map(({ name }) => `"${name}" is missing`)];
}

function isRequired(field: ImportedField): boolean {
  return field.kind === 'attribute' && field.declared.isRequired;
}

/** Of the type that the columns are about, or of each if they are about none or several. */
function describeProblems(candidates: readonly Candidate[]): string {
  const meant = candidates.filter(({ resource, names }) =>
    importedFieldsOf(resource).some(({ name }) => names.includes(name)),
  );
  return (meant.length === 1 ? meant : candidates)
    .map((candidate) => {
      const known = importedFieldsOf(candidate.resource).map(({ name }) => name);
      return `${candidate.resource.plural} (${known.join(',')}): ${problemsWith(candidate).join(', ')}`;
    })
    .join('; ');
}
