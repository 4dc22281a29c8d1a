// One comparison: a name, an operator, and a value or another field.

import { everything, type Filter } from '#application/model/filter';
import { resources } from '../../resources/resources.ts';
import { applies, operatorNames, operatorOf, type Operator } from './filter-operators.ts';
import { readOtherField, readTarget, type RelationshipTarget, type Target } from './filter-path.ts';
import { readOperand } from './filter-operand.ts';
import { at, inside, report, type Spot } from './filter-reading.ts';
import { listed, quote, unknownName } from '../../documents/messages.ts';

/** A comparison as sent. What is undefined has been reported already. */
export interface SentComparison {
  readonly name: string | undefined;
  readonly op: string | undefined;
  readonly operand: { readonly kind: 'val' | 'field'; readonly sent: unknown } | undefined;
}

/** The filter that a comparison stands for; undefined, with problems noted, when there is none. */
export function readComparison({ name, op, operand }: SentComparison, spot: Spot): Filter | undefined {
  const target = name === undefined ? undefined : readTarget(name, inside(spot.place, 'name'), spot);
  const operator = op === undefined ? undefined : readOperator(op, target, spot);
  if (target === undefined || operator === undefined || operand === undefined) return undefined;
  const operandSpot = { ...spot, place: inside(spot.place, operand.kind) };
  const compare = operand.kind === 'val' ? comparedWithValue : comparedWithField;
  const filter = compare(target, operator, operand.sent, operandSpot);
  return filter && target.path.reduceRight(related, filter);
}

function readOperator(op: string, target: Target | undefined, spot: Spot): Operator | undefined {
  const place = inside(spot.place, 'op');
  const operator = operatorOf(op);
  const known = {
    heading: target === undefined ? 'Operators' : `Operators of ${target.name}`,
    names: operatorNames((each) => target === undefined || applies(each, target.subject)),
  };
  if (operator === undefined) return report(spot.reading, place, unknownName('operator', op, at(place), known));
  if (target === undefined || applies(operator, target.subject)) return operator;
  return report(spot.reading, place, `${target.name} has no operator ${quote(op)}${at(place)}. ${listed(known)}`);
}

function comparedWithValue(target: Target, operator: Operator, value: unknown, spot: Spot): Filter | undefined {
  switch (target.kind) {
    case 'attribute':
      // A filter object is only taken by operators of relationships: readOperator has refused them here.
      return operator.takes === 'filter' ? undefined : readOperand(operator, target, value, spot);
    case 'relationship':
      return comparedRelationship(target, operator, value, spot);
  }
}

function comparedRelationship(
  target: RelationshipTarget,
  operator: Operator,
  value: unknown,
  spot: Spot,
): Filter | undefined {
  const { relationship, path, name } = target;
  if (operator.takes === 'filter') {
    const inner = { ...spot, resource: resources[relationship.to], level: spot.level + path.length + 1 };
    return toRelated(relationship.stored, spot.reading.readObject(value, inner));
  }
  if (value === null && operator.takes === 'value' && operator.whenNull !== 'refused') {
    const something = related(everything, relationship.stored);
    return operator.whenNull === 'set' ? something : { kind: 'not', filter: something };
  }
  const identifier = { name, attribute: 'id', subject: 'identifier' } as const;
  return toRelated(relationship.stored, readOperand(operator, identifier, value, spot));
}

function comparedWithField(target: Target, operator: Operator, field: unknown, spot: Spot): Filter | undefined {
  const { reading, place } = spot;
  if (target.kind === 'relationship') {
    return report(reading, place, `${target.name} is a relationship, which compares with val only${at(place)}`);
  }
  if (operator.takes !== 'value' || !operator.fields) {
    const names = operatorNames((each) => each.takes === 'value' && each.fields);
    return report(reading, place, `this operator does not compare with a field${at(place)}; ${names.join(', ')} do`);
  }
  const attribute = readOtherField(field, target, place, spot);
  return attribute === undefined ? undefined : operator.filter(target.attribute, { kind: 'attribute', attribute });
}

function toRelated(relationship: string, filter: Filter | undefined): Filter | undefined {
  return filter && related(filter, relationship);
}

function related(filter: Filter, relationship: string): Filter {
  return { kind: 'related', relationship, filter };
}
