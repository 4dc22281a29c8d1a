// The filter as the builder edits it. Conditions may be incomplete, which filters of the API never are.
import type { Api, Operator, Resource } from './api.ts';
import type { Json } from './json.ts';
import type { Value } from './kinds.ts';
import { offered } from './text-ways.ts';

export type FilterNode = Group | Condition | Raw;

/** `negated` turns `and` into "not all", and `or` into "none". */
export interface Group {
  readonly kind: 'group';
  readonly key: number;
  readonly join: 'and' | 'or';
  readonly negated: boolean;
  readonly members: readonly FilterNode[];
}

export interface Condition {
  readonly kind: 'condition';
  readonly key: number;
  /** A field, or one of a related resource: `owner__birth_date`. */
  readonly path: string;
  /** An operator of the API, or a way from text-ways.ts. */
  readonly op: string;
  readonly operand: Operand;
}

/** A filter that the builder cannot show, kept unchanged. */
export interface Raw {
  readonly kind: 'raw';
  readonly key: number;
  readonly json: Json;
}

/** Values are undefined until they are entered. */
export type Operand =
  | { readonly kind: 'value'; readonly value: Value | undefined }
  | { readonly kind: 'unset' }
  | { readonly kind: 'field'; readonly field: string | undefined }
  | { readonly kind: 'range'; readonly low: Value | undefined; readonly high: Value | undefined }
  | { readonly kind: 'list'; readonly values: readonly Value[] }
  | { readonly kind: 'filter'; readonly group: Group };

let lastKey = 0;

/** Identifies a node while it is edited. */
export function newKey(): number {
  lastKey += 1;
  return lastKey;
}

export function newGroup(members: readonly FilterNode[] = [], join: Group['join'] = 'and', negated = false): Group {
  return { kind: 'group', key: newKey(), join, negated, members };
}

/** A condition on the first field that can be filtered; undefined if there is none. */
export function newCondition(api: Api, resource: Resource): Condition | undefined {
  const usual = resource.fields.find(({ kind, operators }) => kind === 'attribute' && operators.length > 0);
  const field = usual ?? resource.fields.find(({ operators }) => operators.length > 0);
  const [op] = offered(field?.operators ?? []);
  if (field === undefined || op === undefined) return undefined;
  return { kind: 'condition', key: newKey(), path: field.name, op, operand: emptyOperand(api.operators.get(op)) };
}

export function emptyOperand(operator: Operator | undefined): Operand {
  switch (operator?.takes) {
    case 'range':
      return { kind: 'range', low: undefined, high: undefined };
    case 'list':
      return { kind: 'list', values: [] };
    case 'filter':
      return { kind: 'filter', group: newGroup() };
    case 'value':
    case 'text':
    case undefined:
      return { kind: 'value', value: undefined };
  }
}
