// The error answers of an operation, from the table of error codes.
import type { ExampleObject, MediaTypeObject, ReferenceObject, ResponseObject, SchemaObject } from 'openapi3-ts/oas31';
import { relationshipOf, resourceTypes, schema, type ResourceType } from '#domain/schema';
import type { ApiConfig } from '../api/api-config.ts';
import { errorObject, MAX_ERRORS, type ErrorCode } from '../api/errors.ts';
import { needsIfMatch } from '../api/header-use.ts';
import type { HeaderRules, HttpLimits } from '../api/limits.ts';
import { atomicFormat, MEDIA_TYPE, plainFormat, type DocumentFormat } from '../api/media-types.ts';
import type { BodyKind } from '../api/operation-traits.ts';
import { isRead, operationKindOf, primaryOf, relationshipIn, type Operation } from '../api/operations.ts';
import { relationshipsOf } from '../api/resource-description.ts';
import { commonHeaderRefs, exampleRef, headerRef, pascalCase, responseRef, schemaRef } from './components.ts';
import { errorExample, errorObjectExample } from './error-examples.ts';
import { hasPreconditions, keyErrorsOf, type KeyRules } from './headers.ts';
import { accessErrorsOf } from './security.ts';
import { objectOf } from './value-schemas.ts';

/** Whatever the operation. */
const ALWAYS: readonly ErrorCode[] = [
  'malformed-request',
  'invalid-parameter',
  'invalid-header',
  'request-timeout',
  'uri-too-long',
  'unsupported-media-type',
  'headers-too-large',
  'internal-error',
  'service-unavailable',
];
const OF_BODIES: readonly ErrorCode[] = ['malformed-json', 'invalid-document', 'type-conflict', 'body-too-large'];

/** Of the configuration. */
type Rules = HeaderRules & KeyRules & Pick<ApiConfig, 'isOpen'>;

/** Every code that an operation can answer with. */
function errorCodesOf(operation: Operation, rules: Rules): readonly ErrorCode[] {
  const { action, body, offers, isTagged, errors = [] } = operationKindOf(operation);
  const isList = body === 'operations';
  return [
    ...ALWAYS,
    ...accessErrorsOf(operation, rules),
    ...codesIf(offers !== 'file', 'not-acceptable'),
    ...codesIf(body !== undefined, ...OF_BODIES),
    ...codesIf(operation.path.includes(':'), 'object-not-found'),
    ...codesIf(action !== undefined || isList, 'query-timeout'),
    ...codesIf(!isRead(operation), 'commit-outcome-unknown'),
    ...errors,
    ...(body === undefined ? [] : CODES_OF_BODY[body](operation)),
    // Resources included in a tagged answer are part of its tag, so they are not streamed.
    ...codesIf(isTagged && action !== undefined, 'too-many-included'),
    ...codesIf(hasPreconditions(operation), 'precondition-failed'),
    ...codesIf(needsIfMatch(operation, rules) || (isList && rules.requireIfMatch), 'precondition-required'),
    ...keyErrorsOf(operation, rules),
  ];
}

function codesIf(condition: boolean, ...codes: readonly ErrorCode[]): readonly ErrorCode[] {
  return condition ? codes : [];
}

const CODES_OF_BODY: Readonly<Record<BodyKind, (operation: Operation) => readonly ErrorCode[]>> = {
  'new resource': (operation) => {
    const resource = primaryOf(operation);
    const links = Object.keys(relationshipsOf(resource)).length > 0;
    const codes = ['client-id-forbidden', 'invalid-attribute'] as const;
    return [...codes, ...codesIf(links, 'object-not-found'), ...ruleCodesOf(resource.type)];
  },
  'changed resource': (operation) => ['id-conflict', 'invalid-attribute', ...ruleCodesOf(primaryOf(operation).type)],
  linkage: (operation) => {
    const { stored } = relationshipIn(operation).field;
    // What is taken away breaks no limit.
    return codesIf(operation.method !== 'DELETE' && isLimited(primaryOf(operation).type, stored), 'too-many');
  },
  operations: () => resourceTypes.flatMap(ruleCodesOf),
};

/** The codes of the declared rules that a write of a resource can break. */
function ruleCodesOf(type: ResourceType): readonly ErrorCode[] {
  const { rules, relationships } = schema[type];
  return [
    ...codesIf(
      rules.some(({ kind }) => kind === 'unique'),
      'not-unique',
    ),
    ...codesIf(
      Object.keys(relationships).some((name) => isLimited(type, name)),
      'too-many',
    ),
  ];
}

/** Whether a rule limits a relationship, from whichever side. */
function isLimited(type: ResourceType, name: string): boolean {
  const { to, inverse } = relationshipOf(type, name);
  const limits = (of: ResourceType, relationship: string): boolean =>
    schema[of].rules.some((rule) => rule.kind === 'at most' && rule.relationship === relationship);
  return limits(type, name) || limits(to, inverse);
}

/** The error answers of an operation: references by status. */
export function errorResponsesOf(operation: Operation, rules: Rules): Readonly<Record<string, ReferenceObject>> {
  const groups = [...byStatus(errorCodesOf(operation, rules))];
  return Object.fromEntries(groups.map(([status, codes]) => [status, responseRef(responseName(codes, operation))]));
}

