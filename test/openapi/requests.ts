// Requests at random: such as an operation describes, and the same with one thing wrong.
import fc from 'fast-check';
import { anyText } from '../support/any-text.ts';
import { MEDIA_TYPE, MODERN_TYPE } from '../support/media-types.ts';
import { withDefinedLids } from './local-ids.ts';
import { textOf, type DescribedOperation, type DescribedParameter, type Json, type Schema } from './described-api.ts';
import { withIncluded, withinBytes, type Pair } from './include-paths.ts';

export interface DrawnRequest {
  readonly operation: DescribedOperation;
  /** The fault put into it; undefined: none. */
  readonly fault: string | undefined;
  /** In the order of the path's placeholders. */
  readonly segments: readonly string[];
  readonly query: readonly Pair[];
  readonly headers: Readonly<Record<string, string>>;
  /** As text, since it may be no JSON. */
  readonly body: string | undefined;
  /** True if its preconditions contain the tag seen last. */
  readonly takesSeenTag: boolean;
}

type ValuesOf = (schema: Schema) => fc.Arbitrary<Json>;

/** Requests that the description allows. */
export function validRequests(operation: DescribedOperation, valuesOf: ValuesOf): fc.Arbitrary<DrawnRequest> {
  const { parameters, body } = operation;
  const drawn = (place: DescribedParameter['in']): fc.Arbitrary<readonly Pair[]> =>
    fc
      .tuple(...parameters.filter((each) => each.in === place).map((each) => pairs(each, valuesOf)))
      .map((all) => all.flat());
  const text = body === undefined ? fc.constant(undefined) : withExample(valuesOf(body.schema), body.example);
  return fc
    .record({
      accept: acceptable(operation),
      path: drawn('path'),
      query: drawn('query'),
      header: drawn('header'),
      value: text,
      seen: fc.boolean(),
    })
    .map((parts) => ({
      operation,
      fault: undefined,
      segments: parts.path.map(([, value]) => value),
      query: together(operation, parts.query, parts.accept),
      headers: {
        ...Object.fromEntries(parts.header),
        ...(parts.accept !== undefined && { Accept: parts.accept }),
        ...contentTypeOf(operation),
      },
      body: body === undefined ? undefined : JSON.stringify(withDefinedLids(parts.value ?? null)),
      takesSeenTag: parts.seen,
    }));
}

export function contentTypeOf({ body, formType }: DescribedOperation): Readonly<Record<string, string>> {
  const type = body?.mediaType ?? formType;
  return type === undefined ? {} : { 'Content-Type': type };
}

/** A media type of the successful response, one that asks for JSON:API 1.1 alone, or none. */
function acceptable({ answers }: DescribedOperation): fc.Arbitrary<string | undefined> {
  const types = [200, 201].flatMap((status) => [...(answers.get(status)?.content.keys() ?? [])]);
  return fc.constantFrom(undefined, ...types, ...(types.includes(MEDIA_TYPE) ? [MODERN_TYPE] : []));
}

/** Drops parameters that cannot be combined with each other or with the accepted media type, and adds the include paths that the others need. */
function together(
  { parameters }: DescribedOperation,
  query: readonly Pair[],
  accept: string | undefined,
): readonly Pair[] {
  let kept = withinBytes(parameters, query);
  const has = (name: string): boolean => kept.some(([each]) => each === name);
  for (const { name, notWith, notAccepting, onlyWith } of parameters) {
    if (notAccepting.includes(accept ?? '')) kept = kept.filter(([each]) => each !== name);
    // A profile for pages means what its parameters mean.
    if (has(name) || (notWith.length > 0 && accept?.includes('cursor-pagination') === true))
      for (const other of notWith)
        kept = kept.filter(([each, value]) => each !== other.name || value !== textOf(other.value ?? value));
    if (onlyWith.length > 0 && !onlyWith.some(has)) kept = kept.filter(([each]) => each !== name);
  }
  return withIncluded(parameters, kept);
}

/** A parameter with its value, or, mostly, nothing if it is optional. */
function pairs(parameter: DescribedParameter, valuesOf: ValuesOf): fc.Arbitrary<readonly Pair[]> {
  const { name, required, schema, example, isFromAnswers } = parameter;
  // A header cannot be empty.
  if (isFromAnswers && parameter.in === 'header') return fc.constant([]);
  const values = isFromAnswers ? fc.constant('') : withExample(valuesOf(schema), example);
  const given = values.map((value): readonly Pair[] => [[name, serialized(parameter, value)]]);
  // Small pages test the most, because they have links to follow.
  const omitted = { weight: name.endsWith('size]') ? 1 : 5, arbitrary: fc.constant([]) };
  return required ? given : fc.oneof(omitted, { weight: 1, arbitrary: given });
}

