import { jsonOf } from '#adapters/http/api/resource-description';
import type { Columns, ImportedField } from './columns.ts';
import { DATE_ORDERS, readDate, type DateOrder } from './dates.ts';
import type { EntryContent } from './entry.ts';

/**
 * Makes the resource object of a row. An empty cell is unset.
 * @param cells as many as the header has
 * @param dates the order of their parts
 */
export function readRow(
  { resource, fields }: Columns,
  cells: readonly string[],
  dates: DateOrder | undefined,
): EntryContent {
  const attributes: Record<string, unknown> = {};
  const relationships: Record<string, object> = {};
  for (const [index, field] of fields.entries()) {
    const cell = cells[index] ?? '';
    if (field === undefined || (cell === '' && isNullable(field))) continue;
    const date = field.kind === 'attribute' && field.declared.kind === 'date' ? readDate(cell, dates) : undefined;
    if (date?.kind === 'ambiguous' || date?.kind === 'wrong') return refuseDate(date, field.name, cell);
    if (field.kind === 'relationship') relationships[field.name] = { data: { type: field.to, id: cell } };
    else attributes[field.name] = date?.kind === 'date' ? date.text : jsonOf(field, cell);
  }
  const linked = Object.keys(relationships).length === 0 ? {} : { relationships };
  return { kind: 'resource', path: resource.path, resource: { type: resource.type, attributes, ...linked } };
}

/** Otherwise the empty text is sent, for the service to refuse it. */
function isNullable(field: ImportedField): boolean {
  return field.kind === 'relationship' || !field.declared.isRequired;
}

type RefusedDate = Extract<ReturnType<typeof readDate>, { readonly kind: 'ambiguous' | 'wrong' }>;

function refuseDate(date: RefusedDate, name: string, cell: string): EntryContent {
  if (date.kind === 'wrong')
    return { kind: 'unusable', reason: `"${name}" is "${cell}", which is not a date such as ${date.example}` };
  const orders = `${DATE_ORDERS.slice(0, -1).join(', ')} or ${DATE_ORDERS.at(-1) ?? ''}`;
  const reason = `"${name}" is "${cell}": say with --dates ${orders} in which order day, month and year are`;
  return { kind: 'unusable', reason, isOptionMissing: true };
}
