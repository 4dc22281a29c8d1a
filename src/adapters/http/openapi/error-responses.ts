// The error responses of an operation, from the table of error codes.
import type { ExampleObject, MediaTypeObject, ReferenceObject, ResponseObject, SchemaObject } from 'openapi3-ts/oas31';
import { errorObject, MAX_ERRORS, type ErrorCode } from '../api/errors.ts';
import type { ApiConfig } from '../api/api-config.ts';
import { atomicFormat, MEDIA_TYPE, plainFormat, type DocumentFormat } from '../api/media-types.ts';
import { operationKindOf, type Operation } from '../api/operations.ts';
import { commonHeaderRefs, exampleRef, headerRef, pascalCase, responseRef, schemaRef } from './components.ts';
import { errorCodesOf, type ErrorRules } from './error-codes.ts';
import { errorExample, errorObjectExample } from './error-examples.ts';
import { modernName } from './document-schemas.ts';
import { objectOf } from './value-schemas.ts';

/** The error responses of an operation: references by status. */
export function errorResponsesOf(operation: Operation, rules: ErrorRules): Readonly<Record<string, ReferenceObject>> {
  const groups = [...byStatus(errorCodesOf(operation, rules))];
  return Object.fromEntries(groups.map(([status, codes]) => [status, responseRef(responseName(codes, operation))]));
}

/** The components that the operations refer to. */
export function errorResponses(
  operations: readonly Operation[],
  rules: ErrorRules,
): Readonly<Record<string, ResponseObject>> {
  const entries = operations.flatMap((operation) =>
    [...byStatus(errorCodesOf(operation, rules)).values()].map(
      (codes) => [responseName(codes, operation), errorResponse(codes, operation)] as const,
    ),
  );
  return Object.fromEntries(entries);
}

/** An error object for each code of the operations, and the `meta` that counts omitted errors. */
export function errorSchemas(
  operations: readonly Operation[],
  config: ApiConfig,
): Readonly<Record<string, SchemaObject>> {
  return {
    ...Object.fromEntries(
      codesOf(operations, rulesIn(config)).map((code) => [errorName(code), errorSchema(code, config)]),
    ),
    OmittedErrors: omitted,
    ...modernErrorParts,
  };
}

/** A document for each code of the operations, plain and for atomic operations. */
export function errorExamples(
  operations: readonly Operation[],
  config: ApiConfig,
): Readonly<Record<string, ExampleObject>> {
  const entries = codesOf(operations, rulesIn(config)).flatMap((code) =>
    [plainFormat, atomicFormat].map(
      (format) => [exampleName(code, format), { value: errorExample(code, config, format) }] as const,
    ),
  );
  return Object.fromEntries(entries);
}

function rulesIn({ limits, isPublic }: ApiConfig): ErrorRules {
  return { ...limits, isPublic };
}

function exampleName(code: ErrorCode, format: DocumentFormat): string {
  return `${format === atomicFormat ? 'Atomic' : ''}${pascalCase(code)}`;
}

function codesOf(operations: readonly Operation[], rules: ErrorRules): readonly ErrorCode[] {
  return [...new Set(operations.flatMap((operation) => errorCodesOf(operation, rules)))];
}

/** The parts of an error object that differ in JSON:API 1.1. */
const modernErrorParts: Readonly<Record<string, SchemaObject>> = {
  ErrorLinks: objectOf({
    type: { type: 'string', format: 'uri-reference', description: 'The documentation of this error.' },
  }),
  [modernName('ErrorSource')]: {
    oneOf: [
      objectOf({ pointer: { type: 'string', format: 'json-pointer' } }),
      objectOf({ parameter: { type: 'string' } }),
      objectOf({ header: { type: 'string' } }),
    ],
  },
};

