// The ledger's own computation of the rows after a change.
import type { Change } from './ledger-changes.ts';
import { holdersOf, itemsOf, nameOf, rowOf, type Row, type State, type Targets } from './ledger-rows.ts';
import { links } from './ledger-schema.ts';

/** The state after a change, with the next version of each row that it stores. */
export function stateAfter(state: State, { action, target, attributes, added, moves, removed }: Change): State {
  const rows = new Map(state);
  const next = new Map<string, Row>();
  const change = (row: Row | undefined, changed: (known: Row) => Partial<Row> = () => ({})): void => {
    if (row === undefined) return;
    const known = next.get(nameOf(row)) ?? { ...row, version: row.version + 1 };
    next.set(nameOf(row), { ...known, ...changed(known) });
  };
  const names = new Set(removed.map(nameOf));
  const stays = (row: Row): boolean => !names.has(nameOf(row));
  for (const row of removed) {
    rows.delete(nameOf(row));
    for (const link of links) {
      if (link.holder === row.type)
        for (const item of itemsOf(state, link, row.id).filter(stays))
          change(item, ({ targets }) => ({ targets: moved(targets, link.ofItem, row.id, null) }));
      if (link.item === row.type) for (const holder of holdersOf(state, link, row).filter(stays)) change(holder);
    }
  }
  if (added !== undefined) rows.set(nameOf(added), added);
  const isChanged = Object.entries(attributes).some(([name, value]) => target?.attributes[name] !== value);
  if (action === 'update' && target !== undefined && isChanged)
    change(target, (known) => ({ attributes: { ...known.attributes, ...attributes } }));
  for (const { link, item, from, to } of moves) {
    const row = rowOf(rows, link.item, item);
    // An item created with a holder is stored once, so its version is still 1.
    const isAdded = row !== undefined && added !== undefined && nameOf(row) === nameOf(added);
    if (!isAdded) change(row, ({ targets }) => ({ targets: moved(targets, link.ofItem, from, to) }));
    for (const id of [from, to]) if (id !== null) change(rowOf(rows, link.holder, id));
  }
  return new Map([...rows, ...next]);
}

function moved(targets: Targets, relationship: string, from: string | null, to: string | null): Targets {
  const kept = (targets[relationship] ?? []).filter((id) => id !== from && id !== to);
  return { ...targets, [relationship]: to === null ? kept : [...kept, to] };
}
