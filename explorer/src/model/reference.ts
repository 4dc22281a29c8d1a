// The API's operations for display, read from `/openapi.json`. This code names no resources.
import { entries, isArray, isObject, isScalar, items, member, text, texts, type Json } from './json.ts';
import { resolved } from './schemas.ts';

export interface ApiReference {
  readonly title: string;
  readonly version: string;
  readonly description: string;
  readonly groups: readonly OperationGroup[];
  /** True if the service has a policy, so users can sign in. */
  readonly hasPolicy: boolean;
  /** The whole document, in which schema references are resolved. */
  readonly document: Json;
}

export interface OperationGroup {
  readonly name: string;
  readonly operations: readonly DescribedOperation[];
}

export interface DescribedOperation {
  readonly id: string;
  readonly group: string;
  readonly path: string;
  readonly summary: string;
  readonly description: string;
  /** The operation's method, then its equivalents, HEAD and QUERY. */
  readonly methods: readonly [DescribedMethod, ...DescribedMethod[]];
  readonly takesCredentials: boolean;
  readonly parameters: readonly DescribedParameter[];
  readonly body: DescribedContent | undefined;
  readonly responses: readonly DescribedResponse[];
}

export interface DescribedMethod {
  readonly id: string;
  readonly name: string;
  /** The media type of a body that holds the query string; undefined if the URL holds it. */
  readonly formType: string | undefined;
}

export interface DescribedParameter {
  readonly name: string;
  readonly place: 'path' | 'query' | 'header';
  readonly isRequired: boolean;
  readonly description: string;
  readonly schema: Json;
  readonly example: string;
}

export interface DescribedContent {
  readonly mediaType: string;
  readonly schema: Json;
  /** Named examples, or a single unnamed one. */
  readonly examples: readonly (readonly [name: string, value: Json])[];
}

export interface DescribedResponse {
  readonly status: string;
  readonly description: string;
  /** A schema with a property for each header. */
  readonly headers: Json;
  readonly contents: readonly DescribedContent[];
}

/** An operation with one of its methods. */
export interface LinkedOperation {
  readonly operation: DescribedOperation;
  readonly method: DescribedMethod;
}

export function parseReference(document: Json): ApiReference {
  const info = member(document, 'info');
  const operations = entries(member(document, 'paths')).flatMap(([path, item]) => operationsAt(document, path, item));
  const names = items(member(document, 'tags')).map((tag) => textIn(tag, 'name'));
  return {
    title: textIn(info, 'title'),
    version: textIn(info, 'version'),
    description: textIn(info, 'description'),
    groups: names.map((name) => ({ name, operations: operations.filter(({ group }) => group === name) })),
    hasPolicy: isObject(member(member(member(document, 'components'), 'securitySchemes'), 'bearer')),
    document,
  };
}

/** The operations whose method, path and texts contain every word of a phrase. */
export function findOperations(groups: readonly OperationGroup[], phrase: string): readonly OperationGroup[] {
  const words = phrase.toLowerCase().split(/\s+/u);
  const isFound = ({ id, path, summary, description, methods }: DescribedOperation): boolean => {
    const all = [id, path, summary, description, ...methods.map(({ name }) => name)].join(' ').toLowerCase();
    return words.every((word) => all.includes(word));
  };
  const found = groups.map(({ name, operations }) => ({ name, operations: operations.filter(isFound) }));
  return found.filter(({ operations }) => operations.length > 0);
}

/** @example hashOf(operation) // '#/persons/listPersons' */
export function hashOf({ group, id }: DescribedOperation, method?: DescribedMethod): string {
  return `#/${encodeURIComponent(group)}/${method?.id ?? id}`;
}

/** The operation id in the address of the page; undefined if it has none. */
export function linkedId(hash: string): string | undefined {
  return /^#\/[^/]+\/(?<id>[^/]+)$/u.exec(hash)?.groups?.['id'];
}

export function operationAt({ groups }: ApiReference, hash: string): LinkedOperation | undefined {
  const wanted = linkedId(hash);
  const all = groups.flatMap(({ operations }) => operations);
  const linked = all.flatMap((operation) => operation.methods.map((method) => ({ operation, method })));
  return linked.find(({ method }) => method.id === wanted);
}

/** An example as body text. */
export function exampleText(value: Json | undefined): string {
  if (value === undefined) return '';
  return text(value) ?? JSON.stringify(value, null, 2);
}

