import type { Field } from './api.ts';

/** A cell of the list: a field of a resource. */
export interface CellPlace {
  readonly id: string;
  readonly field: Field;
}

/**
 * The next or previous editable cell, row by row; undefined at either end.
 * @param editable the editable columns
 * @param ids of the rows
 */
export function nextCell(
  editable: readonly Field[],
  ids: readonly string[],
  from: CellPlace,
  step: 1 | -1,
): CellPlace | undefined {
  const column = editable.findIndex(({ name }) => name === from.field.name);
  const place = ids.indexOf(from.id) * editable.length + column + step;
  const field = editable[place % editable.length];
  const id = ids[Math.floor(place / editable.length)];
  return field === undefined || id === undefined ? undefined : { id, field };
}
