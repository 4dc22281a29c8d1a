// The filter operators, with their operands and the filters that they make. Several share one comparison; `ne` is `not eq`.
import type { ClaimReference, RowCondition } from '#application/model/condition';
import { everything, nothing, type Comparison, type Operand, type TextComparison } from '#application/model/filter';
import { splitWords } from '#application/model/text-comparisons';
import { kinds, type KindName, type Value } from '#domain/kinds';

/** Makes the condition that compares an attribute with a sent operand. */
type Build<Sent> = (attribute: string, sent: Sent) => RowCondition;

export type OperandOrClaim = Operand | ClaimReference;
type Range = readonly [low: OperandOrClaim, high: OperandOrClaim];

/** The meaning of `null` as the value. */
export type WhenNull = 'unset' | 'set' | 'refused';

export type ComparingOperator =
  /** One value, or another field if `fields` is true. */
  | {
      readonly takes: 'value';
      readonly whenNull: WhenNull;
      readonly fields: boolean;
      readonly filter: Build<OperandOrClaim>;
    }
  /** `[low, high]`. */
  | { readonly takes: 'range'; readonly filter: Build<Range> }
  /** A list of values. */
  | { readonly takes: 'list'; readonly filter: Build<readonly Value[] | ClaimReference> }
  /** A text; for text fields only. `literal`: no character or word has a special meaning. */
  | { readonly takes: 'text'; readonly literal: true; readonly filter: Build<string | ClaimReference> }
  | { readonly takes: 'text'; readonly literal: false; readonly filter: Build<string> };

/** `filter`: a filter object about the related resources. */
export type Operator = ComparingOperator | { readonly takes: 'filter'; readonly cardinality: 'one' | 'many' };

const operators: Readonly<Record<string, Operator>> = {
  eq: { takes: 'value', whenNull: 'unset', fields: true, filter: compare('equal') },
  ne: { takes: 'value', whenNull: 'set', fields: true, filter: negated(compare('equal')) },
  gt: { takes: 'value', whenNull: 'refused', fields: true, filter: compare('greater') },
  ge: { takes: 'value', whenNull: 'refused', fields: true, filter: compare('greaterOrEqual') },
  lt: { takes: 'value', whenNull: 'refused', fields: true, filter: compare('less') },
  le: { takes: 'value', whenNull: 'refused', fields: true, filter: compare('lessOrEqual') },
  between: { takes: 'range', filter: between },
  in_: { takes: 'list', filter: isIn },
  notin_: { takes: 'list', filter: isNotIn },
  is_: { takes: 'value', whenNull: 'unset', fields: false, filter: compare('equal') },
  isnot: { takes: 'value', whenNull: 'set', fields: false, filter: negated(compare('equal')) },
  like: { takes: 'text', literal: false, filter: pattern('like') },
  notlike: { takes: 'text', literal: false, filter: negated(pattern('like')) },
  ilike: { takes: 'text', literal: false, filter: pattern('likeIgnoringCase') },
  notilike: { takes: 'text', literal: false, filter: negated(pattern('likeIgnoringCase')) },
  startswith: { takes: 'text', literal: true, filter: text('startsWith') },
  endswith: { takes: 'text', literal: true, filter: text('endsWith') },
  match: { takes: 'text', literal: false, filter: words },
  any: { takes: 'filter', cardinality: 'many' },
  has: { takes: 'filter', cardinality: 'one' },
};

const aliases = new Map(Object.entries({ in: 'in_', notin: 'notin_', is: 'is_' }));

/**
 * An operator by its name or alias.
 * @example operatorOf('in') === operatorOf('in_'); // true
 */
export function operatorOf(name: string): Operator | undefined {
  const canonical = aliases.get(name) ?? name;
  return Object.hasOwn(operators, canonical) ? operators[canonical] : undefined;
}

/** Other names of operators. */
export const operatorAliases: readonly string[] = [...aliases.keys()];

/**
 * The names, without aliases, of the operators that pass a test.
 * @example operatorNames(({ takes }) => takes === 'filter'); // ['any', 'has']
 */
export function operatorNames(test: (operator: Operator) => boolean): readonly string[] {
  return Object.entries(operators).flatMap(([name, operator]) => (test(operator) ? [name] : []));
}

