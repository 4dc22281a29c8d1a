// Moves from one edited list cell to the next.
import type { Resource } from '../model/api.ts';
import type { Identifier } from '../model/documents.ts';
import { editableOf } from '../model/fields.ts';
import { nextCell, type CellPlace } from '../model/next-cell.ts';
import { chosenColumns } from '../model/requests.ts';
import { cellKey, startEdit } from '../state/cell-edit.ts';
import { list } from '../state/list.ts';
import { question } from '../state/question.ts';

/** The id of the form in an edited cell. */
export function cellFormId(row: Identifier, field: string): string {
  return `cell-${cellKey(row, field)}`;
}

/** @returns false if there is no such cell */
export function editNext(resource: Resource, from: CellPlace, step: 1 | -1): boolean {
  const editable = editableOf(resource, chosenColumns(resource, question.value));
  const ids = (list.value.rows?.rows ?? []).map(({ id }) => id);
  const next = nextCell(editable, ids, from, step);
  if (next === undefined) return false;
  const row = { type: resource.type, id: next.id };
  startEdit(row, next.field.name);
  // A cell that could not be saved is still open.
  focusIn(document.getElementById(cellFormId(row, next.field.name)));
  return true;
}

/** Focuses the input of a cell. */
export function focusIn(form: HTMLElement | null): void {
  const input = form?.querySelector<HTMLElement>('input, textarea, select');
  input?.focus();
  if (input instanceof HTMLInputElement || input instanceof HTMLTextAreaElement) input.select();
}
