// Filter objects as JSON has them: a boolean with exactly one member, or a comparison of a name with a value or another field.

import { everything, type Filter } from '#application/model/filter';
import { listed, quote, unknownName } from '../../documents/messages.ts';
import { resources } from '../../resources/resources.ts';
import { readOperand } from './filter-operand.ts';
import { applies, operatorNames, operatorOf, type Operator } from './filter-operators.ts';
import { at, inside, kindOf, report, reportTooDeep, type Spot } from './filter-spot.ts';
import { readOtherField, readTarget, type RelationshipTarget, type Target } from './filter-target.ts';

const BOOLEANS = ['or', 'and', 'not'] as const;
const COMPARISON_MEMBERS: readonly string[] = ['name', 'op', 'val', 'field'];

/** An object's own members; `JSON.parse` makes even `__proto__` one. */
type Members = ReadonlyMap<string, unknown>;

/** Reads a list of filter objects, without those that are none. */
export function readObjects(values: readonly unknown[], spot: Spot): readonly Filter[] {
  return values.flatMap((value, index) => readObject(value, inside(spot, index)) ?? []);
}

/** Reads one filter object; undefined, with problems noted, when it is none. Checks the limits before it goes down. */
export function readObject(value: unknown, spot: Spot): Filter | undefined {
  const { reading, level } = spot;
  const { maxFilterObjects, maxFilterLevels } = reading.limits;
  reading.objects += 1;
  if (reading.objects > maxFilterObjects) {
    // The first one says enough.
    if (reading.objects > maxFilterObjects + 1) return undefined;
    const detail = `a query has at most ${maxFilterObjects} filter objects; this is one too many${at(spot)}`;
    return report(spot, detail, { max: maxFilterObjects });
  }
  if (level > maxFilterLevels) return reportTooDeep(spot);
  if (typeof value !== 'object' || value === null || Array.isArray(value)) {
    return report(spot, `a filter object is needed${at(spot)}, not ${kindOf(value)}`);
  }
  const members: Members = new Map(Object.entries(value));
  const boolean = BOOLEANS.find((key) => members.has(key));
  return boolean === undefined ? readComparison(members, spot) : readBoolean(boolean, members, spot);
}

function readBoolean(boolean: (typeof BOOLEANS)[number], members: Members, spot: Spot): Filter | undefined {
  for (const key of members.keys()) {
    const beside = inside(spot, key);
    if (key !== boolean) report(beside, `nothing can stand beside "${boolean}"${at(beside)}`);
  }
  const value = members.get(boolean);
  const below = { ...inside(spot, boolean), level: spot.level + 1 };
  if (boolean === 'not') {
    const filter = readObject(value, below);
    return filter && { kind: 'not', filter };
  }
  if (Array.isArray(value)) return { kind: boolean, filters: readObjects(value, below) };
  return report(below, `"${boolean}" takes a list of filter objects${at(below)}, not ${kindOf(value)}`);
}

function readComparison(members: Members, spot: Spot): Filter | undefined {
  reportUnknownMembers(members, spot);
  const name = readText('name', members, spot);
  const op = readText('op', members, spot);
  const operand = operandMember(members, spot);
  const target = name === undefined ? undefined : readTarget(name, inside(spot, 'name'));
  const operator = op === undefined ? undefined : readOperator(op, target, inside(spot, 'op'));
  if (target === undefined || operator === undefined || operand === undefined) return undefined;
  const compare = operand === 'val' ? comparedWithValue : comparedWithField;
  const filter = compare(target, operator, members.get(operand), inside(spot, operand));
  return filter && target.path.reduceRight(related, filter);
}

function reportUnknownMembers(members: Members, spot: Spot): void {
  const known = { heading: 'Members of a filter object', names: [...COMPARISON_MEMBERS, ...BOOLEANS] };
  for (const key of members.keys()) {
    if (!COMPARISON_MEMBERS.includes(key)) report(inside(spot, key), unknownName('member', key, at(spot), known));
  }
}

function readText(key: 'name' | 'op', members: Members, spot: Spot): string | undefined {
  const value = members.get(key);
  if (typeof value === 'string') return value;
  if (!members.has(key)) return report(spot, `the filter object${at(spot)} has no "${key}"`);
  const member = inside(spot, key);
  return report(member, `"${key}" must be a string${at(member)}, not ${kindOf(value)}`);
}

/** The member that has what the name is compared with. */
function operandMember(members: Members, spot: Spot): 'val' | 'field' | undefined {
  const hasVal = members.has('val');
  if (hasVal !== members.has('field')) return hasVal ? 'val' : 'field';
  const fault = hasVal ? 'both "val" and "field"' : 'neither "val" nor "field"';
  return report(spot, `the filter object${at(spot)} has ${fault}; it must have exactly one of them`);
}

function readOperator(op: string, target: Target | undefined, spot: Spot): Operator | undefined {
  const operator = operatorOf(op);
  const known = {
    heading: target === undefined ? 'Operators' : `Operators of ${target.name}`,
    names: operatorNames((each) => target === undefined || applies(each, target.subject)),
  };
  if (operator === undefined) return report(spot, unknownName('operator', op, at(spot), known));
  if (target === undefined || applies(operator, target.subject)) return operator;
  return report(spot, `${target.name} has no operator ${quote(op)}${at(spot)}. ${listed(known)}`);
}

function comparedWithValue(target: Target, operator: Operator, value: unknown, spot: Spot): Filter | undefined {
  if (target.kind === 'relationship') return comparedRelationship(target, operator, value, spot);
  // A filter object is only taken by operators of relationships: readOperator has refused them here.
  return operator.takes === 'filter' ? undefined : readOperand(operator, target, value, spot);
}

function comparedRelationship(
  { name, path, relationship: { stored, to } }: RelationshipTarget,
  operator: Operator,
  value: unknown,
  spot: Spot,
): Filter | undefined {
  if (operator.takes === 'value' && value === null && operator.whenNull !== 'refused') {
    const something = related(everything, stored);
    return operator.whenNull === 'set' ? something : { kind: 'not', filter: something };
  }
  const filter =
    operator.takes === 'filter'
      ? readObject(value, { ...spot, resource: resources[to], level: spot.level + path.length + 1 })
      : readOperand(operator, { name, attribute: 'id', subject: 'identifier' }, value, spot);
  return filter && related(filter, stored);
}

function comparedWithField(target: Target, operator: Operator, field: unknown, spot: Spot): Filter | undefined {
  if (target.kind === 'relationship') {
    return report(spot, `${target.name} is a relationship, which compares with val only${at(spot)}`);
  }
  if (operator.takes !== 'value' || !operator.fields) {
    const names = operatorNames((each) => each.takes === 'value' && each.fields);
    return report(spot, `this operator does not compare with a field${at(spot)}; ${names.join(', ')} do`);
  }
  const attribute = readOtherField(field, target.resource, spot);
  return attribute === undefined ? undefined : operator.filter(target.attribute, { kind: 'attribute', attribute });
}

function related(filter: Filter, relationship: string): Filter {
  return { kind: 'related', relationship, filter };
}
