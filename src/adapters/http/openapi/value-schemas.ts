// Schemas of single values, by the kinds of the domain.
import type { SchemaObject } from 'openapi3-ts/oas31';
import { IDENTIFIER_FORM, INTEGER_FORM } from '#domain/identifier';
import { kinds, type KindName, type Value, type ValueOf } from '#domain/kinds';
import { resourcePath } from '../api/links.ts';
import type { AttributeField, EveryResource, WritableAttribute } from '../api/resource-description.ts';

/** The OpenAPI description of a kind of values. */
interface DescribedKind<Of extends Value> {
  /** Of values that are stored. */
  readonly schema: SchemaObject;
  /** Of values that a filter compares with. */
  readonly operand: SchemaObject;
  /** The same in `filter[FIELD]`, where every value is text. */
  readonly condition: SchemaObject;
  /** A valid value. */
  readonly example: Of;
  /** A value to compare with. */
  readonly operandExample: Of;
}

const storedText = textSchema('text');
const anyText: SchemaObject = { type: 'string', not: { type: 'string', pattern: '\\0' } };
const integer: SchemaObject = {
  type: 'integer',
  minimum: Number.MIN_SAFE_INTEGER,
  maximum: Number.MAX_SAFE_INTEGER,
};
const integerText: SchemaObject = { type: 'string', pattern: INTEGER_FORM.source };
const date = textSchema('date', 'date');
const timestamp = textSchema('timestamp', 'date-time');

export const describedKinds: { readonly [Name in KindName]: DescribedKind<ValueOf[Name]> } = {
  identifier: {
    schema: { type: 'string', pattern: IDENTIFIER_FORM.source },
    operand: { oneOf: [integer, integerText] },
    condition: integerText,
    example: '1',
    operandExample: '1',
  },
  text: { schema: storedText, operand: anyText, condition: anyText, example: 'Some text', operandExample: 'a' },
  email: {
    schema: textSchema('email', 'email'),
    operand: anyText,
    condition: anyText,
    example: 'ada@example.org',
    operandExample: 'a',
  },
  date: { schema: date, operand: date, condition: date, example: '1815-12-10', operandExample: '2000-01-01' },
  integer: { schema: integer, operand: integer, condition: integerText, example: 7, operandExample: 1 },
  boolean: {
    schema: { type: 'boolean' },
    operand: { type: 'boolean' },
    condition: { type: 'string', enum: ['false', 'true'] },
    example: true,
    operandExample: true,
  },
  timestamp: {
    schema: timestamp,
    operand: timestamp,
    condition: timestamp,
    example: '2000-01-01T12:30:00.000Z',
    operandExample: '2000-01-01T00:00:00.000Z',
  },
};

/** The kinds that attributes can have, and `id`. */
export const kindNames = Object.keys(describedKinds) as readonly KindName[];

function textSchema(kind: KindName, format?: string): SchemaObject {
  const { pattern } = kinds[kind];
  if (pattern === undefined) throw new Error(`${kind} is no text`);
  return {
    type: 'string',
    ...(format !== undefined && { format }),
    pattern: pattern.matches.source,
    not: { type: 'string', pattern: pattern.excludes.source },
  };
}

/** An object with exactly these members, all required unless `optional` names them. */
export function objectOf(
  properties: NonNullable<SchemaObject['properties']>,
  ...optional: readonly string[]
): SchemaObject {
  const required = Object.keys(properties).filter((name) => !optional.includes(name));
  return { type: 'object', properties, ...(required.length > 0 && { required }) };
}

export const identifierSchema: SchemaObject = { ...describedKinds.identifier.schema, examples: ['1'] };

/** The local identifier of a resource within the list of operations that adds it. */
export const localIdSchema: SchemaObject = { type: 'string', minLength: 1, examples: ['ada'] };

/** A link: absolute if the service has a public URL, else a path. */
export function linkSchema(resources: EveryResource): SchemaObject {
  const examples = Object.values(resources).slice(0, 1);
  return { type: 'string', format: 'uri-reference', examples: examples.map((each) => resourcePath(each, { id: '1' })) };
}

/** The schema of an attribute in requests. */
export function inputSchema(attribute: WritableAttribute): SchemaObject {
  const { kind, maxLength, isRequired } = attribute.declared;
  return { ...valueSchema(kind, !isRequired, maxLength), examples: [exampleOf(attribute)] };
}

/** The schema of an attribute in responses. */
export function outputSchema(field: AttributeField): SchemaObject {
  return field.declared === undefined ? valueSchema(field.shows.kind, field.shows.isNullable) : inputSchema(field);
}

function valueSchema(kind: KindName, isNullable: boolean, maxLength?: number): SchemaObject {
  const { type, format, ...schema } = describedKinds[kind].schema;
  return {
    type: isNullable && typeof type === 'string' ? [type, 'null'] : type,
    ...(format !== undefined && { format }),
    ...(maxLength !== undefined && { maxLength }),
    ...schema,
  } as SchemaObject;
}

/** A valid value of an attribute. */
export function exampleOf({ declared, example }: WritableAttribute): Value {
  return example ?? describedKinds[declared.kind].example;
}
