// What the columns of a CSV file mean. They come from the descriptions of the resources, so a new type can be imported without a line here.
import { nearestTo } from '#adapters/http/api/error-wording';
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
  requireCommas(names);
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

const otherSeparators: Readonly<Record<string, string>> = { ';': 'semicolons', '\t': 'tabs' };

function requireCommas([only = '', ...others]: readonly string[]): void {
  const found = Object.entries(otherSeparators).find(([separator]) => only.includes(separator));
  if (others.length === 0 && found !== undefined)
    throw new Error(`the cells are separated by ${found[1]}: save the file with commas`);
}

/** Attributes that can be set, and to-one relationships. */
function importedFieldsOf(resource: Resource): readonly ImportedField[] {
  const toOne = Object.entries(relationshipsOf(resource)).filter(([, { cardinality }]) => cardinality === 'one');
  return [...Object.entries(writableAttributesOf(resource)), ...toOne].map(([name, field]) => ({ name, ...field }));
}

function problemsWith(names: readonly string[], resource: Resource): readonly string[] {
  const fields = importedFieldsOf(resource);
  const known = fields.map(({ name }) => name);
  const others = names.filter((name) => !known.includes(name) && !REPORT_COLUMNS.some((column) => column === name));
  const misspelt = others.filter((name) => !Object.hasOwn(resource.fields, name));
  const meant = new Map(misspelt.map((name) => [name, nearestTo(name, known)]));
  const found = others.map((name) => {
    const nearest = meant.get(name);
    const hint = nearest === undefined ? '' : ` (did you mean "${nearest}"?)`;
    return meant.has(name) ? `unknown column "${name}"${hint}` : `"${name}" cannot be imported`;
  });
  // A misspelt column is not missing as well.
  const missing = fields.filter((field) => isRequired(field) && ![...names, ...meant.values()].includes(field.name));
  return [...found, ...missing.map(({ name }) => `"${name}" is missing`)];
}

function isRequired(field: ImportedField): boolean {
  return field.kind === 'attribute' && field.declared.isRequired;
}

/** Of the type that the columns are about, or of each if they are about none or several. */
function describeProblems(names: readonly string[], candidates: readonly Resource[]): string {
  const meant = candidates.filter((resource) => importedFieldsOf(resource).some(({ name }) => names.includes(name)));
  return (meant.length === 1 ? meant : candidates)
    .map((resource) => {
      const known = importedFieldsOf(resource).map(({ name }) => name);
      return `${resource.plural} (${known.join(',')}): ${problemsWith(names, resource).join(', ')}`;
    })
    .join('; ');
}
