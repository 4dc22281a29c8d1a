// Reads an OpenAPI document, knowing nothing of this service: its operations, with parameters and answers resolved.

export type Json = null | boolean | number | string | readonly Json[] | JsonObject;
export interface JsonObject {
  readonly [name: string]: Json;
}

/** A JSON Schema as the document has it. */
export type Schema = JsonObject;

export interface DescribedParameter {
  readonly name: string;
  readonly in: 'path' | 'query' | 'header';
  readonly required: boolean;
  readonly schema: Schema;
  /** True if a value is sent as JSON; otherwise a list is joined by commas. */
  readonly isJson: boolean;
  readonly example: Json | undefined;
  /** True if no value except the empty one can be made up. */
  readonly isFromAnswers: boolean;
  /** Names of parameters that it cannot be combined with, and the values that this is about; undefined: all. */
  readonly notWith: readonly { readonly name: string; readonly value: Json | undefined }[];
  /** Media types in `Accept` that it cannot be combined with. */
  readonly notAccepting: readonly string[];
  /** Names of parameters one of which it needs; none: it stands alone. */
  readonly onlyWith: readonly string[];
  /** The required beginning of an include path, by each relationship path in the value that needs it; `''` stands for any value. */
  readonly onlyIncluded: ReadonlyMap<string, string>;
  /** The most bytes that all parameters with this limit may have together. */
  readonly maxBytes: number | undefined;
}

export interface DescribedBody {
  readonly mediaType: string;
  readonly schema: Schema;
  readonly example: Json | undefined;
}

export interface DescribedAnswer {
  /** Schemas of the headers that the answer must have, and of those that it may have. */
  readonly headers: readonly { readonly name: string; readonly required: boolean; readonly schema: Schema }[];
  /** By media type; empty: no body. */
  readonly content: ReadonlyMap<string, DescribedContent>;
}

export interface DescribedContent {
  readonly schema: Schema;
  /** For documents of JSON:API 1.1, if they differ by more than the root of the description states. */
  readonly modernSchema: Schema | undefined;
  /** Of each line, where the body is one JSON value per line. */
  readonly lineSchema: Schema | undefined;
  readonly example: Json | undefined;
}

export interface DescribedOperation {
  readonly id: string;
  readonly method: string;
  /** With placeholders: `/persons/{id}`. */
  readonly path: string;
  readonly parameters: readonly DescribedParameter[];
  readonly body: DescribedBody | undefined;
  /** The media type of the body that holds the query string; undefined if the URL holds it. */
  readonly formType: string | undefined;
  /** By status. */
  readonly answers: ReadonlyMap<number, DescribedAnswer>;
}

export function describedOperations(document: JsonObject): readonly DescribedOperation[] {
  return Object.entries(objectAt(document, 'paths')).flatMap(([path, item]) =>
    Object.entries(asObject(item)).map(([method, operation]) =>
      method === 'x-query'
        ? readQuery(document, path, asObject(operation), objectAt(asObject(item), 'get'))
        : readOperation(document, method.toUpperCase(), path, asObject(operation)),
    ),
  );
}

/** The operation QUERY, with the parameters of GET: these are described in more detail than the properties of the form. */
function readQuery(document: JsonObject, path: string, query: JsonObject, get: JsonObject): DescribedOperation {
  const { body, ...read } = readOperation(document, 'QUERY', path, { ...query, parameters: get['parameters'] ?? [] });
  const properties = Object.keys(objectAt(body?.schema ?? {}, 'properties'));
  const parameters = read.parameters.filter((each) => each.in !== 'query' || properties.includes(each.name));
  return { ...read, parameters, body: undefined, formType: body?.mediaType };
}

/** Follows a `$ref` into the document, if the value is one. */
export function resolved(document: JsonObject, value: Json): JsonObject {
  const object = asObject(value);
  const reference = object['$ref'];
  if (typeof reference !== 'string') return object;
  const path = decodeURIComponent(reference.replace('#/', ''))
    .split('/')
    .map((token) => token.replaceAll('~1', '/'));
  return resolved(document, path.reduce<JsonObject>(objectAt, document));
}

