// The responses of a successful operation.
import type { ContentObject, HeaderObject, HeadersObject, ResponseObject, SchemaObject } from 'openapi3-ts/oas31';
import type { ApiConfig } from '../api/api-config.ts';
import { commonHeaders } from '../api/common-headers.ts';
import { exportFormats, type ExportExtension } from '../api/export-formats.ts';
import {
  CURSOR_MEDIA_TYPE,
  CURSOR_PROFILE,
  EVENT_STREAM,
  INCLUDED_PROFILE,
  JSON_TYPE,
  MEDIA_TYPE,
  profiledFormat,
} from '../api/media-types.ts';
import type { AnswerKind } from '../api/operation-traits.ts';
import type { EveryResource } from '../api/resource-description.ts';
import { extensionIn, operationKindOf, primaryOf, relationshipIn, type Operation } from '../api/operations.ts';
import { contentCodings } from '../request/content-coding.ts';
import { ACCEPT_QUERY } from '../request/negotiation.ts';
import { answerExample, cursorListExample, eventsExample } from './answer-examples.ts';
import { operationsResponses } from './atomic-schemas.ts';
import { feedCacheControl, streamContent } from './change-stream.ts';
import { commonHeaderRefs, headerRef, pascalCase, schemaRef } from './components.ts';
import { MODERN, modernName, textRef } from './document-schemas.ts';
import { keyHeadersOf, notModified, tokenSchema, withTokens } from './headers.ts';
import { linkageDocumentName } from './resource-schemas.ts';
import { challenge } from './security.ts';
import { linkSchema } from './value-schemas.ts';

type Responses = Readonly<Record<string, ResponseObject>>;

/** Headers that several responses have. */
export function sharedHeaders(resources: EveryResource): Readonly<Record<string, HeaderObject>> {
  return {
    RequestId: {
      description: 'Identifies the request in the log. Taken from the request if it has a valid one.',
      required: true,
      schema: { type: 'string', pattern: '^[A-Za-z0-9._-]{1,128}$' },
    },
    Location: { description: 'The new resource.', required: true, schema: linkSchema(resources) },
    ETag: {
      description:
        'The entity tag of this response or, for a write, of the response to a GET of the resource. For `If-Match` and `If-None-Match`.',
      required: true,
      schema: { type: 'string', pattern: '^"[!#-~]*"$' },
    },
    CacheControl: {
      description: 'Only the client itself may store the response, and must revalidate it before each use.',
      required: true,
      schema: { const: commonHeaders['Cache-Control'] },
    },
    FeedCacheControl: feedCacheControl,
    SharedCacheControl: {
      description: 'Caches must revalidate the response before each use.',
      required: true,
      schema: { const: 'no-cache' },
    },
    IdempotentReplayed: {
      description: 'This is the stored response to an earlier write with the same `Idempotency-Key`.',
      schema: { const: 'true' },
    },
    ConsistencyToken: {
      description:
        'Send it with a read, to any process of the service, to see this write. Missing if the database has just been lost.',
      schema: tokenSchema,
    },
    RetryAfter: { description: 'Seconds to wait before trying again.', required: true, schema: { type: 'integer' } },
    Challenge: challenge,
    AcceptEncoding: {
      description: 'The supported codings, if `Content-Encoding` names an unsupported one.',
      schema: { const: contentCodings.join(', ') },
    },
    AcceptQuery: {
      description: 'The media type that the body of `QUERY` must have. Sent if the body has a different one.',
      schema: { const: ACCEPT_QUERY['Accept-Query'] },
    },
    OptionalRetryAfter: { description: 'Seconds to wait, if the request can be retried.', schema: { type: 'integer' } },
  };
}

/** The responses of a successful operation, including 304. */
export function successResponses(operation: Operation, config: ApiConfig): Responses {
  const { answer } = operationKindOf(operation);
  const common = answer === 'description' ? headersOfDescription : commonHeaderRefs;
  const responses = withExamples(ANSWERS[answer](operation), operation, config);
  return { ...withTokens(responses, operation, config), ...notModified(operation, common) };
}

