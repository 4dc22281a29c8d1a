// Converts the tree of the filter builder to the API's filter, and back.
import type { Api, Operator } from './api.ts';
import { newGroup, newKey, type Condition, type FilterNode, type Group, type Operand } from './filter-tree.ts';
import { isArray, isObject, isScalar, items, text, type Json, type JsonObject } from './json.ts';
import type { Value } from './kinds.ts';
import { patternOf, wayOf } from './text-ways.ts';

/** The value of the `filter` parameter. Incomplete conditions are left out. */
export function filterJson(tree: Group): readonly Json[] {
  const members = tree.members.flatMap(nodeJson);
  if (members.length === 0) return [];
  return tree.join === 'and' && !tree.negated ? members : [joined(tree, members)];
}

/** One filter, or none. */
function nodeJson(node: FilterNode): readonly Json[] {
  switch (node.kind) {
    case 'raw':
      return [node.json];
    case 'condition': {
      const json = conditionJson(node);
      return json === undefined ? [] : [json];
    }
    case 'group': {
      const members = node.members.flatMap(nodeJson);
      return members.length === 0 ? [] : [joined(node, members)];
    }
  }
}

function joined({ join, negated }: Group, members: readonly Json[]): Json {
  const [only] = members;
  const inner = members.length === 1 && only !== undefined && negated ? only : { [join]: members };
  return negated ? { not: inner } : inner;
}

function conditionJson({ path: name, op, operand }: Condition): Json | undefined {
  switch (operand.kind) {
    case 'value':
      if (operand.value === undefined) return undefined;
      return { name, ...(patternOf(op, String(operand.value)) ?? { op, val: operand.value }) };
    case 'unset':
      return { name, op, val: null };
    case 'field':
      return operand.field === undefined ? undefined : { name, op, field: operand.field };
    case 'range':
      return operand.low === undefined || operand.high === undefined
        ? undefined
        : { name, op, val: [operand.low, operand.high] };
    case 'list':
      return operand.values.length === 0 ? undefined : { name, op, val: operand.values };
    case 'filter':
      return { name, op, val: relatedJson(operand.group) };
  }
}

/** One filter object; an empty `and` is true of every related resource. */
function relatedJson(group: Group): Json {
  const members = filterJson(group);
  const [only] = members;
  return members.length === 1 && only !== undefined ? only : { and: members };
}

/** The number of incomplete conditions, which are not sent. */
export function incompleteIn(node: FilterNode): number {
  switch (node.kind) {
    case 'raw':
      return 0;
    case 'group':
      return node.members.reduce((sum, member) => sum + incompleteIn(member), 0);
    case 'condition':
      if (node.operand.kind === 'filter') return incompleteIn(node.operand.group);
      return conditionJson(node) === undefined ? 1 : 0;
  }
}

/** The tree of a filter. The parts that the builder cannot show stay in it unchanged. */
export function filterTree(api: Api, filter: readonly Json[]): Group {
  const [only] = filter;
  const node = filter.length === 1 && only !== undefined ? parseNode(api, only) : undefined;
  if (node?.kind === 'group') return node;
  return newGroup(node === undefined ? filter.map((json) => parseNode(api, json)) : [node]);
}

function parseNode(api: Api, json: Json): FilterNode {
  return (isObject(json) ? (parseGroup(api, json) ?? parseCondition(api, json)) : undefined) ?? rawNode(json);
}

function rawNode(json: Json): FilterNode {
  return { kind: 'raw', key: newKey(), json };
}

function parseGroup(api: Api, json: JsonObject): Group | undefined {
  const [key, ...more] = Object.keys(json);
  if (key === undefined || more.length > 0) return undefined;
  const inner = json[key];
  if (key === 'and' || key === 'or') {
    const members = items(inner).map((member) => parseNode(api, member));
    // The builder would drop an empty group, but it has a meaning: everything or nothing.
    return members.length === 0 ? undefined : newGroup(members, key);
  }
  if (key !== 'not' || !isObject(inner)) return undefined;
  const group = parseGroup(api, inner);
  return group === undefined || group.negated
    ? newGroup([parseNode(api, inner)], 'or', true)
    : { ...group, negated: true };
}

function parseCondition(api: Api, json: JsonObject): Condition | undefined {
  const { name, op, val, field, ...more } = json;
  const path = text(name);
  const operator = text(op);
  if (path === undefined || operator === undefined || Object.keys(more).length > 0) return undefined;
  const way = typeof val === 'string' && field === undefined ? wayOf({ op: operator, val }) : undefined;
  if (way !== undefined) {
    return { kind: 'condition', key: newKey(), path, op: way.name, operand: { kind: 'value', value: way.text } };
  }
  const operand = field === undefined ? parseOperand(api, val, api.operators.get(operator)) : parseField(field, val);
  return operand === undefined ? undefined : { kind: 'condition', key: newKey(), path, op: operator, operand };
}

function parseField(field: Json, val: Json | undefined): Operand | undefined {
  return typeof field === 'string' && val === undefined ? { kind: 'field', field } : undefined;
}

function parseOperand(api: Api, val: Json | undefined, operator: Operator | undefined): Operand | undefined {
  if (val === undefined || operator === undefined) return undefined;
  switch (operator.takes) {
    case 'value':
    case 'text':
      if (val === null) return { kind: 'unset' };
      return isValue(val) ? { kind: 'value', value: val } : undefined;
    case 'list': {
      const values = parseValues(val);
      return values === undefined || values.length === 0 ? undefined : { kind: 'list', values };
    }
    case 'range': {
      const [low, high, ...more] = parseValues(val) ?? [];
      return high === undefined || more.length > 0 ? undefined : { kind: 'range', low, high };
    }
    case 'filter': {
      if (!isObject(val)) return undefined;
      const everything = isArray(val['and']) && val['and'].length === 0;
      return { kind: 'filter', group: everything ? newGroup() : filterTree(api, [val]) };
    }
  }
}

function parseValues(val: Json): readonly Value[] | undefined {
  return isArray(val) && val.every(isValue) ? val : undefined;
}

function isValue(val: Json): val is Value {
  return isScalar(val) && val !== null;
}
