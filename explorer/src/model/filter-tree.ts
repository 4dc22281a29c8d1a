// The filter as the builder edits it. Conditions may be incomplete, which filters of the API never are.
import type { Api, Field, Operator, Resource } from './api.ts';
import { follow } from './fields.ts';
import type { Json } from './json.ts';
import type { Value } from './kinds.ts';
import { offered, patternOf } from './text-ways.ts';

export type FilterNode = Group | Condition | Raw;

/** `negated`: not all, or none. */
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
  /** An operator of the API, or a way of text-ways.ts. */
  readonly op: string;
  readonly operand: Operand;
}

/** A filter that the builder cannot show: kept as it is. */
export interface Raw {
  readonly kind: 'raw';
  readonly key: number;
  readonly json: Json;
}

/** Undefined values have not been given yet. */
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

/** A condition on the first field that can be filtered; undefined when none can. */
export function newCondition(api: Api, resource: Resource): Condition | undefined {
  const usual = resource.fields.find(({ kind, operators }) => kind === 'attribute' && operators.length > 0);
  const field = usual ?? resource.fields.find(({ operators }) => operators.length > 0);
  const [op] = offered(field?.operators ?? []);
  if (field === undefined || op === undefined) return undefined;
  return { kind: 'condition', key: newKey(), path: field.name, op, operand: emptyOperand(api.operators.get(op)) };
}

/** The condition on another field: keeps operator and operand as far as these fit. */
export function withPath(api: Api, resource: Resource, condition: Condition, path: string): Condition {
  const before = follow(api, resource, condition.path);
  const field = follow(api, resource, path);
  const operators = offered(field?.operators ?? []);
  const op = operators.includes(condition.op) ? condition.op : (operators[0] ?? condition.op);
  const fits = op === condition.op && formatOf(before) === formatOf(field) && condition.operand.kind !== 'filter';
  return { ...condition, path, op, operand: fits ? condition.operand : emptyOperand(api.operators.get(op)) };
}

/** The condition with another operator: keeps what was typed as far as that operator takes it. */
export function withOperator(api: Api, condition: Condition, op: string): Condition {
  return { ...condition, op, operand: adapted(asPattern(condition, op), api.operators.get(op)) };
}

/** The typed text, turned into the pattern it stood for if the new operator takes patterns. */
function asPattern({ op: before, operand }: Condition, op: string): Operand {
  if (operand.kind !== 'value' || typeof operand.value !== 'string' || !op.endsWith('like')) return operand;
  return { kind: 'value', value: patternOf(before, operand.value)?.val ?? operand.value };
}

/** Fields with the same format take the same operands. */
function formatOf(field: Field | undefined): string | undefined {
  if (field?.kind === 'relationship') return `to ${field.to}`;
  return field?.values === undefined ? field?.format : JSON.stringify(field.values);
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

function adapted(operand: Operand, operator: Operator | undefined): Operand {
  const empty = emptyOperand(operator);
  if (operand.kind === 'unset') return operator?.null === true ? operand : empty;
  if (operand.kind === 'field') return operator?.fields === true ? operand : empty;
  if (operand.kind === empty.kind) return operand;
  const typed = typedIn(operand);
  switch (empty.kind) {
    case 'value':
      return { kind: 'value', value: typed[0] };
    case 'range':
      return { kind: 'range', low: typed[0], high: typed[1] };
    case 'list':
      return { kind: 'list', values: typed };
    case 'unset':
    case 'field':
    case 'filter':
      return empty;
  }
}

function typedIn(operand: Operand): readonly Value[] {
  switch (operand.kind) {
    case 'value':
      return operand.value === undefined ? [] : [operand.value];
    case 'range':
      return [operand.low, operand.high].filter((value) => value !== undefined);
    case 'list':
      return operand.values;
    case 'unset':
    case 'field':
    case 'filter':
      return [];
  }
}
