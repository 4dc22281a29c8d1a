// The description of the API as an OpenAPI 3.1 document, assembled from what the service itself works with.
import type { ComponentsObject, OpenAPIObject, PathItemObject, TagObject } from 'openapi3-ts/oas31';
import { errorObject } from '../api/errors.ts';
import type { ApiFacts } from '../api/facts.ts';
import { MEDIA_TYPE } from '../api/media-types.ts';
import { operationsOf, type Operation } from '../api/operations.ts';
import { relationshipsOf } from '../api/resource.ts';
import { resources } from '../api/resources.ts';
import { atomicSchemas } from './atomic-schemas.ts';
import { usedComponents } from './components.ts';
import { errorResponses, errorSchemas } from './error-responses.ts';
import { extensions } from './extensions.ts';
import { filterSchemas } from './filter-schemas.ts';
import { conditionParameters, keyParameters, tokenParameters } from './headers.ts';
import { headObject, operationObject, SERVICE_TAG } from './operation-objects.ts';
import { queryParameters } from './parameters.ts';
import { requestSchemas } from './request-schemas.ts';
import {
  linkageDocument,
  linkageDocumentName,
  resourceSchemas,
  rootSchema,
  sharedSchemas,
} from './resource-schemas.ts';
import { headers } from './success-responses.ts';

export function openApiDocument(facts: ApiFacts): OpenAPIObject {
  const { service, limits, linkTo } = facts;
  const { name, version, license } = service;
  const described = paths(facts);
  return {
    openapi: '3.1.1',
    info: { title: name, version, description: descriptionOf(facts), license: { name: license, identifier: license } },
    servers: [{ url: linkTo('') || '/' }],
    security: [],
    tags: tags(),
    paths: described,
    components: usedComponents(components(facts), described),
    ...extensions(limits),
  };
}

function descriptionOf({ service }: ApiFacts): string {
  const elsewhere = (['not-found', 'method-not-allowed', 'method-not-implemented'] as const)
    .map((code) => `${errorObject(code, '').status} \`${code}\``)
    .join(', ');
  return [
    `${service.description}.`,
    `Bodies have the media type \`${MEDIA_TYPE}\`, without parameters. Unknown query parameters are refused.`,
    `Other paths and methods are answered by ${elsewhere}; OPTIONS by 204 with \`Allow\`, which 405 has, too.`,
  ].join('\n\n');
}

function tags(): TagObject[] {
  return [
    { name: SERVICE_TAG, description: 'The service itself.' },
    ...Object.values(resources).map(({ plural, label, fields }) => ({
      name: plural,
      description: `${label}: ${Object.keys(fields).join(', ')}.`,
    })),
  ];
}

function paths(facts: ApiFacts): Record<string, PathItemObject> {
  const items: Record<string, PathItemObject> = {};
  for (const operation of operationsOf(facts.limits)) {
    const item = (items[templateOf(operation)] ??= {});
    Object.assign(item, methodsOf(operation, facts));
  }
  return items;
}

/** @example templateOf({ path: '/persons/:id' }) // '/persons/{id}' */
function templateOf({ path }: Pick<Operation, 'path'>): string {
  return path.replace(/:(\w+)/g, '{$1}');
}

function methodsOf(operation: Operation, facts: ApiFacts): PathItemObject {
  const described = operationObject(operation, facts);
  switch (operation.method) {
    case 'GET':
      return { get: described, head: headObject(operation, facts) };
    case 'POST':
      return { post: described };
    case 'PATCH':
      return { patch: described };
    case 'DELETE':
      return { delete: described };
  }
}

function components(facts: ApiFacts): ComponentsObject {
  const { limits } = facts;
  const operations = operationsOf(limits);
  const all = Object.values(resources);
  const linkages = all.flatMap((resource) =>
    Object.keys(relationshipsOf(resource)).map(
      (name) => [linkageDocumentName(resource, name), linkageDocument(resource, name)] as const,
    ),
  );
  return {
    schemas: {
      ...sharedSchemas(),
      Root: rootSchema(facts),
      ...Object.fromEntries(all.flatMap((resource) => Object.entries(resourceSchemas(resource)))),
      ...Object.fromEntries(linkages),
      ...Object.fromEntries(all.flatMap((resource) => Object.entries(requestSchemas(resource, limits)))),
      ...filterSchemas(limits),
      ...atomicSchemas(limits),
      ...errorSchemas(operations, limits),
    },
    parameters: {
      ...queryParameters(limits),
      ...conditionParameters,
      ...keyParameters(limits),
      ...tokenParameters,
    },
    responses: errorResponses(operations, limits),
    headers,
  };
}
