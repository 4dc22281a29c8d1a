// A filter object is either a boolean with exactly one member, or compares a field with a value or another field.
import type { RowCondition } from '#application/model/condition';
import { everything } from '#application/model/filter';
import { IDENTIFIER } from '#domain/resource';
import { attributeKind } from '#domain/schema';
import { listed, quote, unknownName } from '../../api/error-wording.ts';
import { relatedResource } from '../../api/resource-description.ts';
import { readOperand } from './filter-operand.ts';
import {
  applies,
  booleans,
  operatorNames,
  operatorOf,
  takesField,
  type BooleanName,
  type Operator,
} from './filter-operators.ts';
import {
  atClause,
  jsonType,
  memberLocation,
  readComparedField,
  readTarget,
  report,
  reportTooDeep,
  type FilterLocation,
  type FilterTarget,
  type RelationshipTarget,
} from './filter-target.ts';
import { operatorAdvice } from './foreign-operators.ts';

const COMPARISON_MEMBERS: readonly string[] = ['name', 'op', 'val', 'field'];

/** Own members only; `JSON.parse` makes even `__proto__` one. */
type Members = ReadonlyMap<string, unknown>;

/** Reads a list of filter objects; reports and skips invalid ones. */
export function readObjects(values: readonly unknown[], location: FilterLocation): readonly RowCondition[] {
  return values.flatMap((value, index) => readObject(value, memberLocation(location, index)) ?? []);
}

/** Reads one filter object; reports problems and returns undefined when it is invalid. Checks the limits before it recurses. */
export function readObject(value: unknown, location: FilterLocation): RowCondition | undefined {
  const { state, level } = location;
  const { maxFilterObjects, maxFilterLevels } = state.limits;
  state.count.objects += 1;
  if (state.count.objects > maxFilterObjects) {
    // Reported once.
    if (state.count.objects > maxFilterObjects + 1) return undefined;
    const detail = `there can be at most ${maxFilterObjects} filter objects; this is one too many${atClause(location)}`;
    return report(location, detail, { max: maxFilterObjects });
  }
  if (level > maxFilterLevels) return reportTooDeep(location);
  if (typeof value !== 'object' || value === null || Array.isArray(value)) {
    return report(location, `expected a filter object${atClause(location)}, not ${jsonType(value)}`);
  }
  const members: Members = new Map(Object.entries(value));
  const boolean = booleans.find((key) => members.has(key));
  return boolean === undefined ? readComparison(members, location) : readBoolean(boolean, members, location);
}

function readBoolean(boolean: BooleanName, members: Members, location: FilterLocation): RowCondition | undefined {
  for (const key of members.keys()) {
    const member = memberLocation(location, key);
    if (key !== boolean) report(member, `no other member is allowed next to "${boolean}"${atClause(member)}`);
  }
  const value = members.get(boolean);
  const nested = { ...memberLocation(location, boolean), level: location.level + 1 };
  if (boolean === 'not') {
    const filter = readObject(value, nested);
    return filter && { kind: 'not', filter };
  }
  if (Array.isArray(value)) return { kind: boolean, filters: readObjects(value, nested) };
  return report(nested, `"${boolean}" takes a list of filter objects${atClause(nested)}, not ${jsonType(value)}`);
}

function readComparison(members: Members, location: FilterLocation): RowCondition | undefined {
  reportUnknownMembers(members, location);
  const name = readString('name', members, location);
  const op = readString('op', members, location);
  const operand = operandMember(members, location);
  const target = name === undefined ? undefined : readTarget(name, memberLocation(location, 'name'));
  const operator = op === undefined ? undefined : readOperator(op, target, memberLocation(location, 'op'));
  if (target === undefined || operator === undefined || operand === undefined) return undefined;
  const compare = operand === 'val' ? compareWithValue : compareWithField;
  const filter = compare(target, operator, members.get(operand), memberLocation(location, operand));
  return filter && target.path.reduceRight(related, filter);
}

