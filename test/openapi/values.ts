// Values that a JSON Schema allows, at random.
import fc from 'fast-check';
import { anyText } from '../support/any-text.ts';
import { resolved, type Json, type JsonObject, type Schema } from './described-api.ts';
import { closedChecks } from './schema-checks.ts';

/** The most times that a schema containing itself is entered. */
const MAX_DEPTH = 3;
const MAX_ITEMS = 2;
const FEW = ['1', '2', '3', '4'];

/** Makes the arbitraries of schemas that refer to components of the document. */
export function schemaValues(document: JsonObject): (schema: Schema) => fc.Arbitrary<Json> {
  const checkOf = closedChecks(document);
  const known = new Map<string, fc.Arbitrary<Json>>();
  const recursive = recursiveComponents(document);
  const mentionsRecursive = (schema: Schema): boolean => referencesIn(schema).some((name) => recursive.has(name));

  function valuesOf(schema: Schema, depth: number): fc.Arbitrary<Json> {
    const reference = schema['$ref'];
    if (typeof reference === 'string') return component(reference, depth);
    if ('const' in schema) return fc.constant(schema['const'] ?? null);
    if ('enum' in schema) return fc.constantFrom(...(schema['enum'] as readonly Json[]));
    const alternatives = schema['oneOf'] ?? schema['anyOf'];
    if (alternatives !== undefined) {
      const branches = (alternatives as readonly Schema[]).filter((each) => depth > 0 || !mentionsRecursive(each));
      return fc.oneof(...branches.map((each) => valuesOf(each, depth)));
    }
    const types = [schema['type'] ?? []].flat() as readonly string[];
    return fc.oneof(...types.map((type) => valuesOfType(type, schema, depth)));
  }

  function component(reference: string, depth: number): fc.Arbitrary<Json> {
    const left = recursive.has(reference) ? depth - 1 : depth;
    const key = `${reference} ${left}`;
    const values = known.get(key) ?? valuesOf(resolved(document, { $ref: reference }), left);
    known.set(key, values);
    return values;
  }

  function valuesOfType(type: string, schema: Schema, depth: number): fc.Arbitrary<Json> {
    switch (type) {
      case 'null':
        return fc.constant(null);
      case 'boolean':
        return fc.boolean();
      case 'string':
        return textsOf(schema);
      case 'integer':
        return integersOf(schema);
      case 'array':
        return arraysOf(schema, depth);
      case 'object':
        return objectsOf(schema, depth);
      default:
        throw new Error(`the document has values of type ${type}`);
    }
  }

  function textsOf(schema: Schema): fc.Arbitrary<string> {
    const check = checkOf(schema);
    const isAllowed = (text: string): boolean => check(text) === undefined;
    const { pattern, maxLength } = schema;
    if (schema['format'] === 'date') return dates.filter(isAllowed);
    const few = FEW.some(isAllowed) ? [fc.constantFrom(...FEW)] : [];
    const free = isAllowed('any text') ? [anyText] : [];
    const longest =
      typeof maxLength === 'number' && free.length > 0 ? [fc.constant('\u{1F600}'.repeat(maxLength))] : [];
    const matching = typeof pattern === 'string' ? [fc.stringMatching(new RegExp(pattern, 'u'))] : [];
    return fc.oneof(...few, ...few, ...free, ...longest, ...matching).filter(isAllowed);
  }

  function objectsOf(schema: Schema, depth: number): fc.Arbitrary<Json> {
    const properties = Object.entries((schema['properties'] ?? {}) as Readonly<Record<string, Schema>>);
    const model = Object.fromEntries(properties.map(([name, each]) => [name, valuesOf(each, depth)]));
    return fc.record(model, { requiredKeys: (schema['required'] ?? []) as string[], noNullPrototype: true });
  }

  function arraysOf(schema: Schema, depth: number): fc.Arbitrary<Json> {
    if ('prefixItems' in schema) {
      return fc.tuple(...(schema['prefixItems'] as readonly Schema[]).map((each) => valuesOf(each, depth)));
    }
    const items = schema['items'] as Schema;
    if (depth <= 0 && mentionsRecursive(items)) return fc.constant([]);
    return fc.array(valuesOf(items, depth), {
      minLength: Number(schema['minItems'] ?? 0),
      maxLength: Math.min(MAX_ITEMS, Number(schema['maxItems'] ?? MAX_ITEMS)),
    });
  }

  return (schema) => valuesOf(schema, MAX_DEPTH);
}

function integersOf({ minimum, maximum }: Schema): fc.Arbitrary<number> {
  const [least, most] = [Number(minimum ?? Number.MIN_SAFE_INTEGER), Number(maximum ?? Number.MAX_SAFE_INTEGER)];
  const upTo = (limit: number): fc.Arbitrary<number> =>
    fc.integer({ min: Math.max(least, 0), max: Math.min(most, limit) });
  return fc.oneof(upTo(2), upTo(5), fc.bigInt({ min: BigInt(least), max: BigInt(most) }).map(Number));
}

const dates = fc
  .date({ min: new Date('0001-01-01'), max: new Date('9999-12-31'), noInvalidDate: true })
  .map((date) => date.toISOString().slice(0, 10));

/** The components that contain themselves, by reference. */
function recursiveComponents(document: JsonObject): ReadonlySet<string> {
  const references = new Set(referencesIn(document));
  const reaches = (reference: string, seen: Set<string>): Set<string> => {
    for (const next of referencesIn(resolved(document, { $ref: reference })).filter((each) => !seen.has(each)))
      reaches(next, seen.add(next));
    return seen;
  };
  return new Set([...references].filter((reference) => reaches(reference, new Set()).has(reference)));
}

function referencesIn(schema: Json): readonly string[] {
  return [...JSON.stringify(schema).matchAll(/"\$ref":"([^"]+)"/g)].map(([, reference]) => reference ?? '');
}
