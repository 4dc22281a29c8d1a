// What the columns of a CSV file mean. They come from the descriptions of the resources, so a new type can be imported without a line here.
import {
  relationshipsOf,
  writableAttributesOf,
  type RelationshipField,
  type Resource,
  type WritableAttribute,
} from '#adapters/http/api/resource-description';
import { resources } from '#adapters/http/api/resources';

export interface Columns {
  readonly resource: Resource;
  /** In the order of the header; undefined: not imported. */
  readonly fields: readonly (ImportedField | undefined)[];
}

export type ImportedField = { readonly name: string } & (WritableAttribute | RelationshipField);

/** Columns that the reports of an import have in addition; ignored when a report is imported in its turn. */
export const REPORT_COLUMNS = ['import_line', 'import_error'] as const;

/** The plural names of the types, as in paths. */
export const typeNames: readonly string[] = Object.values(resources).map(({ plural }) => plural);

/**
 * Reads a header, which decides what the rows are.
 * @param typeName where the header fits several types
 * @throws Error when it fits no type, or several
 */
export function readHeader(header: readonly string[], typeName: string | undefined): Columns {
  const names = header.map((name) => name.trim());
  const twice = names.find((name, index) => names.indexOf(name) !== index);
  if (twice !== undefined) throw new Error(`the header has "${twice}" twice`);
  const candidates = Object.values(resources).filter(({ plural }) => typeName === undefined || plural === typeName);
  const fitting = candidates.filter((resource) => problemsWith(names, resource).length === 0);
  const [resource, other] = fitting;
  if (resource === undefined) throw new Error(`the header fits no type: ${describeProblems(names, candidates)}`);
  if (other !== undefined)
    throw new Error(`the header fits several types: add --type ${fitting.map(({ plural }) => plural).join(' or ')}`);
  const fields = importedFieldsOf(resource);
  return { resource, fields: names.map((name) => fields.find((field) => field.name === name)) };
}

/** Attributes that can be set, and to-one relationships. */
function importedFieldsOf(resource: Resource): readonly ImportedField[] {
  const toOne = Object.entries(relationshipsOf(resource)).filter(([, { cardinality }]) => cardinality === 'one');
  return [...Object.entries(writableAttributesOf(resource)), ...toOne].map(([name, field]) => ({ name, ...field }));
}

function problemsWith(names: readonly string[], resource: Resource): readonly string[] {
  const fields = importedFieldsOf(resource);
  const isKnown = (name: string): boolean =>
    fields.some((field) => field.name === name) || REPORT_COLUMNS.some((column) => column === name);
  const missing = fields.filter((field) => isRequired(field) && !names.includes(field.name));
  return [
    ...names.filter((name) => !isKnown(name)).map((name) => `"${name}" cannot be imported`),
    ...missing.map(({ name }) => `"${name}" is missing`),
  ];
}

function isRequired(field: ImportedField): boolean {
  return field.kind === 'attribute' && field.declared.isRequired;
}

function describeProblems(names: readonly string[], candidates: readonly Resource[]): string {
  return candidates
    .map((resource) => {
      const known = importedFieldsOf(resource).map(({ name }) => name);
      return `${resource.plural} (${known.join(',')}): ${problemsWith(names, resource).join(', ')}`;
    })
    .join('; ');
}
