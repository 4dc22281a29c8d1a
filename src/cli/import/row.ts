import { jsonOf } from '#adapters/http/api/resource';
import type { Columns, ImportedField } from './columns.ts';
import type { Entry } from './entry.ts';

/** Makes the resource object of a row. An empty cell is unset. */
export function readRow({ resource, fields }: Columns, cells: readonly string[]): Entry['content'] {
  if (cells.length !== fields.length) {
    const reason = `the row has ${cells.length} cells, the header ${fields.length}`;
    return { kind: 'unusable', reason };
  }
  const attributes: Record<string, unknown> = {};
  const relationships: Record<string, object> = {};
  for (const [index, field] of fields.entries()) {
    const cell = cells[index] ?? '';
    if (field === undefined || (cell === '' && isNullable(field))) continue;
    if (field.kind === 'attribute') attributes[field.name] = jsonOf(field, cell);
    else relationships[field.name] = { data: { type: field.to, id: cell } };
  }
  const linked = Object.keys(relationships).length === 0 ? {} : { relationships };
  return { kind: 'resource', path: resource.path, resource: { type: resource.type, attributes, ...linked } };
}

/** Otherwise the empty text is sent, for the service to refuse it. */
function isNullable(field: ImportedField): boolean {
  return field.kind === 'relationship' || !field.declared.isRequired;
}
