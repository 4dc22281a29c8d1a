// Finds the types whose stored changes no longer fit, because a field is renamed, removed, of another kind, or required from now on.
import type { Column, ColumnDifference, DatabaseTable, SchemaDifference, TableDifference } from '@mikro-orm/sql';
import { LINK_COLUMNS } from '../tables/link-table-name.ts';
import { isLinks, isResource, isSearched, isText, targetOf } from './table-sql.ts';

/** Sorted by name. A new field does not count, because states without it remain valid. */
export function typesOfOtherShape({ changedTables, removedTables }: SchemaDifference): readonly string[] {
  const removed = Object.values(removedTables);
  const types = [
    ...Object.values(changedTables)
      .filter(({ toTable }) => isResource(toTable))
      .filter(hasOtherShape)
      .map(({ name }) => name),
    ...removed.filter(isResource).map(({ name }) => name),
    // The changes of the declaring type hold the links.
    ...removed.filter(isLinks).flatMap((table) => targetIn(table, LINK_COLUMNS.from) ?? []),
  ];
  return [...new Set(types.map((name) => name.replace(/^.*\./, '')))].sort();
}

function hasOtherShape({ fromTable, toTable, changedColumns, ...others }: TableDifference): boolean {
  const removed = [...Object.keys(others.removedColumns), ...Object.keys(others.renamedColumns)];
  const columns = toTable.getColumns().filter(({ name }) => fromTable.hasColumn(name));
  return (
    removed.length > 0 ||
    Object.values(changedColumns).some(isOfOtherKind) ||
    columns.some(({ name }) => targetIn(fromTable, name) !== targetIn(toTable, name))
  );
}

/** Also true for a column that becomes required, because it may be unset in stored states. */
function isOfOtherKind({ column, fromColumn, changedProperties }: ColumnDifference): boolean {
  if (changedProperties.has('nullable') && column.nullable !== true) return true;
  return changedProperties.has('type') && kindOf(column) !== kindOf(fromColumn);
}

/** A text's length is not part of its kind, nor is a number's precision. Its scale is, because numbers are stored with all their decimals. */
function kindOf(column: Column): string {
  if (!isText(column)) return column.type.replace(/\(\d+,/, '(');
  return isSearched(column) ? 'text' : 'choice';
}

/** The table that a foreign key of the column refers to. */
function targetIn(table: DatabaseTable, column: string): string | undefined {
  const key = Object.values(table.getForeignKeys()).find(({ columnNames }) => columnNames.join() === column);
  return key && targetOf(key);
}
