// The list cells being edited.
import { signal } from '@preact/signals';
import { keyOf, type Identifier } from '../model/documents.ts';
import { showChange } from './loaded.ts';

/** There is more than one if cells left with Tab are still being saved or were refused. */
export const editedCells = signal<ReadonlySet<string>>(new Set());

/** True if a cell was saved since the list was last loaded. */
let isListOld = false;

/** @param field the name of the field */
export function cellKey(row: Identifier, field: string): string {
  return `${keyOf(row)}/${field}`;
}

export function startEdit(row: Identifier, field: string): void {
  editedCells.value = new Set([...editedCells.value, cellKey(row, field)]);
}

/**
 * Leaves edit mode. The list is reloaded after the last cell, so that rows do not move while the user is editing.
 * @param isSaved true if the stored value was changed
 */
export function endEdit(row: Identifier, field: string, isSaved: boolean): void {
  const key = cellKey(row, field);
  editedCells.value = new Set([...editedCells.value].filter((other) => other !== key));
  isListOld ||= isSaved;
  if (!isListOld || editedCells.value.size > 0) return;
  isListOld = false;
  showChange();
}