/** The examples have no bounds, so there are none for media types with the included sets profile. */
function withExamples(responses: Responses, operation: Operation, config: ApiConfig): Responses {
  const exampleOf = (mediaType: string): unknown => {
    if (mediaType === INCLUDED_TYPE || mediaType === BOTH_TYPE) return undefined;
    if (mediaType === EVENT_STREAM) return eventsExample(config);
    return mediaType === CURSOR_MEDIA_TYPE ? cursorListExample(operation, config) : answerExample(operation, config);
  };
  const entries = Object.entries(responses).map(([status, response]) => {
    if (response.content === undefined) return [status, response] as const;
    const contents = Object.entries(response.content).map(([mediaType, content]) => {
      const example = exampleOf(mediaType);
      return [mediaType, example === undefined ? content : { ...content, example }] as const;
    });
    return [status, { ...response, content: Object.fromEntries(contents) }] as const;
  });
  return Object.fromEntries(entries);
}

const ANSWERS: Readonly<Record<AnswerKind, (operation: Operation) => Responses>> = {
  'entry point': (operation) => okResponse(operation, 'The entry point: links to everything.', 'Root'),
  description: describeResponses,
  results: (operation) => operationsResponses({ ...commonHeaderRefs, ...keyHeadersOf(operation) }),
  changes: changesResponses,
  list: listResponses,
  file: fileResponses,
  created,
  resource: (operation) => okResponse(operation, `The ${named(operation)}.`, `${primaryName(operation)}Document`),
  'resource or null': (operation) =>
    okResponse(operation, 'The related resource; `null` if there is none.', `${primaryName(operation)}OrNullDocument`),
  deleted: (operation) => okResponse(operation, 'Deleted.', 'Deleted'),
  linkage: linkageResponses,
  'changed relationship': relinkedResponses,
};

/** The name of the primary data's component. */
function primaryName(operation: Operation): string {
  return pascalCase(primaryOf(operation).type);
}

function named(operation: Operation, many = false): string {
  const { type, plural } = primaryOf(operation);
  if (operationKindOf(operation).primaryType === 'related') return many ? 'the related resources' : 'related resource';
  return many ? plural : type;
}

function okResponse(operation: Operation, description: string, schema: string): Responses {
  return { 200: documentResponse(operation, description, schema) };
}

/** The resource or, in JSON:API 1.1, the linkage. */
function relinkedResponses(operation: Operation): Responses {
  const linkage = linkageDocumentName(primaryOf(operation), relationshipIn(operation).name);
  const response = documentResponse(
    operation,
    `The ${named(operation)} with the changed relationship; the related resources are included. In JSON:API 1.1, the identifiers of the related resources instead.`,
    `${primaryName(operation)}Document`,
  );
  const content = { schema: schemaRef(`${primaryName(operation)}Document`), [MODERN]: textRef(modernName(linkage)) };
  return { 200: { ...response, content: { [MEDIA_TYPE]: content } } };
}

/** The response as a page or as a stream. */
function changesResponses(operation: Operation): Responses {
  const response = documentResponse(operation, 'Changes, oldest first.', 'Changes');
  const headers = { ...response.headers, 'Cache-Control': headerRef('FeedCacheControl') };
  return { 200: { ...response, headers, content: { ...response.content, ...streamContent } } };
}

/** A page by number or by cursor. */
function listResponses(operation: Operation): Responses {
  const [list, byCursor] = [`${primaryName(operation)}List`, `${primaryName(operation)}CursorList`];
  const modernByCursor = { schema: schemaRef(modernName(byCursor)) };
  const content = {
    [MEDIA_TYPE]: { schema: { anyOf: [schemaRef(list), schemaRef(byCursor)] } },
    [INCLUDED_TYPE]: { schema: schemaRef(modernName(list)) },
    [CURSOR_MEDIA_TYPE]: modernByCursor,
    [BOTH_TYPE]: modernByCursor,
  };
  return { 200: { description: `A list of ${named(operation, true)}.`, headers: commonHeaderRefs, content } };
}