/** The members of a filter object that combine other filter objects. */
export const booleans = ['or', 'and', 'not'] as const;

export type BooleanName = (typeof booleans)[number];

/** The forms of operands that a schema describes. A text is literal or a pattern. */
export type OperandForm = 'value or null' | 'value' | 'range' | 'list' | 'literal' | 'pattern' | 'filter';

export function operandForm(operator: Operator): OperandForm {
  switch (operator.takes) {
    case 'value':
      return operator.whenNull === 'refused' ? 'value' : 'value or null';
    case 'text':
      return operator.literal ? 'literal' : 'pattern';
    case 'range':
    case 'list':
    case 'filter':
      return operator.takes;
  }
}

/**
 * Groups the forms by their schemas, with the operators that take them.
 * @param schemas undefined: not described
 */
export function operandSchemas<Schema>(
  schemas: Readonly<Record<OperandForm, Schema | undefined>>,
): readonly { readonly val: Schema; readonly takes: (operator: Operator) => boolean }[] {
  return [...new Set(Object.values(schemas))].flatMap((val) =>
    val === undefined ? [] : [{ val, takes: (operator: Operator) => schemas[operandForm(operator)] === val }],
  );
}

/** True if an operator can also compare with another field. */
export function takesField(operator: Operator): boolean {
  return operator.takes === 'value' && operator.fields;
}

/** The subject of an operator: an attribute, by its kind, or a relationship, by its cardinality. */
export type Subject = KindName | 'one' | 'many';

/** @example applies({ takes: 'filter', cardinality: 'many' }, 'one'); // false */
export function applies(operator: Operator, subject: Subject): boolean {
  const kind = subject === 'one' || subject === 'many' ? undefined : kinds[subject];
  switch (operator.takes) {
    case 'value':
    case 'range':
      return kind?.isOrdered !== false || !comparesOrder(operator);
    case 'list':
      return true;
    case 'text':
      return kind?.isText === true;
    case 'filter':
      return subject === operator.cardinality;
  }
}

/** True for operators such as `gt` and `between`. They refuse `null`: an unset value is neither greater nor less than another. */
export function comparesOrder(operator: Operator): boolean {
  return operator.takes === 'range' || (operator.takes === 'value' && operator.whenNull === 'refused');
}

function negated<Sent>(filter: Build<Sent>): Build<Sent> {
  return (attribute, sent) => ({ kind: 'not', filter: filter(attribute, sent) });
}

function compare(comparison: Comparison): Build<OperandOrClaim> {
  return (attribute, operand) => ({ kind: 'compare', attribute, comparison, operand });
}

function between(attribute: string, [low, high]: Range): RowCondition {
  const filters = [compare('greaterOrEqual')(attribute, low), compare('lessOrEqual')(attribute, high)];
  return { kind: 'and', filters };
}

/** An empty list contains nothing, so the result is false, not unknown, even for unset values. */
function isIn(attribute: string, values: readonly Value[] | ClaimReference): RowCondition {
  return isEmpty(values) ? nothing : { kind: 'in', attribute, values };
}

function isNotIn(attribute: string, values: readonly Value[] | ClaimReference): RowCondition {
  return isEmpty(values) ? everything : { kind: 'not', filter: isIn(attribute, values) };
}

function isEmpty(values: readonly Value[] | ClaimReference): boolean {
  return 'length' in values && values.length === 0;
}

function text(comparison: TextComparison): Build<string | ClaimReference> {
  return (attribute, value) => ({ kind: 'text', attribute, comparison, value });
}

/** Takes a trailing bare `\` literally, where SQL would report an error. */
function pattern(comparison: 'like' | 'likeIgnoringCase'): Build<string> {
  return (attribute, value) => text(comparison)(attribute, endsInBareEscape(value) ? `${value}\\` : value);
}

function endsInBareEscape(value: string): boolean {
  let start = value.length;
  while (value[start - 1] === '\\') start -= 1;
  return (value.length - start) % 2 === 1;
}

function words(attribute: string, value: string): RowCondition {
  return splitWords(value).length > 0 ? text('hasWords')(attribute, value) : neverTrue(attribute);
}

/** False, but unknown for unset values, as in every comparison: so its negation does not match them either. */
function neverTrue(attribute: string): RowCondition {
  return negated(compare('equal'))(attribute, { kind: 'attribute', attribute });
}
