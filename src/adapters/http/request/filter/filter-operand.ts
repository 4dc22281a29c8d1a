// Reads `val`, the operand, for each kind of operator.
import type { ClaimReference, RowCondition } from '#application/model/condition';
import { refuse } from '#domain/checked';
import { kindOf, type Value } from '#domain/kinds';
import { namesClaim, readClaim } from './claim.ts';
import { operatorNames, type ComparingOperator, type OperandOrClaim, type WhenNull } from './filter-operators.ts';
import {
  atClause,
  memberLocation,
  jsonType,
  report,
  type AttributeTarget,
  type FilterLocation,
} from './filter-target.ts';

type Attribute = Pick<AttributeTarget, 'name' | 'attribute' | 'declared'>;

/** The condition for an operator and its `val`; reports a problem and returns undefined when the operator does not take that value. */
export function readOperand(
  operator: ComparingOperator,
  compared: Attribute,
  value: unknown,
  location: FilterLocation,
): RowCondition | undefined {
  const { attribute } = compared;
  switch (operator.takes) {
    case 'value': {
      if (value === null) return readNull(operator.whenNull, compared, location);
      const operand = readOne(value, compared, location);
      return operand && operator.filter(attribute, operand);
    }
    case 'range': {
      const range = readRange(value, compared, location);
      return range && operator.filter(attribute, range);
    }
    case 'list': {
      const values = readList(value, compared, location);
      return values && operator.filter(attribute, values);
    }
    case 'text': {
      if (operator.literal && namesClaim(value, location)) {
        const claim = readClaim(value, compared, location);
        return claim && operator.filter(attribute, claim);
      }
      const text = readValue(value, compared, location);
      return text === undefined ? undefined : operator.filter(attribute, String(text));
    }
  }
}

function readNull(
  whenNull: WhenNull,
  { name, attribute }: Attribute,
  location: FilterLocation,
): RowCondition | undefined {
  const unset: RowCondition = { kind: 'unset', attribute };
  switch (whenNull) {
    case 'unset':
      return unset;
    case 'set':
      return { kind: 'not', filter: unset };
    case 'refused': {
      const takers = operatorNames((each) => each.takes === 'value' && each.whenNull !== 'refused').join(', ');
      return report(location, `a value of ${name} must not be null${atClause(location)}; only ${takers} take null`);
    }
  }
}

function readRange(
  value: unknown,
  compared: Attribute,
  location: FilterLocation,
): readonly [low: OperandOrClaim, high: OperandOrClaim] | undefined {
  if (!Array.isArray(value) || value.length !== 2) {
    const instead = Array.isArray(value) ? `of ${value.length}` : jsonType(value);
    return report(location, `val must be a list [low, high]${atClause(location)}, not ${instead}`);
  }
  const [low, high] = value.map((each, index) => readOne(each, compared, memberLocation(location, index)));
  return low === undefined || high === undefined ? undefined : [low, high];
}

function readList(
  value: unknown,
  compared: Attribute,
  location: FilterLocation,
): readonly Value[] | ClaimReference | undefined {
  if (namesClaim(value, location)) return readClaim(value, compared, location);
  const { maxListValues } = location.state.limits;
  if (!Array.isArray(value))
    return report(location, `val must be a list of values${atClause(location)}, not ${jsonType(value)}`);
  if (value.length > maxListValues) {
    const detail = `val has ${value.length} values${atClause(location)}, more than ${maxListValues}`;
    return report(location, detail, { max: maxListValues });
  }
  const read = value.map((each, index) => readValue(each, compared, memberLocation(location, index)));
  const values = read.filter((each) => each !== undefined);
  return values.length < read.length ? undefined : values;
}

function readOne(value: unknown, compared: Attribute, location: FilterLocation): OperandOrClaim | undefined {
  if (namesClaim(value, location)) return readClaim(value, compared, location);
  const read = readValue(value, compared, location);
  return read === undefined ? undefined : { kind: 'value', value: read };
}

/** A JSON value; if the parameter is not JSON, its text. */
function readValue(value: unknown, { name, declared }: Attribute, location: FilterLocation): Value | undefined {
  if (namesClaim(value, location)) return report(location, `a claim is not allowed here${atClause(location)}`);
  const kind = kindOf(declared.kind);
  const isWritten = location.pointer === undefined && typeof value === 'string';
  const checked =
    value === null
      ? refuse('must not be null')
      : isWritten
        ? kind.readOperand(value, declared)
        : kind.parseOperand(value, declared);
  return checked.valid ? checked.value : report(location, `a value of ${name} ${checked.reason}${atClause(location)}`);
}
