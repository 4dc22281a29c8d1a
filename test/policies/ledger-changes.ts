// The ledger's own computation of the changes that a write makes if it is allowed.
import type { ResourceType } from '#domain/schema';
import { removedWith } from './ledger-removal.ts';
import { relatedTo, rowOf, type Row, type State } from './ledger-rows.ts';
import { attributesOf, endNamed, links, type End, type Link, type Values } from './ledger-schema.ts';
import { sees, type Action, type LedgerActor } from './ledger-policies.ts';
import { changedType, relinkedBy, type Linkage, type Write } from './ledger-writes.ts';

/** An item that gains, changes or loses a holder. */
export interface Moved {
  readonly link: Link;
  readonly item: string;
  readonly from: string | null;
  readonly to: string | null;
  /** The pointer to where the write names the other row; undefined if it does not. */
  readonly at: string | undefined;
  /** The pointer to the linkage that moves it; undefined if the path moves it. */
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
  if ('items' in write) return [{ end: write.end, linked: write.items, at: '/data' }];
  return 'holder' in write ? [{ end: write.end, linked: write.holder, at: '/data' }] : [];
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
  /** Links a row to others, or ends its links to them. */
  const move = (
    { end, linked, at }: Sent,
    id: string,
    others: readonly string[],
    isLinked: boolean,
  ): readonly Moved[] =>
    [...new Set(others)].flatMap((other) => {
      const { link, isOfItem } = end;
      const [item, holder] = isOfItem ? [id, other] : [other, id];
      const holders = rowOf(state, link.item, item)?.targets[link.ofItem] ?? [];
      if (holders.includes(holder) === isLinked) return [];
      // An item that can have many holders keeps the others.
      const [left = null] = link.isManyToMany ? [] : holders;
      const places = isLinked ? { from: left, to: holder } : { from: holder, to: null };
      return [{ link, item, ...places, at: placeIn(linked, other, at), by: at }];
    });
  /** The identifiers of the related rows that the actor sees. */
  const members = (end: End, row: Row): readonly string[] =>
    relatedTo(state, end, row)
      .filter(({ type, id }) => sees(actor, type, id, state))
      .map(({ id }) => id);
  /** Links to hidden rows stay, unless the write sets a to-one relationship to another row. */
  const relinked = (row: Row): readonly Moved[] =>
    sentBy(write).flatMap((sent, _, all) => {
      const { end, linked } = sent;
      const wanted = [linked ?? []].flat();
      const dropped = typeof linked === 'string' ? [] : members(end, row).filter((id) => !wanted.includes(id));
      // If the document sends both sides, the item's side decides whether the row is its own holder.
      const isSaid = !end.isOfItem && all.some((other) => other.end.link === end.link && other.end.isOfItem);
      const isMeant = (id: string): boolean => !isSaid || id !== row.id;
      return [
        ...move(sent, row.id, dropped.filter(isMeant), false),
        ...move(sent, row.id, wanted.filter(isMeant), true),
      ];
    });
  const attributes = 'attributes' in write ? write.attributes : {};
  const named = Object.fromEntries([
    ...Object.keys(attributes).map((name) => [name, `/data/attributes/${name}`] as const),
    ...sentBy(write).flatMap(({ end, linked, at }) => (typeof linked === 'string' ? [[end.name, at] as const] : [])),
  ]);
  const nothing = { action: 'update', target, attributes, added: undefined, moves: [], named, removed: [] } as const;
  const [sent] = sentBy(write);
  switch (write.kind) {
    case 'create':
    case 'create related': {
      const added = newRow(changedType(write), newId, write.attributes, relinkedBy(write));
      const moves = relinked({ ...added, targets: {} });
      return { ...nothing, action: 'create', added, moves: [...moves, ...movesByPath(write, newId, moves)] };
    }
    case 'update':
    case 'update related':
    case 'replace':
    case 'assign':
    case 'reassign':
      return { ...nothing, moves: target === undefined ? [] : relinked(target) };
    case 'link':
      return { ...nothing, moves: sent === undefined ? [] : move(sent, write.of, write.items, true) };
    case 'unlink':
    case 'unassign': {
      const present = target === undefined ? [] : members(write.end, target);
      const isMeant = (id: string): boolean =>
        'items' in write ? write.items.includes(id) : write.holder === null || write.holder === id;
      return { ...nothing, moves: sent === undefined ? [] : move(sent, write.of, present.filter(isMeant), false) };
    }
    case 'delete':
    case 'delete related':
      return { ...nothing, action: 'delete', removed: target === undefined ? [] : removedWith(state, target) };
  }
}

/** The pointer to an identifier in linkage; undefined if the linkage does not contain it. */
function placeIn(linked: Linkage[string], id: string, at: string): string | undefined {
  if (linked === null || typeof linked === 'string') return at;
  const index = linked.indexOf(id);
  return index < 0 ? undefined : `${at}/${index}`;
}

/** The link between the created row and the row in the path, unless the document names it as well. */
function movesByPath(write: Write, newId: string, sent: readonly Moved[]): readonly Moved[] {
  if (write.kind !== 'create related') return [];
  const { link, isOfItem } = write.end;
  const [item, holder] = isOfItem ? [write.of, newId] : [newId, write.of];
  const isSent = sent.some((move) => move.link === link && move.item === item && move.to === holder);
  return isSent ? [] : [{ link, item, from: null, to: holder, at: undefined, by: undefined }];
}

/** @param linkage the rows that the creation links to the new row */
function newRow(type: ResourceType, id: string, attributes: Values, linkage: Linkage): Row {
  const unset = Object.fromEntries(attributesOf(type).map(({ name, standard }) => [name, standard]));
  const targets = links.flatMap(({ item, ofItem }) =>
    item === type ? [[ofItem, [...new Set([linkage[ofItem] ?? []].flat())]] as const] : [],
  );
  return { type, id, attributes: { ...unset, ...attributes }, targets: Object.fromEntries(targets), version: 1 };
}
