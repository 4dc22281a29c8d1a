// Schemas of single values, from the rules of the domain.
import type { SchemaObject } from 'openapi3-ts/oas31';
import type { AttributeKind } from '#application/model/schema';
import { IDENTIFIER_FORM } from '#domain/identifier';
import { patterns, type Format, type Rule } from '#domain/rules';
import { CANONICAL_INTEGER } from '../jsonapi/query/filter/filter-operand.ts';
import type { AttributeField, WritableAttribute } from '../jsonapi/resources/resource.ts';

/** JSON Schema's name of a format, and a valid value. */
const formats: Readonly<Record<Format, { readonly format?: string; readonly example: string }>> = {
  text: { example: 'Some text' },
  email: { format: 'email', example: 'ada@example.org' },
  date: { format: 'date', example: '1815-12-10' },
};

/** An object with exactly these members, all required unless `optional` names them. */
export function objectOf(
  properties: NonNullable<SchemaObject['properties']>,
  ...optional: readonly string[]
): SchemaObject {
  const required = Object.keys(properties).filter((name) => !optional.includes(name));
  return { type: 'object', properties, ...(required.length > 0 && { required }) };
}

export const identifierSchema: SchemaObject = { type: 'string', pattern: IDENTIFIER_FORM.source, examples: ['1'] };

/** What identifies a resource in the list of operations that adds it. */
export const localIdSchema: SchemaObject = { type: 'string', minLength: 1, examples: ['ada'] };

/** A link: absolute if the service has a public URL, else a path. */
export const linkSchema: SchemaObject = { type: 'string', format: 'uri-reference' };

/** What the rule of an attribute accepts. */
function ruleSchema({ format, maxLength, nullable }: Pick<Rule, 'format' | 'maxLength' | 'nullable'>): SchemaObject {
  const { matches, excludes } = patterns[format];
  const named = formats[format].format;
  return {
    type: nullable ? ['string', 'null'] : 'string',
    ...(named !== undefined && { format: named }),
    ...(maxLength !== undefined && { maxLength }),
    pattern: matches.source,
    not: { type: 'string', pattern: excludes.source },
  };
}

/** What clients may send for an attribute. */
export function inputSchema(attribute: WritableAttribute): SchemaObject {
  return { ...ruleSchema(attribute.rule), examples: [exampleOf(attribute)] };
}

/** What answers show of an attribute. */
export function outputSchema(field: AttributeField): SchemaObject {
  if (field.rule === undefined) return ruleSchema(field.shows);
  return { ...ruleSchema(field.rule), examples: [exampleOf(field)] };
}

/** A valid value of an attribute. */
export function exampleOf({ rule, example }: WritableAttribute): string {
  return example ?? formats[rule.format].example;
}

const integer: SchemaObject = {
  oneOf: [
    { type: 'integer', minimum: Number.MIN_SAFE_INTEGER, maximum: Number.MAX_SAFE_INTEGER },
    { type: 'string', pattern: CANONICAL_INTEGER.source },
  ],
};

/** A value that a filter compares with. */
export const operandSchemas: Readonly<Record<AttributeKind, SchemaObject>> = {
  identifier: integer,
  text: { type: 'string', not: { type: 'string', pattern: patterns.text.excludes.source } },
  date: ruleSchema({ format: 'date', nullable: false }),
};

/** The same in `filter[FIELD]`, which has no numbers. */
export const conditionSchemas: Readonly<Record<AttributeKind, SchemaObject>> = {
  ...operandSchemas,
  identifier: { type: 'string', pattern: CANONICAL_INTEGER.source },
};

/** Values to ask for in examples. */
export const operandExamples: Readonly<Record<AttributeKind, string>> = {
  identifier: '1',
  text: 'a',
  date: '2000-01-01',
};
