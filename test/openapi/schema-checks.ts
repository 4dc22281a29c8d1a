// Validates against the schemas of an OpenAPI document with ajv, which knows JSON Schema 2020-12.
import { Ajv2020, type ValidateFunction } from 'ajv/dist/2020.js';
import addFormats from 'ajv-formats';
import type { Json, JsonObject, Schema } from './described-api.ts';

/** Finds what is wrong with a value; undefined if nothing is. */
export type Check = (value: unknown) => string | undefined;

/** Makes checks of schemas that refer to components of the document. Members that no schema names are wrong. */
export function closedChecks(document: JsonObject): (schema: Schema) => Check {
  const ajv = new Ajv2020({ strict: false, allErrors: true });
  addFormats.default(ajv);
  ajv.addSchema({ $id: 'api', components: closed(document['components'] ?? {}) });
  const compiled = new Map<string, ValidateFunction>();
  return (schema) => {
    const text = JSON.stringify(closed(schema));
    const validate = compiled.get(text) ?? ajv.compile(JSON.parse(text) as Schema);
    compiled.set(text, validate);
    return (value) => (validate(value) ? undefined : ajv.errorsText(validate.errors, { dataVar: 'body' }));
  };
}

/** The same schema without room for members that it does not name. References lead to the components of `api`. */
function closed(value: Json): Json {
  if (Array.isArray(value)) return (value as readonly Json[]).map(closed);
  if (typeof value !== 'object' || value === null) return value;
  const copy: Record<string, Json> = {};
  for (const [name, member] of Object.entries(value as JsonObject)) {
    copy[name] = name === '$ref' && typeof member === 'string' ? member.replace('#', 'api#') : closed(member);
  }
  const describesObject = copy['type'] === 'object' && 'properties' in copy;
  return describesObject ? { additionalProperties: false, ...copy } : copy;
}