/** The components that the operations refer to. */
export function errorResponses(
  operations: readonly Operation[],
  rules: Rules,
): Readonly<Record<string, ResponseObject>> {
  const entries = operations.flatMap((operation) =>
    [...byStatus(errorCodesOf(operation, rules)).values()].map(
      (codes) => [responseName(codes, operation), errorResponse(codes, operation)] as const,
    ),
  );
  return Object.fromEntries(entries);
}

/** An error object for each code of the operations, and what documents say of those left out. */
export function errorSchemas(
  operations: readonly Operation[],
  limits: HttpLimits & Rules,
): Readonly<Record<string, SchemaObject>> {
  return {
    ...Object.fromEntries(codesOf(operations, limits).map((code) => [errorName(code), errorSchema(code, limits)])),
    OmittedErrors: omitted,
  };
}

/** A document for each code of the operations, plain and for lists of operations. */
export function errorExamples(
  operations: readonly Operation[],
  limits: HttpLimits & Rules,
): Readonly<Record<string, ExampleObject>> {
  const entries = codesOf(operations, limits).flatMap((code) =>
    [plainFormat, atomicFormat].map(
      (format) => [exampleName(code, format), { value: errorExample(code, limits, format) }] as const,
    ),
  );
  return Object.fromEntries(entries);
}

function exampleName(code: ErrorCode, format: DocumentFormat): string {
  return `${format === atomicFormat ? 'Atomic' : ''}${pascalCase(code)}`;
}

function codesOf(operations: readonly Operation[], rules: Rules): readonly ErrorCode[] {
  return [...new Set(operations.flatMap((operation) => errorCodesOf(operation, rules)))];
}

const omitted = objectOf({
  omitted: { type: 'integer', minimum: 1, description: `How many errors there are beyond the first ${MAX_ERRORS}.` },
});

function byStatus(codes: readonly ErrorCode[]): ReadonlyMap<string, readonly ErrorCode[]> {
  const statuses = new Map<string, Set<ErrorCode>>();
  for (const code of codes) {
    const { status } = errorObject(code, '');
    statuses.set(status, (statuses.get(status) ?? new Set()).add(code));
  }
  return new Map([...statuses].map(([status, group]) => [status, [...group]]));
}

/** @example responseName(['type-conflict', 'id-conflict'], { kind: 'update' }) // 'TypeConflictOrIdConflict' */
function responseName(codes: readonly ErrorCode[], operation: Pick<Operation, 'kind'>): string {
  const { offers } = operationKindOf(operation);
  return `${offers === 'atomic' ? 'Atomic' : ''}${codes.map(pascalCase).join('Or')}`;
}

function errorName(code: ErrorCode): string {
  return pascalCase(code.replace(/(-error)?$/, '-error'));
}

function errorResponse(codes: readonly ErrorCode[], operation: Operation): ResponseObject {
  const { offers } = operationKindOf(operation);
  const items = codes.map((code) => schemaRef(errorName(code)));
  const [only] = items;
  const errors: SchemaObject = {
    type: 'array',
    minItems: 1,
    maxItems: MAX_ERRORS,
    items: items.length === 1 && only !== undefined ? only : { oneOf: items },
  };
  const contentOf = (format: DocumentFormat, jsonapi: string): MediaTypeObject => ({
    schema: objectOf({ errors, meta: schemaRef('OmittedErrors'), jsonapi: schemaRef(jsonapi) }, 'meta'),
    examples: Object.fromEntries(codes.map((code) => [code, exampleRef(exampleName(code, format))])),
  });
  return {
    description: `${codes.map((code) => errorObject(code, '').title).join(', or ')}.`,
    headers: { ...commonHeaderRefs, ...retryHeader(codes), ...challengeHeader(codes) },
    content: {
      [MEDIA_TYPE]: contentOf(plainFormat, 'JsonApi'),
      ...(offers === 'atomic' && { [atomicFormat.mediaType]: contentOf(atomicFormat, 'AtomicJsonApi') }),
    },
  };
}

function challengeHeader(codes: readonly ErrorCode[]): ResponseObject['headers'] {
  return codes.includes('invalid-token') ? { 'WWW-Authenticate': headerRef('Challenge') } : {};
}

const MAY_RETRY: readonly ErrorCode[] = [
  'service-unavailable',
  'authentication-unavailable',
  'query-timeout',
  'idempotency-key-in-use',
];

function retryHeader(codes: readonly ErrorCode[]): ResponseObject['headers'] {
  if (codes.every((code) => MAY_RETRY.includes(code))) return { 'Retry-After': headerRef('RetryAfter') };
  return codes.some((code) => MAY_RETRY.includes(code)) ? { 'Retry-After': headerRef('OptionalRetryAfter') } : {};
}

function errorSchema(code: ErrorCode, limits: HttpLimits): SchemaObject {
  const { status, title } = errorObject(code, '');
  const source: SchemaObject = {
    oneOf: [
      objectOf({ pointer: { type: 'string', format: 'json-pointer' } }),
      objectOf({ parameter: { type: 'string' } }),
    ],
  };
  const meta: SchemaObject = { type: 'object', additionalProperties: { type: ['string', 'integer', 'object'] } };
  // The profile of pages by cursor has URIs for what is wrong with its parameters.
  const links = code === 'invalid-parameter' ? { links: objectOf({ type: { type: 'string', format: 'uri' } }) } : {};
  const members = { status: { const: status }, code: { const: code }, title: { const: title } };
  const schema = objectOf(
    { ...members, detail: { type: 'string' }, source, ...links, meta },
    'source',
    'links',
    'meta',
  );
  return { ...schema, examples: [errorObjectExample(code, limits)] };
}