function reportUnknownMembers(members: Members, location: FilterLocation): void {
  const known = { heading: 'Members of a filter object', names: [...COMPARISON_MEMBERS, ...booleans] };
  for (const key of members.keys()) {
    if (!COMPARISON_MEMBERS.includes(key))
      report(memberLocation(location, key), unknownName('member', key, atClause(location), known));
  }
}

function readString(key: 'name' | 'op', members: Members, location: FilterLocation): string | undefined {
  const value = members.get(key);
  if (typeof value === 'string') return value;
  if (!members.has(key)) return report(location, `the filter object${atClause(location)} has no "${key}"`);
  const member = memberLocation(location, key);
  return report(member, `"${key}" must be a string${atClause(member)}, not ${jsonType(value)}`);
}

/** The member to compare with. */
function operandMember(members: Members, location: FilterLocation): 'val' | 'field' | undefined {
  const hasVal = members.has('val');
  if (hasVal !== members.has('field')) return hasVal ? 'val' : 'field';
  const fault = hasVal ? 'both "val" and "field"' : 'neither "val" nor "field"';
  return report(location, `the filter object${atClause(location)} has ${fault}; it must have exactly one of them`);
}

function readOperator(op: string, target: FilterTarget | undefined, location: FilterLocation): Operator | undefined {
  const operator = operatorOf(op);
  const names = operatorNames((each) => target === undefined || applies(each, target.subject));
  const known = { heading: target === undefined ? 'Operators' : `Operators of ${target.name}`, names };
  if (operator === undefined) {
    const advice = operatorAdvice(op, names);
    return report(location, unknownName('operator', op, atClause(location), { ...known, advice }));
  }
  if (target === undefined || applies(operator, target.subject)) return operator;
  return report(location, `${target.name} has no operator ${quote(op)}${atClause(location)}. ${listed(known)}`);
}

function compareWithValue(
  target: FilterTarget,
  operator: Operator,
  value: unknown,
  location: FilterLocation,
): RowCondition | undefined {
  if (target.kind === 'relationship') return compareRelationship(target, operator, value, location);
  // An attribute never has an operator that takes a filter, because `readOperator` refuses those.
  return operator.takes === 'filter' ? undefined : readOperand(operator, target, value, location);
}

function compareRelationship(
  { name, path, resource, relationship }: RelationshipTarget,
  operator: Operator,
  value: unknown,
  location: FilterLocation,
): RowCondition | undefined {
  const { stored } = relationship;
  if (operator.takes === 'value' && value === null && operator.whenNull !== 'refused') {
    const linked = related(everything, stored);
    return operator.whenNull === 'set' ? linked : { kind: 'not', filter: linked };
  }
  const filter =
    operator.takes === 'filter'
      ? readObject(value, {
          ...location,
          resource: relatedResource(resource, relationship),
          level: location.level + path.length + 1,
        })
      : readOperand(operator, { name, attribute: 'id', declared: IDENTIFIER }, value, location);
  return filter && related(filter, stored);
}

function compareWithField(
  target: FilterTarget,
  operator: Operator,
  field: unknown,
  location: FilterLocation,
): RowCondition | undefined {
  if (target.kind === 'relationship') {
    return report(
      location,
      `${target.name} is a relationship, which can only be compared with val${atClause(location)}`,
    );
  }
  if (operator.takes !== 'value' || !operator.fields) {
    const names = operatorNames(takesField);
    return report(location, `this operator cannot compare with a field${atClause(location)}; ${names.join(', ')} can`);
  }
  const attribute = readComparedField(field, target.resource, location);
  if (attribute === undefined) return undefined;
  if (!applies(operator, attributeKind(target.resource.type, attribute)))
    return report(location, `${String(field)} can only be compared for equality${atClause(location)}`);
  return operator.filter(target.attribute, { kind: 'attribute', attribute });
}

function related(filter: RowCondition, relationship: string): RowCondition {
  return { kind: 'related', relationship, filter };
}
