// The ledger's own computation of the rows that a deletion removes, and of those that prevent it.
import { itemsOf, nameOf, type Row, type State } from './ledger-rows.ts';
import { links } from './ledger-schema.ts';

/** The row, and those that are deleted along with it. */
export function removedWith(state: State, target: Row): readonly Row[] {
  const removed = [target];
  for (const row of removed)
    for (const link of links.filter(({ holder, onDelete }) => holder === row.type && onDelete === 'cascade'))
      removed.push(
        ...itemsOf(state, link, row.id).filter((item) => !removed.some((each) => nameOf(each) === nameOf(item))),
      );
  return removed;
}

/** True if an item that stays prevents the deletion of rows. */
export function isHeld(state: State, removed: readonly Row[]): boolean {
  const names = removed.map(nameOf);
  return links
    .filter(({ onDelete }) => onDelete === 'refuse')
    .some((link) =>
      removed.some(
        ({ type, id }) =>
          link.holder === type && itemsOf(state, link, id).some((item) => !names.includes(nameOf(item))),
      ),
    );
}
