// The `val` of a comparison with an attribute: what each kind of operator takes.

import type { Filter, Operand } from '#application/model/filter';
import type { AttributeKind } from '#application/model/schema';
import { calendarDate } from '#domain/calendar-date';
import { accept, refuse, type Checked } from '#domain/checked';
import {
  operatorNames,
  type ComparingOperator,
  type ListOperator,
  type RangeOperator,
  type ValueOperator,
} from './filter-operators.ts';
import type { AttributeTarget } from './filter-path.ts';
import { at, inside, kindOf, report, type Spot } from './filter-reading.ts';

type Compared = Pick<AttributeTarget, 'name' | 'attribute' | 'subject'>;

/** The filter for an operator with the `val` that stands at the spot; undefined, with problems noted, when the operator does not take it. */
export function readOperand(
  operator: ComparingOperator,
  compared: Compared,
  value: unknown,
  spot: Spot,
): Filter | undefined {
  switch (operator.takes) {
    case 'value':
      return value === null ? whenNull(operator, compared, spot) : withValue(operator, compared, value, spot);
    case 'range':
      return withRange(operator, compared, value, spot);
    case 'list':
      return withList(operator, compared, value, spot);
    case 'text': {
      const text = readOne(value, compared, spot);
      return text === undefined ? undefined : operator.filter(compared.attribute, text);
    }
  }
}

function whenNull(
  operator: ValueOperator,
  { name, attribute }: Compared,
  { place, reading }: Spot,
): Filter | undefined {
  const unset: Filter = { kind: 'unset', attribute };
  switch (operator.whenNull) {
    case 'unset':
      return unset;
    case 'set':
      return { kind: 'not', filter: unset };
    case 'refused': {
      const names = operatorNames((each) => each.takes === 'value' && each.whenNull !== 'refused');
      return report(
        reading,
        place,
        `a value of ${name} must not be null${at(place)}; only ${names.join(', ')} take null`,
      );
    }
  }
}

function withValue(operator: ValueOperator, compared: Compared, value: unknown, spot: Spot): Filter | undefined {
  const read = readOne(value, compared, spot);
  return read === undefined ? undefined : operator.filter(compared.attribute, operand(read));
}

function withRange(operator: RangeOperator, compared: Compared, value: unknown, spot: Spot): Filter | undefined {
  const { place, reading } = spot;
  if (!Array.isArray(value))
    return report(reading, place, `val must be a list [low, high]${at(place)}, not ${kindOf(value)}`);
  if (value.length !== 2)
    return report(reading, place, `val must be a list [low, high]${at(place)}, not of ${value.length}`);
  const [low, high] = readEach(value, compared, spot);
  if (low === undefined || high === undefined) return undefined;
  return operator.filter(compared.attribute, operand(low), operand(high));
}

function withList(operator: ListOperator, compared: Compared, value: unknown, spot: Spot): Filter | undefined {
  const { place, reading } = spot;
  const { maxListValues } = reading.limits;
  if (!Array.isArray(value))
    return report(reading, place, `val must be a list of values${at(place)}, not ${kindOf(value)}`);
  if (value.length > maxListValues) {
    const detail = `val has ${value.length} values${at(place)}, more than ${maxListValues}`;
    return report(reading, place, detail, { max: maxListValues });
  }
  const read = readEach(value, compared, spot);
  const values = read.filter((each) => each !== undefined);
  return values.length < read.length ? undefined : operator.filter(compared.attribute, values);
}

function readEach(values: readonly unknown[], compared: Compared, spot: Spot): readonly (string | undefined)[] {
  return values.map((each, index) => readOne(each, compared, { ...spot, place: inside(spot.place, index) }));
}

function readOne(value: unknown, { name, subject }: Compared, { place, reading }: Spot): string | undefined {
  const checked = readValue(value, subject);
  return checked.valid ? checked.value : report(reading, place, `a value of ${name} ${checked.reason}${at(place)}`);
}

function operand(value: string): Operand {
  return { kind: 'value', value };
}

/** Checks a JSON value for an attribute; the filter tree has it as text. */
function readValue(value: unknown, kind: AttributeKind): Checked<string> {
  return value === null ? refuse('must not be null') : readers[kind](value);
}

const readers: Readonly<Record<AttributeKind, (value: unknown) => Checked<string>>> = {
  identifier: integer,
  text: storableText,
  date: calendarDate,
};

function integer(value: unknown): Checked<string> {
  if (typeof value === 'number') {
    return Number.isSafeInteger(value)
      ? accept(String(value))
      : refuse('must be an integer, which beyond 2^53-1 has to be sent as text');
  }
  const isCanonical = typeof value === 'string' && /^-?(?:0|[1-9]\d*)$/.test(value) && value !== '-0';
  return isCanonical ? accept(value) : refuse('must be an integer in canonical form, such as 7 or "7"');
}

function storableText(value: unknown): Checked<string> {
  if (typeof value !== 'string') return refuse('must be a string');
  if (value.includes('\0')) return refuse('must not contain U+0000');
  return value.isWellFormed() ? accept(value) : refuse('must not contain a lone surrogate');
}
