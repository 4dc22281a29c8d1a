// Changes to a condition of the filter builder. The first view does not need this, so it does not load it.
import type { Api, Field, Operator, Resource } from './api.ts';
import { follow } from './fields.ts';
import { emptyOperand, type Condition, type Operand } from './filter-tree.ts';
import type { Value } from './kinds.ts';
import { offered, patternOf } from './text-ways.ts';

/** The condition on another field. Keeps the operator and the operand if they fit. */
export function withPath(api: Api, resource: Resource, condition: Condition, path: string): Condition {
  const before = follow(api, resource, condition.path);
  const field = follow(api, resource, path);
  const operators = offered(field?.operators ?? []);
  // A relationship chosen on the way to one of its fields does not determine how to compare the field.
  const isKept = before?.kind === field?.kind && operators.includes(condition.op);
  const op = isKept ? condition.op : (operators[0] ?? condition.op);
  const fits = op === condition.op && formatOf(before) === formatOf(field) && condition.operand.kind !== 'filter';
  return { ...condition, path, op, operand: fits ? condition.operand : emptyOperand(api.operators.get(op)) };
}

/** The condition with another operator. Keeps the typed input if the operator takes it. */
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
