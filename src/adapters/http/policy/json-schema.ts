// Words in which the schema of a policy is written.

export type JsonSchema = Readonly<Record<string, unknown>>;

/** An object that has no other members. */
export function closed(
  properties: Readonly<Record<string, JsonSchema>>,
  required = Object.keys(properties),
): JsonSchema {
  return { type: 'object', properties, ...(required.length > 0 && { required }), additionalProperties: false };
}

/** A name that a policy gives: on one line, and not of what every object inherits. */
export const FREE_NAME: JsonSchema = {
  type: 'string',
  minLength: 1,
  pattern: '^[^\\u0000-\\u001f\\u007f-\\u009f\\u2028\\u2029]*$',
  not: { enum: Object.getOwnPropertyNames(Object.prototype).toSorted() },
};
