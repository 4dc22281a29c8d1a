// The answers of an operation that has succeeded.
import type { HeaderObject, HeadersObject, ResponseObject, SchemaObject } from 'openapi3-ts/oas31';
import { JSON_TYPE, MEDIA_TYPE } from '../jsonapi/documents/media-type.ts';
import { requireRelationship, type Resource } from '../jsonapi/resources/resource.ts';
import type { Action, ExportAction } from '../operations.ts';
import { operationsResponses } from './atomic-schemas.ts';
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
  ETag: { description: 'Identifies this version of the answer.', required: true, schema: { type: 'string' } },
  CacheControl: {
    description: 'Caches have to ask whether it is current.',
    required: true,
    schema: { const: 'no-cache' },
  },
  RetryAfter: { description: 'Seconds to wait before trying again.', required: true, schema: { type: 'integer' } },
  OptionalRetryAfter: { description: 'Seconds to wait, if it may be tried again.', schema: { type: 'integer' } },
};

export function successResponses(action: Action): Responses {
  switch (action.kind) {
    case 'root':
      return ok('The entry point: links to everything.', 'Root');
    case 'describe':
      return describeResponses();
    case 'operate':
      return operationsResponses();
    case 'list':
      return ok(`A list of ${action.resource.plural}.`, `${nameOf(action.resource)}List`);
    case 'export':
      return fileResponses(action);
    case 'list related':
      return ok('A list of the related resources.', `${relatedName(action)}List`);
    case 'create':
      return created(nameOf(action.resource));
    case 'create related':
      return created(relatedName(action));
    case 'detail':
    case 'update':
      return ok(`The ${action.resource.type}.`, `${nameOf(action.resource)}Document`);
    case 'related':
      return ok('The related resource; `null` if there is none.', `${relatedName(action)}OrNullDocument`);
    case 'update related':
      return ok('The related resource.', `${relatedName(action)}Document`);
    case 'delete':
    case 'delete related':
      return ok('It is deleted.', 'Deleted');
    case 'linkage':
      return ok('The identifiers of what is related.', linkageDocumentName(action.resource, action.relationship));
    case 'link':
    case 'replace':
    case 'unlink':
      return ok(
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

function ok(description: string, schema: string): Responses {
  return { 200: documentResponse(description, schema) };
}

function created(type: string): Responses {
  const response = documentResponse('It is created.', `${type}Document`);
  return { 201: { ...response, headers: { ...response.headers, Location: headerRef('Location') } } };
}

function documentResponse(description: string, schema: string): ResponseObject {
  return { description, headers: common, content: { [MEDIA_TYPE]: { schema: schemaRef(schema) } } };
}

const common: HeadersObject = { 'X-Request-Id': headerRef('RequestId') };

function fileResponses({ resource, format: { contentType, line, extension } }: ExportAction): Responses {
  const [mediaType = ''] = contentType.split(';');
  const schema: SchemaObject = { type: 'string' };
  const content = line === 'cells' ? { schema } : { schema, 'x-item-schema': schemaRef(nameOf(resource)) };
  return {
    200: {
      description: `All ${resource.plural}: ${LINES[line]}.`,
      headers: { ...common, 'Content-Disposition': attachment(`${resource.plural}.${extension}`) },
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

function describeResponses(): Responses {
  const cached = { ...common, ETag: headerRef('ETag'), 'Cache-Control': headerRef('CacheControl') };
  const schema: SchemaObject = { type: 'object', description: 'An OpenAPI 3.1 document: this one.' };
  return {
    200: { description: 'The description of the API.', headers: cached, content: { [JSON_TYPE]: { schema } } },
    304: { description: 'The client has it already: `If-None-Match` names its tag.', headers: cached },
  };
}
