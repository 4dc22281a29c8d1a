import { quote } from '#adapters/http/api/error-wording';
import { jsonOf, type RelationshipField, type Resource } from '#adapters/http/api/resource-description';
import type { Columns, ImportedField } from './columns.ts';
import { ORDERS_IN_WORDS, readDate, type DateOrder } from './dates.ts';
import type { EntryContent } from './entry.ts';

/**
 * Turns a row into a resource object. An empty cell is unset.
 * @param cells one per column of the header
 * @param dates the order of day, month and year
 */
export function readRow(columns: Columns, cells: readonly string[], dates: DateOrder | undefined): EntryContent {
  const { resource, fields, idAt, leftOut } = columns;
  const { type, path } = resource;
  const isUpdate = idAt !== undefined;
  const attributes: Record<string, unknown> = {};
  const relationships: Record<string, object> = {};
  for (const [index, field] of fields.entries()) {
    const cell = cells[index] ?? '';
    if (field === undefined || (cell === '' && !isUpdate && isLeftOut(field))) continue;
    if (field.kind === 'relationship') {
      relationships[field.name] = { data: linkageOf(field, cell) };
      continue;
    }
    const date = field.declared.kind === 'date' && cell !== '' ? readDate(cell, dates) : undefined;
    if (date?.kind === 'ambiguous' || date?.kind === 'wrong') return refuseDate(date, field.name, cell);
    attributes[field.name] = date?.kind === 'date' ? date.text : valueOf(field, cell);
  }
  const linked = Object.keys(relationships).length === 0 ? {} : { relationships };
  if (isUpdate) return updateOf(resource, cells[idAt] ?? '', { attributes, ...linked }, leftOut);
  return { kind: 'resource', op: 'add', path, resource: { type, attributes, ...linked }, leftOut };
}

/**
 * Turns a row into a change of a resource.
 * @param members the resource object without type and id
 */
export function updateOf(
  { type, path }: Resource,
  id: string,
  members: object,
  leftOut: readonly string[],
): EntryContent {
  if (id === '') return { kind: 'unusable', reason: '"id" is empty' };
  const resource = { type, id, ...members };
  return { kind: 'resource', op: 'update', path: `${path}/${encodeURIComponent(id)}`, resource, leftOut };
}

/** True if an empty cell is left out of a new resource: then the field is unset, or a required attribute gets its default. */
function isLeftOut(field: ImportedField): boolean {
  if (field.kind === 'relationship') return true;
  const { isRequired, defaultValue } = field.declared;
  return isRequired === (defaultValue !== undefined);
}

/** Otherwise the empty text is sent, and the service refuses it. */
function isNullable(field: ImportedField): boolean {
  return field.kind === 'relationship' || !field.declared.isRequired;
}

function valueOf(field: Extract<ImportedField, { readonly kind: 'attribute' }>, cell: string): unknown {
  return cell === '' && isNullable(field) ? null : jsonOf(field, cell);
}

/** Splits identifiers at spaces, as exports write them. */
function linkageOf({ to: type, cardinality }: RelationshipField, cell: string): unknown {
  const identifiers = cell.split(' ').flatMap((id) => (id === '' ? [] : [{ type, id }]));
  return cardinality === 'many' ? identifiers : cell === '' ? null : { type, id: cell };
}

type RefusedDate = Extract<ReturnType<typeof readDate>, { readonly kind: 'ambiguous' | 'wrong' }>;

function refuseDate(date: RefusedDate, name: string, cell: string): EntryContent {
  if (date.kind === 'wrong')
    return { kind: 'unusable', reason: `"${name}" is ${quote(cell)}, which is not a date such as ${date.example}` };
  const reason = `"${name}" is ${quote(cell)}: set the order of day, month and year with --dates ${ORDERS_IN_WORDS}`;
  return { kind: 'unusable', reason, isOptionAtFault: true };
}