function readOperation(document: JsonObject, method: string, path: string, operation: JsonObject): DescribedOperation {
  const parameters = asList(operation['parameters'] ?? []).map((each) => readParameter(resolved(document, each)));
  const answers = Object.entries(objectAt(operation, 'responses')).map(
    ([status, answer]) => [Number(status), readAnswer(document, resolved(document, answer))] as const,
  );
  return {
    id: textOf(operation['operationId']),
    method,
    path,
    parameters,
    body: 'requestBody' in operation ? readBody(resolved(document, objectAt(operation, 'requestBody'))) : undefined,
    formType: undefined,
    answers: new Map(answers),
  };
}

function readParameter(parameter: JsonObject): DescribedParameter {
  const place = parameter['in'];
  if (place !== 'path' && place !== 'query' && place !== 'header') throw new Error(`parameters in ${textOf(place)}`);
  const isJson = 'content' in parameter;
  const { schema } = isJson ? asObject(Object.values(objectAt(parameter, 'content'))[0] ?? {}) : parameter;
  return {
    name: textOf(parameter['name']),
    in: place,
    required: parameter['required'] === true,
    schema: asObject(schema ?? {}),
    isJson,
    example: parameter['example'],
    isFromAnswers: parameter['x-from-answers'] === true,
    notWith: Object.entries(asObject(parameter['x-not-with'] ?? {})).map(([name, about]) => ({
      name,
      value: about === true ? undefined : asObject(about)['const'],
    })),
    notAccepting: asList(parameter['x-not-accepting'] ?? []).map(textOf),
    onlyWith: asList(parameter['x-only-with'] ?? []).map(textOf),
    onlyIncluded: readNeeded(parameter['x-only-included'] ?? {}),
    maxBytes: parameter['x-max-bytes'] === undefined ? undefined : Number(parameter['x-max-bytes']),
  };
}

function readNeeded(needed: Json): DescribedParameter['onlyIncluded'] {
  if (typeof needed === 'string') return new Map([['', needed]]);
  return new Map(Object.entries(asObject(needed)).map(([path, beginning]) => [path, textOf(beginning)]));
}

function readBody(body: JsonObject): DescribedBody {
  const [[mediaType, content] = ['', {}]] = Object.entries(objectAt(body, 'content'));
  const { schema, example } = asObject(content);
  return { mediaType, schema: asObject(schema ?? {}), example };
}

function readAnswer(document: JsonObject, answer: JsonObject): DescribedAnswer {
  const headers = Object.entries(asObject(answer['headers'] ?? {})).map(([name, value]) => {
    const { required, schema } = resolved(document, value);
    return { name, required: required === true, schema: asObject(schema ?? {}) };
  });
  const content = Object.entries(asObject(answer['content'] ?? {})).map(([mediaType, value]) => {
    const { schema, example, 'x-item-schema': line, 'x-json-api-1.1': modern } = asObject(value);
    const lineSchema = line === undefined ? undefined : { $ref: line };
    const modernSchema = modern === undefined ? undefined : { $ref: modern };
    return [mediaType, { schema: asObject(schema ?? {}), modernSchema, lineSchema, example }] as const;
  });
  return { headers, content: new Map(content) };
}

export function isObject(value: Json): value is JsonObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** A text as it is, another value as JSON. */
export function textOf(value: Json | undefined): string {
  return typeof value === 'string' ? value : JSON.stringify(value);
}

function objectAt(object: JsonObject, name: string): JsonObject {
  const value = object[name];
  if (value === undefined) throw new Error(`the document has no ${name} where one is needed`);
  return asObject(value);
}

function asObject(value: Json): JsonObject {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) throw new Error('an object is needed');
  return value as JsonObject;
}

function asList(value: Json): readonly Json[] {
  if (!Array.isArray(value)) throw new Error('a list is needed');
  return value as readonly Json[];
}
