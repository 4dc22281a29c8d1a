// The ledger's own computation of the changes that a write makes if it is allowed.
import { type RowType, computersOf, nameOf, rowOf, type Row, type State } from '../support/stored-rows.ts';
import { sees, type Action, type LedgerActor } from './ledger-policies.ts';
import type { Values, Write } from './ledger-writes.ts';

/** A computer that gets another owner. */
export interface Moved {
  readonly computer: string;
  readonly from: string | null;
  readonly to: string | null;
  /** Where the write names the computer or the owner, as a pointer; undefined: nowhere. */
  readonly at: string | undefined;
}

export interface Change {
  readonly action: Exclude<Action, 'read'>;
  /** The existing row that the write is about. */
  readonly target: Row | undefined;
  /** Of the target, or of the row that is added. */
  readonly attributes: Values;
  readonly added: Row | undefined;
  readonly moves: readonly Moved[];
}

/** Resources that a write would link, by pointer. */
export interface Linked {
  readonly type: RowType;
  readonly id: string;
  readonly at: string;
}

export function linkedBy(write: Write): readonly Linked[] {
  const computers = (ids: readonly string[] = [], at: string): readonly Linked[] =>
    [...new Set(ids)].map((id) => ({ type: 'computer', id, at: `${at}/${ids.indexOf(id)}` }));
  const owner = (id: string | null | undefined, at: string): readonly Linked[] =>
    typeof id === 'string' ? [{ type: 'person', id, at }] : [];
  switch (write.kind) {
    case 'create person':
    case 'update person':
    case 'update owner':
      return computers(write.computers, SET);
    case 'create computer':
    case 'update computer':
      return owner(write.owner, OWNER);
    case 'link':
    case 'replace':
      return computers(write.computers, '/data');
    case 'assign':
    case 'reassign':
      return owner(write.owner, '/data');
    case 'create related':
    case 'unlink':
    case 'unassign':
    case 'delete person':
    case 'delete computer':
    case 'delete owner':
      return [];
  }
}

export const SET = '/data/relationships/computers/data';
export const OWNER = '/data/relationships/owner/data';

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
  const set = (computers: readonly string[], to: string, at: string): readonly Moved[] =>
    [...new Set(computers)].flatMap((id) => move(id, to, `${at}/${computers.indexOf(id)}`));
  const move = (id: string, to: string | null, at: string | undefined): readonly Moved[] => {
    const from = rowOf(state, 'computer', id)?.owner ?? null;
    return from === to ? [] : [{ computer: id, from, to, at }];
  };
  /** The computers of a person that the actor sees. */
  const members = (of: string): readonly string[] =>
    computersOf(state, of)
      .map(({ id }) => id)
      .filter((id) => sees(actor, 'computer', id, state));
  const replaced = (computers: readonly string[] | undefined, of: string, at: string): readonly Moved[] =>
    computers === undefined
      ? []
      : [
          ...members(of).flatMap((id) => (computers.includes(id) ? [] : move(id, null, undefined))),
          ...set(computers, of, at),
        ];
  /** A hidden owner stays if the new one is nobody. */
  const owned = (computer: Row, owner: string | null | undefined, at: string): readonly Moved[] => {
    const isHidden = computer.owner !== null && !sees(actor, 'person', computer.owner, state);
    return owner === undefined || (owner === null && isHidden) ? [] : move(computer.id, owner, at);
  };
  const added = (type: RowType, attributes: Values): Row => {
    const unset = type === 'person' ? { name: null, email: null, birth_date: null } : { serial: null };
    return { type, id: newId, attributes: { ...unset, ...attributes }, owner: null, version: 1 };
  };
  const changed = (moves: readonly Moved[], attributes: Values = {}): Change => ({
    action: 'update',
    target,
    attributes,
    added: undefined,
    moves,
  });
  const created = (type: RowType, attributes: Values, moves: readonly Moved[]): Change => {
    return { action: 'create', target, attributes, added: added(type, attributes), moves };
  };
  const { id = '' } = target ?? {};
  switch (write.kind) {
    case 'create person':
      return created('person', write.attributes, set(write.computers ?? [], newId, SET));
    case 'create computer':
      return created('computer', write.attributes, move(newId, write.owner ?? null, OWNER));
    case 'create related':
      return created('computer', write.attributes, move(newId, id, undefined));
    case 'update person':
    case 'update owner':
      return changed(replaced(write.computers, id, SET), write.attributes);
    case 'update computer':
      return changed(target === undefined ? [] : owned(target, write.owner, OWNER), write.attributes);
    case 'link':
      return changed(set(write.computers, id, '/data'));
    case 'replace':
      return changed(replaced(write.computers, id, '/data'));
    case 'unlink':
      return changed(
        [...new Set(write.computers)]
          .filter((each) => members(id).includes(each))
          .flatMap((each) => move(each, null, `/data/${write.computers.indexOf(each)}`)),
      );
    case 'assign':
    case 'reassign':
      return changed(target === undefined ? [] : owned(target, write.owner, '/data'));
    case 'unassign': {
      const isOwner = write.owner === null || write.owner === target?.owner;
      return changed(target === undefined || !isOwner ? [] : owned(target, null, '/data'));
    }
    case 'delete person':
    case 'delete computer':
    case 'delete owner':
      return { action: 'delete', target, attributes: {}, added: undefined, moves: [] };
  }
}

/** The state after a change, with the next version of each row that it stores. */
export function stateAfter(state: State, { action, target, attributes, added, moves }: Change): State {
  const rows = new Map(state);
  const next = new Map<string, Row>();
  const change = (row: Row | undefined, changes: Partial<Row> = {}): void => {
    if (row === undefined) return;
    const known = next.get(nameOf(row)) ?? { ...row, version: row.version + 1 };
    next.set(nameOf(row), { ...known, ...changes });
  };
  if (action === 'delete' && target !== undefined) {
    rows.delete(nameOf(target));
    for (const computer of target.type === 'person' ? computersOf(state, target.id) : [])
      change(computer, { owner: null });
    if (target.owner !== null) change(rowOf(state, 'person', target.owner));
  }
  if (added !== undefined) rows.set(nameOf(added), added);
  const isChanged = Object.entries(attributes).some(([name, value]) => target?.attributes[name] !== value);
  if (action === 'update' && target !== undefined && isChanged)
    change(target, { attributes: { ...target.attributes, ...attributes } });
  for (const { computer, from, to } of moves) {
    // A computer created with an owner is stored once, so its version is still 1.
    if (added?.type === 'computer') rows.set(nameOf(added), { ...added, owner: to });
    else change(rowOf(rows, 'computer', computer), { owner: to });
    for (const id of [from, to]) if (id !== null) change(rowOf(rows, 'person', id));
  }
  return new Map([...rows, ...next]);
}
