// The answer to an allowed write must show its result as the actor sees it, and nothing else.
import { isDeepStrictEqual } from 'node:util';
import type { ResourceType } from '#domain/schema';
import { resources } from '#test/support/model';
import { nameOf, relatedTo, rowOf, type Row, type State } from './ledger-rows.ts';
import { endNamed, inStorage } from './ledger-schema.ts';
import { sees, type LedgerActor } from './ledger-policies.ts';

export interface Shown {
  readonly actor: LedgerActor;
  /** The state after the write. */
  readonly state: State;
  readonly result: { readonly type: ResourceType; readonly id: string } | undefined;
}

/** The form of an answer. */
export interface ShownForm {
  /** True if it has no data, as the result of an operation on a relationship. */
  readonly isEmpty: boolean;
  /** The relationship whose resources are included. */
  readonly included: string | undefined;
}

export function shownFaults(
  shown: Shown,
  answer: { readonly data?: unknown; readonly included?: unknown },
  { isEmpty, included }: ShownForm,
): readonly string[] {
  if (shown.result === undefined) return answer.data === undefined ? [] : ['shows what is deleted'];
  if (isEmpty) return answer.data === undefined ? [] : ['shows data'];
  const strange = answer.included === undefined ? [] : ['includes something'];
  return [
    ...(isAlike(shown, answer.data) ? [] : ['shows other data than it should']),
    ...(included === undefined ? strange : includedFaults(shown, included, answer.included)),
  ];
}

/** True if the data is the result as the actor sees it. */
function isAlike({ actor, state, result }: Shown, data: unknown): boolean {
  const row = result && rowOf(state, result.type, result.id);
  if (row === undefined || !isResource(data)) return false;
  const { attributes, relationships } = data;
  return (
    data.type === row.type &&
    data.id === row.id &&
    isDeepStrictEqual(unstamped(row, attributes), unstamped(row, attributesOf(row))) &&
    Object.entries(relationships).every(
      ([name, { data: linkage }]) =>
        (linkage === undefined && isSometimesShown(row, name)) ||
        isDeepStrictEqual(linkage, linkageOf(row, name, actor, state)),
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

function isSometimesShown({ type }: Row, name: string): boolean {
  const field = resources[type].fields[name];
  return field?.kind === 'relationship' && field.linkage === 'when included';
}

/** Without what the service sets by its own clock. */
function unstamped({ type }: Row, attributes: object): object {
  const { fields } = resources[type];
  const isStamp = (name: string): boolean => {
    const field = fields[name];
    return field?.kind === 'attribute' && field.declared === undefined && field.stored !== undefined;
  };
  return Object.fromEntries(Object.entries(attributes).filter(([name]) => !isStamp(name)));
}

function attributesOf({ type, attributes }: Row): object {
  const stored = inStorage(type, attributes);
  return Object.fromEntries(
    Object.entries(resources[type].fields).flatMap(([name, field]) =>
      field.kind === 'attribute' && field.output !== undefined ? [[name, field.output.render(stored)] as const] : [],
    ),
  );
}

function linkageOf(row: Row, name: string, actor: LedgerActor, state: State): unknown {
  const linked = linkedRows(row, name, actor, state).map(({ type, id }) => ({ type, id }));
  return endNamed(row.type, name).isMany ? linked : (linked[0] ?? null);
}

function linkedRows(row: Row, name: string, actor: LedgerActor, state: State): readonly Row[] {
  return relatedTo(state, endNamed(row.type, name), row)
    .filter(({ type, id }) => sees(actor, type, id, state))
    .toSorted((one, other) => Number(one.id) - Number(other.id));
}

function includedFaults({ actor, state, result }: Shown, name: string, included: unknown): readonly string[] {
  const row = result && rowOf(state, result.type, result.id);
  if (row === undefined || !Array.isArray(included)) return ['includes nothing'];
  const resources: readonly unknown[] = included;
  const linked = linkedRows(row, name, actor, state);
  const found = resources.filter(isResource).map(nameIn);
  return isDeepStrictEqual(found, linked.map(nameOf)) &&
    resources.every((each, index) => isAlike({ actor, state, result: linked[index] }, each))
    ? []
    : [`includes ${String(found)} instead of ${String(linked.map(nameOf))}`];
}

function nameIn({ type, id }: Resource): string {
  return `${type} ${id}`;
}
