// The ledger's own computation of the changes that a write makes if it is allowed.
import type { ResourceType } from '#domain/schema';
import { holderOf, itemsOf, nameOf, rowOf, type Row, type State } from './ledger-rows.ts';
import { attributesOf, endNamed, links, type End, type Link, type Values } from './ledger-schema.ts';
import { sees, type Action, type LedgerActor } from './ledger-policies.ts';
import { changedType, type Linkage, type Write } from './ledger-writes.ts';

/** An item that gets another holder. */
export interface Moved {
  readonly link: Link;
  readonly item: string;
  readonly from: string | null;
  readonly to: string | null;
  /** Where the write names the item or the holder, as a pointer; undefined: nowhere. */
  readonly at: string | undefined;
  /** The pointer to the linkage that moves it; undefined: the path does. */
  readonly by: string | undefined;
}

export interface Change {
  readonly action: Exclude<Action, 'read'>;
  /** The existing row that the write is about. */
  readonly target: Row | undefined;
  /** Of the target, or of the row that is added. */
  readonly attributes: Values;
  readonly added: Row | undefined;
  readonly moves: readonly Moved[];
  /** Pointers to the values that the document gives to the target or the added row, by field. */
  readonly named: Readonly<Record<string, string>>;
  /** The target of a deletion, and what is deleted along with it. */
  readonly removed: readonly Row[];
}

/** Resources that a write would link, by pointer. */
export interface Linked {
  readonly type: ResourceType;
  readonly id: string;
  readonly at: string;
}

/** The linkage that a write sends, and where. */
interface Sent {
  readonly end: End;
  readonly linked: Linkage[string];
  readonly at: string;
}

function sentBy(write: Write): readonly Sent[] {
  if ('linkage' in write)
    return Object.entries(write.linkage).map(([name, linked]) => ({
      end: endNamed(changedType(write), name),
      linked,
      at: `/data/relationships/${name}/data`,
    }));
  if ('items' in write)
    return [{ end: endNamed(write.link.holder, write.link.many), linked: write.items, at: '/data' }];
  if (!('holder' in write)) return [];
  return [{ end: endNamed(write.link.item, write.link.one), linked: write.holder, at: '/data' }];
}

export function linkedBy(write: Write): readonly Linked[] {
  if (write.kind === 'unlink' || write.kind === 'unassign') return [];
  return sentBy(write).flatMap(({ end: { to }, linked, at }): readonly Linked[] => {
    if (linked === null) return [];
    if (typeof linked === 'string') return [{ type: to, id: linked, at }];
    return [...new Set(linked)].map((id) => ({ type: to, id, at: `${at}/${linked.indexOf(id)}` }));
  });
}

/**
 * @param target the row at the end of the path
 * @param newId the identifier of the row that is added
 */
