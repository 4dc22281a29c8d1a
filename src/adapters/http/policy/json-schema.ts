// Parts of the JSON Schema of a policy.
import { FREE_NAMES } from '../request/filter/claim.ts';

export type JsonSchema = Readonly<Record<string, unknown>>;

/** An object that has no other members. */
export function closed(
  properties: Readonly<Record<string, JsonSchema>>,
  required = Object.keys(properties),
): JsonSchema {
  return { type: 'object', properties, ...(required.length > 0 && { required }), additionalProperties: false };
}

/** A name chosen in a policy: one line, and not a name that every object inherits. */
export const FREE_NAME: JsonSchema = {
  type: 'string',
  minLength: 1,
  pattern: FREE_NAMES.pattern,
  not: { enum: FREE_NAMES.forbidden },
};