function withExample(values: fc.Arbitrary<Json>, example: Json | undefined): fc.Arbitrary<Json> {
  return example === undefined ? values : fc.oneof(values, values, fc.constant(example));
}

/** Style `form` without `explode`. */
export function serialized({ isJson }: DescribedParameter, value: Json): string {
  if (isJson) return JSON.stringify(value);
  return Array.isArray(value) ? value.join(',') : textOf(value);
}

/** The same request with one thing that may be wrong: harmless or not, the answer must be one of those described. */
export function faulty(requests: fc.Arbitrary<DrawnRequest>): fc.Arbitrary<DrawnRequest> {
  return fc
    .tuple(requests, fc.constantFrom(...Object.entries(faults)), anyText, fc.jsonValue(), fc.nat())
    .map(([request, [fault, spoil], text, value, index]) => ({ ...spoil(request, { text, value, index }), fault }));
}

interface Chance {
  readonly text: string;
  readonly value: unknown;
  readonly index: number;
}

type Spoil = (request: DrawnRequest, chance: Chance) => DrawnRequest;

const faults: Readonly<Record<string, Spoil>> = {
  'an unknown parameter': (request, { text }) => ({ ...request, query: [...request.query, ['unknown', text]] }),
  'no include path': (request) => ({ ...request, query: request.query.filter(([name]) => name !== 'include') }),
  'any path in brackets': (request, { text }) => ({
    ...request,
    query: [...request.query, [`page[${text}][size]`, '1']],
  }),
  'a parameter twice': (request) => ({ ...request, query: [...request.query, ...request.query] }),
  'any text as a parameter': (request, { text, index }) => {
    const names = request.operation.parameters.filter((each) => each.in === 'query').map(({ name }) => name);
    const name = names[index % names.length] ?? 'unknown';
    return { ...request, query: [...request.query.filter(([each]) => each !== name), [name, text]] };
  },
  'any text as an identifier': (request, { text }) => ({
    ...request,
    // Empty segments and those of dots make another path.
    segments: request.segments.map(() => `x${text}`),
  }),
  'another media type': (request) => ({ ...request, headers: { ...request.headers, 'Content-Type': 'text/plain' } }),
  'parameters of the media type': (request) => ({
    ...request,
    headers: { ...request.headers, 'Content-Type': 'application/vnd.api+json; charset=utf-8' },
  }),
  'an answer that is not offered': (request) => ({ ...request, headers: { ...request.headers, Accept: 'image/png' } }),
  'half a body': (request) => ({ ...request, body: request.body?.slice(0, request.body.length / 2) }),
  'any body': (request, { value }) => ({ ...request, body: request.body && JSON.stringify(value) }),
  'a member too many in the body': (request, { text, index }) => {
    const added = { [index % 2 === 0 ? 'id' : 'unknown']: text };
    return { ...request, body: request.body?.replace(/\{(?=[^{]*$)/, `${JSON.stringify(added).slice(0, -1)},`) };
  },
  'any value in the body': (request, { value, index }) => ({
    ...request,
    body:
      request.body && JSON.stringify(replaced(JSON.parse(request.body) as Json, value as Json, { left: index % 12 })),
  }),
};

/** Replaces the value that is reached after `left` others. */
function replaced(value: Json, by: Json, count: { left: number }): Json {
  count.left -= 1;
  if (count.left === 0) return by;
  if (typeof value !== 'object' || value === null) return value;
  if (Array.isArray(value)) return (value as readonly Json[]).map((each) => replaced(each, by, count));
  return Object.fromEntries(Object.entries(value).map(([name, each]) => [name, replaced(each, by, count)]));
}

/** The request target. */
export function targetOf(request: DrawnRequest): string {
  const path = pathOf(request);
  const text = request.operation.formType === undefined ? queryStringOf(request) : '';
  return text === '' ? path : `${path}?${text}`;
}

/** The body of the request: for QUERY, its query string. */
export function bodyOf(request: DrawnRequest): string | undefined {
  return request.operation.formType === undefined ? request.body : queryStringOf(request);
}

function queryStringOf({ query }: DrawnRequest): string {
  return query.map(([name, value]) => `${encodeURIComponent(name)}=${encodeURIComponent(value)}`).join('&');
}

/** The path of the request target. */
export function pathOf({ operation, segments }: DrawnRequest): string {
  const left = [...segments];
  return operation.path.replace(/\{\w+\}/g, () => encodeURIComponent(left.shift() ?? ''));
}
