// Schemas of single values, by the kinds of the domain.
import type { SchemaObject } from 'openapi3-ts/oas31';
import { DECIMAL_FORM, MOST_DIGITS } from '#domain/decimals';
import { IDENTIFIER_FORM, INTEGER_FORM } from '#domain/identifier';
import { kinds, type KindName, type Limits, type Value, type ValueOf } from '#domain/kinds';
import { IDENTIFIER, type Attribute } from '#domain/resource';
import { resourcePath } from '../api/links.ts';
import type { AttributeField, EveryResource, WritableAttribute } from '../api/resource-description.ts';

/** The OpenAPI description of a kind of values. */
interface DescribedKind<Of extends Value> {
  /** The schema of stored values. */
  readonly schema: SchemaObject;
  /** The schema of values that a filter compares with. */
  readonly operand: SchemaObject;
  /** The schema of such values in `filter[FIELD]`, where every value is text. */
  readonly condition: SchemaObject;
  /** A valid value. */
  readonly example: Of;
  /** A value to compare with. */
  readonly operandExample: Of;
}

const anyText: SchemaObject = { type: 'string', not: { type: 'string', pattern: '\\0' } };
const integer: SchemaObject = {
  type: 'integer',
  minimum: Number.MIN_SAFE_INTEGER,
  maximum: Number.MAX_SAFE_INTEGER,
};
const integerText: SchemaObject = { type: 'string', pattern: INTEGER_FORM.source };
/** At most `MOST_DIGITS`, plus a sign and a point. */
const anyDecimal: SchemaObject = {
  type: 'string',
  format: 'decimal',
  maxLength: MOST_DIGITS + 2,
  pattern: DECIMAL_FORM.source,
};

/** The descriptions of values, by kind. They depend on the limits of the attribute. */
export const describedKinds: { readonly [Name in KindName]: (limits: Limits) => DescribedKind<ValueOf[Name]> } = {
  identifier: () => ({
    schema: { type: 'string', pattern: IDENTIFIER_FORM.source },
    operand: { oneOf: [integer, integerText] },
    condition: integerText,
    example: '1',
    operandExample: '1',
  }),
  text: (limits) => ({
    schema: textSchema('text', limits),
    operand: anyText,
    condition: anyText,
    example: 'Some text',
    operandExample: 'a',
  }),
  email: (limits) => ({
    schema: textSchema('email', limits, 'email'),
    operand: anyText,
    condition: anyText,
    example: 'ada@example.org',
    operandExample: 'a',
  }),
  date: (limits) => ({
    ...alike(textSchema('date', limits, 'date')),
    example: '1815-12-10',
    operandExample: '2000-01-01',
  }),
  integer: () => ({ schema: integer, operand: integer, condition: integerText, example: 7, operandExample: 1 }),
  decimal: (limits) => {
    const example = decimalIn(limits);
    return {
      schema: { type: 'string', format: 'decimal', pattern: decimalPattern(limits) },
      operand: anyDecimal,
      condition: anyDecimal,
      example,
      operandExample: example,
    };
  },
  oneOf: ({ values = [] }) => {
    const [example = ''] = values;
    return { ...alike({ type: 'string', enum: [...values] }), example, operandExample: example };
  },
  boolean: () => ({
    schema: { type: 'boolean' },
    operand: { type: 'boolean' },
    condition: { type: 'string', enum: ['false', 'true'] },
    example: true,
    operandExample: true,
  }),
  timestamp: (limits) => ({
    ...alike(textSchema('timestamp', limits, 'date-time')),
    example: '2000-01-01T12:30:00.000Z',
    operandExample: '2000-01-01T00:00:00.000Z',
  }),
};

/** Describes the values of an attribute. */
export function describeValues(attribute: Attribute): DescribedKind<Value> {
  return describedKinds[attribute.kind](attribute);
}

/** The kinds that attributes can have, and `id`. */
export const kindNames = Object.keys(describedKinds) as readonly KindName[];

function alike(schema: SchemaObject): Pick<DescribedKind<Value>, 'schema' | 'operand' | 'condition'> {
  return { schema, operand: schema, condition: schema };
}

function textSchema(kind: KindName, { maxLength }: Limits, format?: string): SchemaObject {
  const { pattern } = kinds[kind];
  if (pattern === undefined) throw new Error(`${kind} is not a text kind`);
  return {
    type: 'string',
    ...(format !== undefined && { format }),
    ...(maxLength !== undefined && { maxLength }),
    pattern: pattern.matches.source,
    not: { type: 'string', pattern: pattern.excludes.source },
  };
}

function decimalPattern({ precision = 0, scale = 0 }: Limits): string {
  const digits = precision - scale;
  const whole = digits === 0 ? '0' : String.raw`(?:0|[1-9]\d{0,${digits - 1}})`;
  return `^-?${whole}${scale === 0 ? '' : String.raw`(?:\.\d{1,${scale}})?`}$`;
}

function decimalIn(limits: Limits): string {
  const checked = ['12.5', '12', '1', '0.5'].map((each) => kinds.decimal.parse(each, limits));
  return checked.find((each) => each.valid)?.value ?? '0';
}

/** An object with exactly these members, all required unless `optional` names them. */
export function objectOf(
  properties: NonNullable<SchemaObject['properties']>,
  ...optional: readonly string[]
): SchemaObject {
  const required = Object.keys(properties).filter((name) => !optional.includes(name));
  return { type: 'object', properties, ...(required.length > 0 && { required }) };
}

export const identifierSchema: SchemaObject = { ...describeValues(IDENTIFIER).schema, examples: ['1'] };

/** The local identifier of a resource in the request that adds it. */
export const localIdSchema: SchemaObject = { type: 'string', minLength: 1, examples: ['ada'] };

/** A link: absolute if the service has a public URL, else a path. */
export function linkSchema(resources: EveryResource): SchemaObject {
  const examples = Object.values(resources).slice(0, 1);
  return { type: 'string', format: 'uri-reference', examples: examples.map((each) => resourcePath(each, { id: '1' })) };
}

/** The schema of an attribute in requests. */
export function inputSchema(attribute: WritableAttribute): SchemaObject {
  return { ...valueSchema(attribute.declared), examples: [exampleOf(attribute)] };
}

/** The schema of an attribute in responses. */
export function outputSchema(field: AttributeField): SchemaObject {
  if (field.declared !== undefined) return inputSchema(field);
  const { kind, isNullable } = field.shows;
  return valueSchema({ kind, isRequired: !isNullable });
}

function valueSchema(attribute: Attribute): SchemaObject {
  const { schema } = describeValues(attribute);
  const { type, enum: values } = schema;
  if (attribute.isRequired || typeof type !== 'string') return schema;
  return {
    ...schema,
    type: [type, 'null'],
    ...(values !== undefined && { enum: [...(values as readonly unknown[]), null] }),
  };
}

/** A valid value of an attribute. */
export function exampleOf({ declared, example }: WritableAttribute): Value {
  return example ?? describeValues(declared).example;
}
