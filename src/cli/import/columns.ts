// The columns of a CSV file or the members of plain JSON objects. Their names come from the resource descriptions, so a new type
// needs no code here.
import { nearestTo, quote } from '#adapters/http/api/error-wording';
import {
  isHeld,
  mustBeSent,
  relationshipsOf,
  writableAttributesOf,
  type RelationshipField,
  type Resource,
  type WritableAttribute,
} from '#adapters/http/api/resource-description';
import { served } from '#composition/product/served';
import { REPORT_COLUMNS } from './csv-report.ts';
import type { FileDialect } from './file-dialect.ts';

export interface Columns {
  readonly resource: Resource;
  /** In the order of the header; undefined: not imported. */
  readonly fields: readonly (ImportedField | undefined)[];
  /** The column with the id of the resource to change; undefined if resources are created. */
  readonly idAt: number | undefined;
  /** Names in the header that are not imported because only the service sets them. */
  readonly leftOut: readonly string[];
}

export type ImportedField = { readonly name: string } & (WritableAttribute | RelationshipField);

/** The plural names of the types, as in paths. */
export const typeNames: readonly string[] = Object.values(served.resources).map(({ plural }) => plural);

/**
 * Finds the resource type that the field names match.
 * @throws Error if they match no type or several
 */
export function readHeader(header: readonly string[], { typeName, map, isUpdate }: FileDialect): Columns {
  const headings = header.map((heading) => heading.trim());
  const candidates = Object.values(served.resources)
    .filter(({ plural }) => typeName === undefined || plural === typeName)
    .map((resource): Candidate => {
      const names = headings.map((heading) => nameOf(heading, resource, map));
      return { resource, names, isUpdate, importable: importedFieldsOf(resource, isUpdate) };
    });
  const fitting = candidates.filter((candidate) => problemsWith(candidate).length === 0);
  const [found, other] = fitting;
  if (found === undefined) throw new Error(`the fields match no resource type: ${describeProblems(candidates)}`);
  if (other !== undefined)
    throw new Error(
      `the fields match several resource types: add --type ${fitting.map(({ resource }) => resource.plural).join(' or ')}`,
    );
  requireOnce(headings, found.names);
  return columnsOf(found);
}

/** A type that the header may describe. */
interface Candidate {
  readonly resource: Resource;
  /** The field names of the columns; undefined if a column is not imported. */
  readonly names: readonly (string | undefined)[];
  readonly isUpdate: boolean;
  readonly importable: readonly ImportedField[];
}

function columnsOf({ resource, names, isUpdate, importable }: Candidate): Columns {
  const fields = names.map((name) => importable.find((field) => field.name === name));
  const idAt = isUpdate ? names.indexOf('id') : undefined;
  const leftOut = names.filter((name, index) => name !== undefined && fields[index] === undefined && index !== idAt);
  return { resource, fields, idAt, leftOut: leftOut.filter((name) => name !== undefined) };
}

/** The field name for a heading: `birth_date` for `Birth date` and `BIRTH_DATE`. */
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

/**
 * Writable attributes and relationships. On creation, only the side that holds the links sets them, because the other side would name resources
 * that are imported later, or take them from their owners.
 */
function importedFieldsOf(resource: Resource, isUpdate: boolean): readonly ImportedField[] {
  const linkage = Object.entries(relationshipsOf(resource)).filter(([, field]) => isUpdate || isHeld(resource, field));
  return [...Object.entries(writableAttributesOf(resource)), ...linkage].map(([name, field]) => ({ name, ...field }));
}

function problemsWith({ resource, names, isUpdate, importable }: Candidate): readonly string[] {
  const known = importable.map(({ name }) => name);
  const given = new Set(names.filter((name) => name !== undefined));
  const unknown = [...given].filter((name) => !Object.hasOwn(resource.fields, name));
  const meant = new Map(unknown.map((name) => [name, nearestTo(name, isUpdate ? ['id', ...known] : known)]));
  const found = unknown.map((name) => {
    if (name === '') return 'a field without a name (use --map = to leave it out)';
    const nearest = meant.get(name);
    return `unknown field "${name}"${nearest === undefined ? '' : ` (did you mean "${nearest}"?)`}`;
  });
  // A misspelled column is not missing as well.
  const isMissing = (name: string): boolean => ![...names, ...meant.values()].includes(name);
  const required = isUpdate ? ['id'] : importable.filter(isRequired).map(({ name }) => name);
  const missing = required.filter(isMissing).map((name) => `"${name}" is missing`);
  const isIdle = found.length + missing.length === 0 && known.every(isMissing);
  return [...found, ...missing, ...(isIdle ? ['no field can be imported'] : [])];
}

function isRequired(field: ImportedField): boolean {
  return field.kind === 'attribute' && mustBeSent(field);
}

/** The problems of the type that the columns match, or of every type if they match none or several. */
function describeProblems(candidates: readonly Candidate[]): string {
  const meant = candidates.filter(({ importable, names }) => importable.some(({ name }) => names.includes(name)));
  const problems = (meant.length === 1 ? meant : candidates).map((candidate) => {
    const known = candidate.importable.map(({ name }) => name);
    return `${candidate.resource.plural} (${known.join(',')}): ${problemsWith(candidate).join(', ')}`;
  });
  const isExport = candidates.some(({ names, isUpdate }) => names.includes('id') && !isUpdate);
  return `${problems.join('; ')}${isExport ? '. To change the resources with these ids, add --update' : ''}`;
}