/** The whole linkage or, for a to-many relationship, a page by cursor. */
function linkageResponses(operation: Operation): Responses {
  const { name, field } = relationshipIn(operation);
  const linkage = linkageDocumentName(primaryOf(operation), name);
  const response = documentResponse(operation, 'The identifiers of the related resources.', linkage);
  if (field.cardinality === 'one') return { 200: response };
  const byCursor = `${pascalCase(field.to)}CursorLinkage`;
  const content = {
    ...response.content,
    [MEDIA_TYPE]: { schema: { anyOf: [schemaRef(linkage), schemaRef(byCursor)] } },
    [BOTH_TYPE]: { schema: schemaRef(modernName(byCursor)) },
  };
  return { 200: { ...response, content } };
}

const INCLUDED_TYPE = profiledFormat([INCLUDED_PROFILE]).mediaType;
const BOTH_TYPE = profiledFormat([INCLUDED_PROFILE, CURSOR_PROFILE]).mediaType;

/** A JSON:API 1.0 document and, if the route supports included sets, a 1.1 document with their profile. */
function contentOf(operation: Operation, schema: string): ContentObject {
  const { offers } = operationKindOf(operation);
  const hasSets = offers === 'view' || offers === 'list';
  return {
    [MEDIA_TYPE]: { schema: schemaRef(schema) },
    ...(hasSets && { [INCLUDED_TYPE]: { schema: schemaRef(modernName(schema)) } }),
  };
}

function created(operation: Operation): Responses {
  const response = documentResponse(operation, 'Created.', `${primaryName(operation)}Document`);
  return { 201: { ...response, headers: { ...response.headers, Location: headerRef('Location') } } };
}

/** @param schema the component name of the document */
function documentResponse(operation: Operation, description: string, schema: string): ResponseObject {
  const { isTagged } = operationKindOf(operation);
  const headers = { ...commonHeaderRefs, ...(isTagged && { ETag: headerRef('ETag') }), ...keyHeadersOf(operation) };
  return { description, headers, content: contentOf(operation, schema) };
}

function fileResponses(operation: Operation): Responses {
  const { plural } = primaryOf(operation);
  const { contentType, line } = exportFormats[extensionIn(operation)];
  const [mediaType = ''] = contentType.split(';');
  const schema: SchemaObject = { type: 'string' };
  // A reference as text, as in `mapping`, because OpenAPI does not resolve references in extensions.
  const content = line === 'cells' ? { schema } : { schema, 'x-item-schema': schemaRef(primaryName(operation)).$ref };
  return {
    200: {
      description: `All ${plural}: ${LINES[line]}.`,
      headers: { ...commonHeaderRefs, 'Content-Disposition': attachment },
      content: { [mediaType]: content },
    },
  };
}

const LINES: Readonly<Record<(typeof exportFormats)[ExportExtension]['line'], string>> = {
  cells: 'a header line, then one line for each resource (RFC 4180)',
  'resource object': 'one resource object per line',
};

const attachment: HeaderObject = {
  description: 'A file to save under the name at the end of the path.',
  required: true,
  schema: { const: 'attachment' },
};

const headersOfDescription: HeadersObject = { ...commonHeaderRefs, 'Cache-Control': headerRef('SharedCacheControl') };

function describeResponses(): Responses {
  const headers = { ...headersOfDescription, ETag: headerRef('ETag') };
  const schema: SchemaObject = { type: 'object', description: 'This OpenAPI 3.1 document.' };
  return { 200: { description: 'The description of the API.', headers, content: { [JSON_TYPE]: { schema } } } };
}