/** HEAD and QUERY are shown as methods of the GET operation on their path. */
function operationsAt(document: Json, path: string, item: Json): readonly DescribedOperation[] {
  const isAlike = (key: string): boolean => key === 'head' || key === 'x-query';
  const alike = entries(item).filter(([key]) => isAlike(key));
  return entries(item).flatMap(([key, json]) => {
    if (isAlike(key) || textIn(json, 'operationId') === '') return [];
    const methods = key === 'get' ? alike.map(([name, other]) => parseMethod(name, other)) : [];
    const security = items(member(json, 'security') ?? member(document, 'security'));
    const operation: DescribedOperation = {
      id: textIn(json, 'operationId'),
      group: texts(member(json, 'tags'))[0] ?? '',
      path,
      summary: textIn(json, 'summary'),
      description: textIn(json, 'description'),
      methods: [parseMethod(key, json), ...methods],
      takesCredentials: security.some((each) => member(each, 'bearer') !== undefined),
      parameters: items(member(json, 'parameters')).map((each) => parseParameter(document, resolved(document, each))),
      body: parseContents(document, member(json, 'requestBody'))[0],
      responses: entries(member(json, 'responses')).map(([status, each]) => parseResponse(document, status, each)),
    };
    return [operation];
  });
}

function parseMethod(key: string, json: Json): DescribedMethod {
  const [form] = key === 'x-query' ? entries(member(member(json, 'requestBody'), 'content')) : [];
  return { id: textIn(json, 'operationId'), name: key.replace('x-', '').toUpperCase(), formType: form?.[0] };
}

function parseParameter(document: Json, json: Json): DescribedParameter {
  const [content] = entries(member(json, 'content'));
  const place = text(member(json, 'in'));
  const schema = member(content?.[1] ?? json, 'schema') ?? {};
  const example = member(json, 'example') ?? items(member(resolved(document, schema), 'examples'))[0];
  return {
    name: textIn(json, 'name'),
    place: place === 'path' || place === 'header' ? place : 'query',
    isRequired: member(json, 'required') === true,
    description: [textIn(json, 'description'), ...constraintsOf(json)].join('\n\n'),
    schema,
    example: content === undefined ? parameterText(example) : JSON.stringify(example ?? []),
  };
}

/** Joins lists with commas. */
function parameterText(example: Json | undefined): string {
  if (isArray(example)) return texts(example).join(',');
  return isScalar(example) && example !== null ? String(example) : '';
}

/** Describes the extensions that relate a parameter to others. */
function constraintsOf(json: Json): readonly string[] {
  const excluded = entries(member(json, 'x-not-with')).map(([name, values]) => {
    const only = member(values, 'const');
    return only === undefined ? name : `${name}=${JSON.stringify(only)}`;
  });
  const sentences: readonly (readonly [start: string, names: readonly string[]])[] = [
    ['Cannot be combined with', excluded],
    ['Requires', texts(member(json, 'x-only-with'))],
    ['Not allowed if `Accept` asks for', texts(member(json, 'x-not-accepting'))],
  ];
  const either = new Intl.ListFormat('en', { type: 'disjunction' });
  return sentences
    .filter(([, names]) => names.length > 0)
    .map(([start, names]) => `${start} ${either.format(names.map((name) => `\`${name}\``))}.`);
}

function parseResponse(document: Json, status: string, reference: Json): DescribedResponse {
  const json = resolved(document, reference);
  const headers = entries(member(json, 'headers')).map(([name, each]) => {
    const header = resolved(document, each);
    return [name, { ...toObject(member(header, 'schema')), description: textIn(header, 'description') }] as const;
  });
  return {
    status,
    description: textIn(json, 'description'),
    headers: { properties: Object.fromEntries(headers), required: headers.map(([name]) => name) },
    contents: parseContents(document, json),
  };
}

/** @param json a request body or a response */
function parseContents(document: Json, json: Json | undefined): readonly DescribedContent[] {
  return entries(member(json, 'content')).map(([mediaType, content]) => {
    const example = member(content, 'example');
    const examples = entries(member(content, 'examples')).map(([name, each]) => {
      return [name, member(resolved(document, each), 'value') ?? null] as const;
    });
    const schema = member(content, 'schema') ?? {};
    return { mediaType, schema, examples: example === undefined ? examples : [['', example]] };
  });
}

function toObject(json: Json | undefined): object {
  return isObject(json) ? json : {};
}

function textIn(json: Json | undefined, name: string): string {
  return text(member(json, name)) ?? '';
}