const omitted = objectOf({
  omitted: { type: 'integer', minimum: 1, description: `The number of errors beyond the first ${MAX_ERRORS}.` },
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
  const contentOf = (format: DocumentFormat, schema: SchemaObject): MediaTypeObject => ({
    schema,
    examples: Object.fromEntries(codes.map((code) => [code, exampleRef(exampleName(code, format))])),
  });
  const members = { errors, meta: schemaRef('OmittedErrors'), jsonapi: schemaRef('JsonApi') };
  // 406 means that the client does not accept the extension, so the document does not use it.
  const isAtomic = offers === 'atomic' && !codes.includes('not-acceptable');
  return {
    description: `${codes.map((code) => errorObject(code, '').title).join(', or ')}.`,
    headers: { ...commonHeaderRefs, ...retryHeader(codes), ...challengeHeader(codes), ...codingsHeader(codes) },
    content: {
      [MEDIA_TYPE]: contentOf(plainFormat, objectOf(members, 'meta')),
      ...(isAtomic && { [atomicFormat.mediaType]: contentOf(atomicFormat, atomicErrors(codes)) }),
    },
  };
}

/** The error document of atomic operations, in JSON:API 1.1. */
function atomicErrors(codes: readonly ErrorCode[]): SchemaObject {
  const statuses = new Set(codes.map((code) => errorObject(code, '').status));
  const error = objectOf(
    {
      status: { enum: [...statuses] },
      code: { enum: [...codes] },
      title: { type: 'string' },
      detail: { type: 'string' },
      source: schemaRef(modernName('ErrorSource')),
      links: schemaRef('ErrorLinks'),
      meta: errorMeta,
    },
    'source',
    'meta',
  );
  const errors: SchemaObject = { type: 'array', minItems: 1, maxItems: MAX_ERRORS, items: error };
  const meta = schemaRef('OmittedErrors');
  return objectOf({ errors, links: schemaRef('DescribedBy'), meta, jsonapi: schemaRef('AtomicJsonApi') }, 'meta');
}

function challengeHeader(codes: readonly ErrorCode[]): ResponseObject['headers'] {
  return codes.includes('invalid-token') ? { 'WWW-Authenticate': headerRef('Challenge') } : {};
}

function codingsHeader(codes: readonly ErrorCode[]): ResponseObject['headers'] {
  if (!codes.includes('unsupported-media-type')) return {};
  return { 'Accept-Encoding': headerRef('AcceptEncoding'), 'Accept-Query': headerRef('AcceptQuery') };
}

const MAY_RETRY: readonly ErrorCode[] = [
  'service-unavailable',
  'too-many-subscribers',
  'authentication-unavailable',
  'query-timeout',
  'idempotency-key-in-use',
];

function retryHeader(codes: readonly ErrorCode[]): ResponseObject['headers'] {
  if (codes.every((code) => MAY_RETRY.includes(code))) return { 'Retry-After': headerRef('RetryAfter') };
  return codes.some((code) => MAY_RETRY.includes(code)) ? { 'Retry-After': headerRef('OptionalRetryAfter') } : {};
}

function errorSchema(code: ErrorCode, config: ApiConfig): SchemaObject {
  const { status, title } = errorObject(code, '');
  const source: SchemaObject = {
    oneOf: [
      objectOf({ pointer: { type: 'string', format: 'json-pointer' } }),
      objectOf({ parameter: { type: 'string' } }),
    ],
  };
  // The Cursor Pagination profile has URIs for errors about its parameters.
  const links = code === 'invalid-parameter' ? { links: objectOf({ type: { type: 'string', format: 'uri' } }) } : {};
  const members = { status: { const: status }, code: { const: code }, title: { const: title } };
  const schema = objectOf(
    { ...members, detail: { type: 'string' }, source, ...links, meta: errorMeta },
    'source',
    'links',
    'meta',
  );
  return { ...schema, examples: [errorObjectExample(code, config)] };
}

const errorMeta: SchemaObject = {
  type: 'object',
  additionalProperties: { type: ['string', 'integer', 'array', 'object'], items: { type: 'string' } },
};
