import type { CursorPage, Position, Walk } from '../../application/model/query.ts';
import type { Entity } from '../../domain/entity.ts';
import type { RowOrder } from './sort.ts';

/** The rows of a cursor page. */
export function walkRows(
  sorted: readonly Entity[],
  { size, direction, position }: CursorPage,
  order: RowOrder,
): { readonly rows: readonly Entity[]; readonly walk: Walk } {
  const isForward = direction === 'after';
  const start =
    position === undefined ? (isForward ? 0 : sorted.length) : boundaryOf(sorted, position, isForward, order);
  const rows = isForward ? sorted.slice(start, start + size) : sorted.slice(Math.max(0, start - size), start);
  const hasMore = isForward ? start + size < sorted.length : start > size;
  return { rows, walk: { positions: rows.map(order.positionOf), hasMore } };
}

/** The number of rows before a position; a row exactly there counts if it `isPassed`. */
function boundaryOf(
  sorted: readonly Entity[],
  position: Position,
  isPassed: boolean,
  { positionOf, compare }: RowOrder,
): number {
  const found = sorted.findIndex((row) => {
    const side = compare(positionOf(row), position);
    return isPassed ? side > 0 : side >= 0;
  });
  return found < 0 ? sorted.length : found;
}
