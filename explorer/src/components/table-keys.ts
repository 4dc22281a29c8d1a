// Keys in the table.
import type { Resource } from '../model/api.ts';
import { editableOf } from '../model/fields.ts';
import { actionIn, type ActionIn } from '../model/keys.ts';
import type { CellPlace } from '../model/next-cell.ts';
import { chosenColumns } from '../model/requests.ts';
import { startEdit } from '../state/cell-edit.ts';
import { list } from '../state/list.ts';
import { go, question } from '../state/question.ts';

/** The row and column of a cell, from 0. */
type Place = readonly [row: number, column: number];

type Move = Exclude<ActionIn<'list'>, 'enter' | 'edit'>;

const moves: Readonly<Record<Move, (place: Place, last: number) => Place>> = {
  up: ([row, column]) => [row - 1, column],
  down: ([row, column]) => [row + 1, column],
  left: ([row, column]) => [row, column - 1],
  right: ([row, column]) => [row, column + 1],
  first: ([, column]) => [0, column],
  last: ([, column], last) => [last, column],
};

export function pressInTable(event: KeyboardEvent & { readonly currentTarget: Element }, resource: Resource): void {
  const { target, currentTarget } = event;
  const action = actionIn('list', event);
  // Other controls in the cells have keys of their own.
  if (action === undefined || !(target instanceof Element) || !target.matches('.cell, .row-link')) return;
  const cells = [...currentTarget.querySelectorAll('.row')].map((row) => [...row.querySelectorAll('.cell')]);
  const row = cells.findIndex((line) => line.some((cell) => cell.contains(target)));
  const column = cells[row]?.findIndex((cell) => cell.contains(target)) ?? -1;
  if (action === 'enter' || action === 'edit') {
    if (enter(resource, [row, column], action, target.matches('.row-link'))) event.preventDefault();
    return;
  }
  const [toRow, toColumn] = moves[action]([row, column], cells.length - 1);
  const to = cells[toRow]?.[toColumn];
  if (to === undefined) return;
  event.preventDefault();
  const focused = to.querySelector('.row-link') ?? to;
  if (focused instanceof HTMLElement) focused.focus();
}

/** @returns false if the browser has to handle the key */
function enter(resource: Resource, [row, column]: Place, action: 'enter' | 'edit', isLink: boolean): boolean {
  // The browser follows a link.
  if (action === 'enter' && isLink) return false;
  const at = cellAt(resource, row, column);
  if (at === undefined) return false;
  const columns = chosenColumns(resource, question.value);
  const editable = editableOf(resource, columns);
  const field = columns.slice(column).find((one) => editable.includes(one));
  if (field !== undefined && (action === 'edit' || field === at.field))
    startEdit({ type: resource.type, id: at.id }, field.name);
  else if (action === 'enter') void go({ open: { type: resource.type, id: at.id } });
  return true;
}

function cellAt(resource: Resource, row: number, column: number): CellPlace | undefined {
  const id = list.value.rows?.rows[row]?.id;
  const field = chosenColumns(resource, question.value)[column];
  return id === undefined || field === undefined ? undefined : { id, field };
}
