// The answer to an allowed write must show its result as the actor sees it, and nothing else.
import { isDeepStrictEqual } from 'node:util';
import { type RowType, computersOf, nameOf, rowOf, type Row, type State } from '../support/stored-rows.ts';
import { sees, type LedgerActor } from './ledger-policies.ts';
import type { Write } from './ledger-writes.ts';

export interface Shown {
  readonly actor: LedgerActor;
  /** The state after the write. */
  readonly state: State;
  readonly write: Write;
  readonly result: { readonly type: RowType; readonly id: string } | undefined;
}

/** @param form results of operations on relationships have no data; `includes` is true if the request asked for related resources */
export function shownFaults(
  shown: Shown,
  answer: { readonly data?: unknown; readonly included?: unknown },
  { isOperation, includes }: { readonly isOperation: boolean; readonly includes: boolean },
): readonly string[] {
  const { write, result } = shown;
  if (result === undefined) return answer.data === undefined ? [] : ['shows what is deleted'];
  const isLinkage = ['link', 'replace', 'unlink', 'assign', 'reassign', 'unassign'].includes(write.kind);
  if (isLinkage && isOperation) return answer.data === undefined ? [] : ['shows data'];
  const included =
    isLinkage || includes
      ? includedFaults(shown, answer.included)
      : answer.included === undefined
        ? []
        : ['includes something'];
  return [...(isAlike(shown, answer.data) ? [] : ['shows other data than it should']), ...included];
}

/** True if the data is the result as the actor sees it. */
function isAlike({ actor, state, result }: Shown, data: unknown): boolean {
  const row = result && rowOf(state, result.type, result.id);
  if (row === undefined || !isResource(data)) return false;
  const { attributes, relationships } = data;
  return (
    data.type === row.type &&
    data.id === row.id &&
    isDeepStrictEqual(attributes, attributesOf(row)) &&
    Object.entries(relationships).every(
      ([name, { data: linkage }]) =>
        (linkage === undefined && name === 'owner') || isDeepStrictEqual(linkage, linkageOf(row, name, actor, state)),
    )
  );
}

interface Resource {
  readonly type: string;
  readonly id: string;
  readonly attributes: object;
  readonly relationships: Readonly<Record<string, { readonly data?: unknown }>>;
}

function isResource(data: unknown): data is Resource {
  return typeof data === 'object' && data !== null && 'attributes' in data && 'relationships' in data;
}

function attributesOf({ type, attributes }: Row): object {
  const { name, email = null, birth_date: birthDate, serial } = attributes;
  if (type === 'computer') return { serial };
  const shouted = (name ?? '').toUpperCase();
  return { birth_date: birthDate, display_name: email === null ? shouted : `${shouted} <${email}>` };
}

function linkageOf(row: Row, name: string, actor: LedgerActor, state: State): unknown {
  const linked = linkedRows(row, name, actor, state).map(({ type, id }) => ({ type, id }));
  return name === 'owner' ? (linked[0] ?? null) : linked;
}

function linkedRows(row: Row, name: string, actor: LedgerActor, state: State): readonly Row[] {
  const owner = row.owner === null ? undefined : rowOf(state, 'person', row.owner);
  const all = name === 'owner' ? (owner === undefined ? [] : [owner]) : computersOf(state, row.id);
  return all
    .filter(({ type, id }) => sees(actor, type, id, state))
    .toSorted((one, other) => Number(one.id) - Number(other.id));
}

function includedFaults({ actor, state, result }: Shown, included: unknown): readonly string[] {
  const row = result && rowOf(state, result.type, result.id);
  if (row === undefined || !Array.isArray(included)) return ['includes nothing'];
  const resources: readonly unknown[] = included;
  const linked = linkedRows(row, row.type === 'person' ? 'computers' : 'owner', actor, state);
  const found = resources.filter(isResource).map(nameIn);
  return isDeepStrictEqual(found, linked.map(nameOf)) &&
    resources.every((each, index) => isAlike({ ...nothingWritten, actor, state, result: linked[index] }, each))
    ? []
    : [`includes ${String(found)} instead of ${String(linked.map(nameOf))}`];
}

function nameIn({ type, id }: Resource): string {
  return `${type} ${id}`;
}

const nothingWritten = { write: { kind: 'delete person', of: '' } } as const;