export function changeOf(
  write: Write,
  target: Row | undefined,
  newId: string,
  { actor, state }: { readonly actor: LedgerActor; readonly state: State },
): Change {
  const move = (link: Link, item: string, to: string | null, where: Pick<Moved, 'at' | 'by'>): readonly Moved[] => {
    const from = rowOf(state, link.item, item)?.targets[link.one] ?? null;
    return from === to ? [] : [{ link, item, from, to, ...where }];
  };
  /** The items of a holder that the actor sees. */
  const members = (link: Link, holder: string): readonly string[] =>
    itemsOf(state, link, holder)
      .map(({ id }) => id)
      .filter((id) => sees(actor, link.item, id, state));
  const set = (link: Link, items: readonly string[], to: string | null, of: readonly string[], by: string) =>
    [...new Set(items)].flatMap((id) => move(link, id, to, { at: `${by}/${of.indexOf(id)}`, by }));
  /** A hidden holder stays if the new one is nobody. */
  const held = (link: Link, item: Row, holder: string | null, by: string): readonly Moved[] => {
    const present = item.targets[link.one] ?? null;
    const isHidden = present !== null && !sees(actor, link.holder, present, state);
    return holder === null && isHidden ? [] : move(link, item.id, holder, { at: by, by });
  };
  const relinked = (row: Row): readonly Moved[] =>
    sentBy(write).flatMap(({ end: { link }, linked, at }) => {
      if (linked === null || typeof linked === 'string') return held(link, row, linked, at);
      const dropped = members(link, row.id).filter((id) => !linked.includes(id));
      return [
        ...dropped.flatMap((id) => move(link, id, null, { at: undefined, by: at })),
        ...set(link, linked, row.id, linked, at),
      ];
    });
  const attributes = 'attributes' in write ? write.attributes : {};
  const named = Object.fromEntries([
    ...Object.keys(attributes).map((name) => [name, `/data/attributes/${name}`] as const),
    ...sentBy(write).flatMap(({ end, linked, at }) => (typeof linked === 'string' ? [[end.name, at] as const] : [])),
  ]);
  const changed = (moves: readonly Moved[]): Change => ({
    action: 'update',
    target,
    attributes,
    added: undefined,
    moves,
    named,
    removed: [],
  });
  const nothing = { target, attributes, added: undefined, moves: [], named, removed: [] };
  switch (write.kind) {
    case 'create':
    case 'create related': {
      const parent = write.kind === 'create related' ? { [write.link.one]: write.of } : {};
      const added = newRow(changedType(write), newId, write, parent);
      const inPath = write.kind === 'create related' ? move(write.link, newId, write.of, NOWHERE) : [];
      return {
        action: 'create',
        target,
        attributes,
        added,
        moves: [...relinked({ ...added, targets: {} }), ...inPath],
        named,
        removed: [],
      };
    }
    case 'update':
    case 'update related':
    case 'replace':
    case 'assign':
    case 'reassign':
      return target === undefined ? { ...nothing, action: 'update' } : changed(relinked(target));
    case 'link':
      return changed(set(write.link, write.items, write.of, write.items, '/data'));
    case 'unlink': {
      const present = members(write.link, write.of);
      const leaving = write.items.filter((each) => present.includes(each));
      return changed(set(write.link, leaving, null, write.items, '/data'));
    }
    case 'unassign': {
      const isHolder = write.holder === null || write.holder === target?.targets[write.link.one];
      return changed(target === undefined || !isHolder ? [] : held(write.link, target, null, '/data'));
    }
    case 'delete':
    case 'delete related':
      return { ...nothing, action: 'delete', removed: target === undefined ? [] : removedWith(state, target) };
  }
}

/** The row, and those that are deleted along with it. */
function removedWith(state: State, target: Row): readonly Row[] {
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

const NOWHERE = { at: undefined, by: undefined };

function newRow(
  type: ResourceType,
  id: string,
  { attributes, linkage }: { readonly attributes: Values; readonly linkage: Linkage },
  parent: Row['targets'],
): Row {
  const unset = Object.fromEntries(attributesOf(type).map(({ name, standard }) => [name, standard]));
  const targets = links.flatMap(({ item, one }) => {
    const linked = linkage[one] ?? null;
    return item === type ? [[one, typeof linked === 'string' ? linked : null] as const] : [];
  });
  return {
    type,
    id,
    attributes: { ...unset, ...attributes },
    targets: { ...Object.fromEntries(targets), ...parent },
    version: 1,
  };
}

/** The state after a change, with the next version of each row that it stores. */
export function stateAfter(state: State, { action, target, attributes, added, moves, removed }: Change): State {
  const rows = new Map(state);
  const next = new Map<string, Row>();
  const change = (row: Row | undefined, changes: Partial<Pick<Row, 'attributes' | 'targets'>> = {}): void => {
    if (row === undefined) return;
    const known = next.get(nameOf(row)) ?? { ...row, version: row.version + 1 };
    const targets = { ...known.targets, ...changes.targets };
    next.set(nameOf(row), { ...known, ...changes, targets });
  };
  const names = new Set(removed.map(nameOf));
  const stays = (row: Row | undefined): row is Row => row !== undefined && !names.has(nameOf(row));
  for (const row of removed) {
    rows.delete(nameOf(row));
    for (const link of links) {
      if (link.holder === row.type)
        for (const item of itemsOf(state, link, row.id).filter(stays)) change(item, { targets: { [link.one]: null } });
      const holder = link.item === row.type ? holderOf(state, link, row) : undefined;
      if (stays(holder)) change(holder);
    }
  }
  if (added !== undefined) rows.set(nameOf(added), added);
  const isChanged = Object.entries(attributes).some(([name, value]) => target?.attributes[name] !== value);
  if (action === 'update' && target !== undefined && isChanged)
    change(target, { attributes: { ...target.attributes, ...attributes } });
  for (const { link, item, from, to } of moves) {
    const row = rowOf(rows, link.item, item);
    // An item created with a holder is stored once, so its version is still 1.
    const isAdded = row !== undefined && added !== undefined && nameOf(row) === nameOf(added);
    if (!isAdded) change(row, { targets: { [link.one]: to } });
    for (const id of [from, to]) if (id !== null) change(rowOf(rows, link.holder, id));
  }
  return new Map([...rows, ...next]);
}
