// The description of the API as an OpenAPI 3.1 document, assembled from the tables and descriptions that the service itself uses.
import type {
  ComponentsObject,
  ExternalDocumentationObject,
  OpenAPIObject,
  PathItemObject,
  TagObject,
} from 'openapi3-ts/oas31';
import type { ApiConfig } from '../api/api-config.ts';
import { errorObject } from '../api/errors.ts';
import { FORM_TYPE, MEDIA_TYPE } from '../api/media-types.ts';
import { ERRORS_PAGE, operationsOf, QUERY_PAGE, type Operation } from '../api/operations.ts';
import { relationshipsOf, type EveryResource } from '../api/resource-description.ts';
import { atomicSchemas } from './atomic-schemas.ts';
import { changeSchemas } from './change-schemas.ts';
import { streamParameters } from './change-stream.ts';
import { uniteSchemas, usedComponents } from './components.ts';
import { MODERN, modernDifferences } from './document-schemas.ts';
import { errorExamples, errorResponses, errorSchemas } from './error-responses.ts';
import { extensions } from './extensions.ts';
import { filterSchemas } from './filter-schemas.ts';
import { conditionParameters, keyParameters, tokenParameters } from './headers.ts';
import { headObject, operationObject, SERVICE_TAG } from './operation-objects.ts';
import { identifyOperations } from './operation-wording.ts';
import { queryItem } from './query-method.ts';
import { queryParameters } from './parameters.ts';
import { requestSchemas } from './request-schemas.ts';
import { linkageDocuments, resourceSchemas, rootSchema, sharedSchemas } from './resource-schemas.ts';
import { securityOf, securitySchemes } from './security.ts';
import { sharedHeaders } from './success-responses.ts';

export function openApiDocument(config: ApiConfig): OpenAPIObject {
  const { service, limits, linkTo, examples } = config;
  const { name, version, license } = service;
  const described = paths(config);
  const externalDocs = queryLanguage(config);
  return {
    openapi: '3.1.1',
    info: {
      title: name,
      version,
      description: descriptionOf(config),
      ...(license !== undefined && { license: { name: license, identifier: license } }),
    },
    servers: [{ url: linkTo('') || '/' }],
    security: securityOf(config),
    ...(externalDocs && { externalDocs }),
    tags: tags(config.resources),
    paths: described,
    components: { ...usedComponents(components(config), [described, modernDifferences]), ...securitySchemes(config) },
    ...extensions(config.resources, limits),
    ...(examples.seed !== undefined && { 'x-seed': examples.seed }),
    [MODERN]: modernDifferences,
  };
}

/** A page of the service itself, if it has pages. */
function queryLanguage({ hasPages, linkTo }: ApiConfig): ExternalDocumentationObject | undefined {
  return hasPages ? { description: 'The query language', url: linkTo(QUERY_PAGE) } : undefined;
}

function descriptionOf({ service }: ApiConfig): string {
  const elsewhere = (['not-found', 'method-not-allowed', 'method-not-implemented'] as const)
    .map((code) => `${errorObject(code, '').status} \`${code}\``)
    .join(', ');
  return [
    `${service.description}.`,
    `Bodies have the media type \`${MEDIA_TYPE}\`. Unknown query parameters are refused.`,
    `To get JSON:API 1.1 instead of 1.0, name an extension or a profile in \`Accept\` or \`Content-Type\`. \`${MODERN}\` describes the differences.`,
    `Paths with \`x-query\` also support the method \`QUERY\` (RFC 10008) for queries that are too long for a URL. It returns the same as \`GET\` and takes the query string as a body of type \`${FORM_TYPE}\`.`,
    `\`${ERRORS_PAGE}\` explains all error codes. Errors for unknown paths and unsupported methods: ${elsewhere}. OPTIONS returns 204 with \`Allow\` and, where QUERY is supported, \`Accept-Query\`. 405 also has \`Allow\`.`,
  ].join('\n\n');
}

function tags(resources: EveryResource): TagObject[] {
  return [
    { name: SERVICE_TAG, description: 'The service itself.' },
    ...Object.values(resources).map(({ plural, label, fields }) => ({
      name: plural,
      description: `${label}: ${Object.keys(fields).join(', ')}.`,
    })),
  ];
}

function paths(config: ApiConfig): Record<string, PathItemObject> {
  const items: Record<string, PathItemObject> = {};
  for (const { id, operation } of identifyOperations(operationsOf(config.limits, config.resources))) {
    const item = (items[templateOf(operation)] ??= {});
    Object.assign(item, itemOf(operation, id, config));
  }
  return items;
}

/** @example templateOf({ path: '/persons/:id' }) // '/persons/{id}' */
function templateOf({ path }: Pick<Operation, 'path'>): string {
  return path.replace(/:(\w+)/g, '{$1}');
}

function itemOf(operation: Operation, id: string, config: ApiConfig): PathItemObject {
  const described = operationObject(operation, id, config);
  switch (operation.method) {
    case 'GET':
      return {
        get: described,
        head: headObject(operation, described, config),
        ...queryItem(operation, templateOf(operation), described, config),
      };
    case 'POST':
      return { post: described };
    case 'PATCH':
      return { patch: described };
    case 'DELETE':
      return { delete: described };
  }
}

function components(config: ApiConfig): ComponentsObject {
  const { limits, isPublic, resources } = config;
  const rules = { ...limits, isPublic };
  const operations = operationsOf(limits, resources);
  const all = Object.values(resources);
  const linkages = all.flatMap((resource) =>
    Object.keys(relationshipsOf(resource)).map((name) => linkageDocuments(resource, name)),
  );
  return {
    schemas: uniteSchemas(
      sharedSchemas(resources),
      { Root: rootSchema(config) },
      ...all.map((resource) => resourceSchemas(resource, config)),
      ...linkages,
      ...all.map((resource) => requestSchemas(resource, limits)),
      filterSchemas(resources, limits, queryLanguage(config)),
      atomicSchemas(resources, limits),
      changeSchemas(resources),
      errorSchemas(operations, config),
    ),
    parameters: {
      ...queryParameters(operations, config),
      ...conditionParameters,
      ...keyParameters(limits),
      ...tokenParameters,
      ...streamParameters,
    },
    responses: errorResponses(operations, rules),
    examples: errorExamples(operations, config),
    headers: sharedHeaders(resources),
  };
}
