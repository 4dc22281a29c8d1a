// The cells of the list that are being edited.
import { signal } from '@preact/signals';
import { keyOf, type Identifier } from '../model/documents.ts';
import { showChange } from './loaded.ts';

/** More than one while those left with Tab are being saved, or were refused. */
export const editedCells = signal<ReadonlySet<string>>(new Set());

/** True if a cell was saved, and the list has not been reloaded since. */
let isListOld = false;

/** @param field the name of the field */
export function cellKey(row: Identifier, field: string): string {
  return `${keyOf(row)}/${field}`;
}

export function startEdit(row: Identifier, field: string): void {
  editedCells.value = new Set([...editedCells.value, cellKey(row, field)]);
}

/**
 * Shows the value of the cell again. The list is reloaded when no cell is edited any more, so that rows do not move away under the user's hands.
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
