// The answers of an operation that has succeeded.
import type { HeaderObject, HeadersObject, ResponseObject, SchemaObject } from 'openapi3-ts/oas31';
import { CURSOR_MEDIA_TYPE } from '../jsonapi/cursor/cursor-profile.ts';
import { JSON_TYPE, MEDIA_TYPE } from '../jsonapi/documents/media-type.ts';
import { requireRelationship, type Resource } from '../jsonapi/resources/resource.ts';
import type { Action, ExportAction } from '../operations.ts';
import { operationsResponses } from './atomic-schemas.ts';
import { commonHeaders as commonHeadersOfAnswers } from '../common-headers.ts';
import { commonHeaders } from './common-headers.ts';
import { tokenSchema, withTokens } from './consistent.ts';
import { isTagged, notModified } from './conditional.ts';
import { keyHeadersOf } from './keyed.ts';
import { headerRef, pascalCase, schemaRef } from './names.ts';
import { linkageDocumentName } from './resource-schemas.ts';
import { linkSchema } from './value-schemas.ts';

type Responses = Readonly<Record<string, ResponseObject>>;

/** Headers that several answers have. */
export const headers: Readonly<Record<string, HeaderObject>> = {
  RequestId: {
    description: 'Identifies the request in the log; that of the request, if it has a valid one.',
    required: true,
    schema: { type: 'string', pattern: '^[A-Za-z0-9._-]{1,128}$' },
  },
  Location: { description: 'The new resource.', required: true, schema: linkSchema },
  ETag: {
    description:
      'The entity tag: of this answer, or of what GET of the resource would answer now. For `If-Match` and `If-None-Match`.',
    required: true,
    schema: { type: 'string', pattern: '^"[!#-~]*"$' },
  },
  CacheControl: {
    description: 'Only the client itself may keep the answer, and asks before each use whether it is current.',
    required: true,
    schema: { const: commonHeadersOfAnswers['Cache-Control'] },
  },
  SharedCacheControl: {
    description: 'Caches have to ask whether it is current.',
    required: true,
    schema: { const: 'no-cache' },
  },
  IdempotentReplayed: {
    description: 'The answer is a stored one: the write was done before, with the same `Idempotency-Key`.',
    schema: { const: 'true' },
  },
  ConsistencyToken: {
    description:
      'Send it with a read, to any process of the service: it shows this write then. Missing if the database was lost just now.',
    schema: tokenSchema,
  },
  RetryAfter: { description: 'Seconds to wait before trying again.', required: true, schema: { type: 'integer' } },
  OptionalRetryAfter: { description: 'Seconds to wait, if it may be tried again.', schema: { type: 'integer' } },
};

/**
 * With status 304.
 * @param hasTokens whether the service has replicas
 */
export function successResponses(action: Action, hasTokens: boolean): Responses {
  const common = action.kind === 'describe' ? sharedHeaders : commonHeaders;
  return { ...withTokens(answersTo(action), action, hasTokens), ...notModified(action, common) };
}

function answersTo(action: Action): Responses {
  switch (action.kind) {
    case 'root':
      return ok(action, 'The entry point: links to everything.', 'Root');
    case 'describe':
      return describeResponses();
    case 'operate':
      return operationsResponses({ ...commonHeaders, ...keyHeadersOf(action) });
    case 'list':
      return listResponses(`A list of ${action.resource.plural}.`, nameOf(action.resource));
    case 'export':
      return fileResponses(action);
    case 'list related':
      return listResponses('A list of the related resources.', relatedName(action));
    case 'create':
      return created(action, nameOf(action.resource));
    case 'create related':
      return created(action, relatedName(action));
    case 'detail':
    case 'update':
      return ok(action, `The ${action.resource.type}.`, `${nameOf(action.resource)}Document`);
    case 'related':
      return ok(action, 'The related resource; `null` if there is none.', `${relatedName(action)}OrNullDocument`);
    case 'update related':
      return ok(action, 'The related resource.', `${relatedName(action)}Document`);
    case 'delete':
    case 'delete related':
      return ok(action, 'It is deleted.', 'Deleted');
    case 'linkage':
      return ok(
        action,
        'The identifiers of what is related.',
        linkageDocumentName(action.resource, action.relationship),
      );
    case 'link':
    case 'replace':
    case 'unlink':
      return ok(
        action,
        `The ${action.resource.type} with its relationship as it is now; the related resources are included.`,
        `${nameOf(action.resource)}Document`,
      );
  }
}

function nameOf({ type }: Resource): string {
  return pascalCase(type);
}

function relatedName(on: { readonly resource: Resource; readonly relationship: string }): string {
  return pascalCase(requireRelationship(on.resource, on.relationship).to);
}

function ok(action: Action, description: string, schema: string): Responses {
  return { 200: documentResponse(action, description, schema) };
}

/** By number or by cursor; with the profile's media type if `Accept` asks for it. */
function listResponses(description: string, type: string): Responses {
  const content = {
    [MEDIA_TYPE]: { schema: { anyOf: [schemaRef(`${type}List`), schemaRef(`${type}CursorList`)] } },
    [CURSOR_MEDIA_TYPE]: { schema: schemaRef(`${type}ProfiledList`) },
  };
  return { 200: { description, headers: commonHeaders, content } };
}

function created(action: Action, type: string): Responses {
  const response = documentResponse(action, 'It is created.', `${type}Document`);
  return { 201: { ...response, headers: { ...response.headers, Location: headerRef('Location') } } };
}

function documentResponse(action: Action, description: string, schema: string): ResponseObject {
  const headers = { ...commonHeaders, ...(isTagged(action) && { ETag: headerRef('ETag') }), ...keyHeadersOf(action) };
  return { description, headers, content: { [MEDIA_TYPE]: { schema: schemaRef(schema) } } };
}

function fileResponses({ resource, format: { contentType, line, extension } }: ExportAction): Responses {
  const [mediaType = ''] = contentType.split(';');
  const schema: SchemaObject = { type: 'string' };
  // A reference as text, like those of `mapping`: OpenAPI has none inside of extensions.
  const content = line === 'cells' ? { schema } : { schema, 'x-item-schema': schemaRef(nameOf(resource)).$ref };
  return {
    200: {
      description: `All ${resource.plural}: ${LINES[line]}.`,
      headers: { ...commonHeaders, 'Content-Disposition': attachment(`${resource.plural}.${extension}`) },
      content: { [mediaType]: content },
    },
  };
}

const LINES: Readonly<Record<ExportAction['format']['line'], string>> = {
  cells: 'a header line, then one line for each (RFC 4180)',
  'resource object': 'one resource object per line',
};

function attachment(name: string): HeaderObject {
  return { description: 'A file to save.', required: true, schema: { const: `attachment; filename="${name}"` } };
}

const sharedHeaders: HeadersObject = { ...commonHeaders, 'Cache-Control': headerRef('SharedCacheControl') };

function describeResponses(): Responses {
  const headers = { ...sharedHeaders, ETag: headerRef('ETag') };
  const schema: SchemaObject = { type: 'object', description: 'An OpenAPI 3.1 document: this one.' };
  return { 200: { description: 'The description of the API.', headers, content: { [JSON_TYPE]: { schema } } } };
}
