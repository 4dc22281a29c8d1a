// The operations of the document: each is described by what it does.
import type { OperationObject, ParameterObject, ReferenceObject } from 'openapi3-ts/oas31';
import type { Api } from '../handlers/handler.ts';
import { atomic, plain, type Dialect } from '../jsonapi/documents/dialect.ts';
import type { QueryScope } from '../jsonapi/query/known-parameters.ts';
import { requireRelationship, type Resource } from '../jsonapi/resources/resource.ts';
import { resources } from '../jsonapi/resources/resources.ts';
import type { Action, Operation } from '../operations.ts';
import { operationsBody } from './atomic-schemas.ts';
import { conditionParametersOf } from './conditional.ts';
import { tokenParametersOf } from './consistent.ts';
import { errorResponsesOf } from './error-responses.ts';
import { parametersOf, pathParameter } from './parameters.ts';
import { keyParametersOf } from './keyed.ts';
import { linkageBody, resourceBody, type Body } from './request-schemas.ts';
import { successResponses } from './success-responses.ts';
import { wordingOf } from './wording.ts';

/** What the document needs to know of the service. */
export type ApiFacts = Pick<Api, 'service' | 'limits' | 'linkTo' | 'hasPages' | 'hasTokens'>;

/** The tag of operations about the service itself. */
export const SERVICE_TAG = 'service';

export function operationObject(operation: Operation, facts: ApiFacts): OperationObject {
  const { action, readsBody } = operation;
  const body = readsBody ? bodyOf(action, facts) : undefined;
  return {
    ...wordingOf(action),
    tags: ['resource' in action ? action.resource.plural : SERVICE_TAG],
    parameters: [
      ...pathParametersOf(operation),
      ...queryParametersOf(action, facts),
      ...conditionParametersOf(action, facts.limits),
      ...keyParametersOf(action, facts.limits),
      ...tokenParametersOf(action, facts.hasTokens),
    ],
    ...(body !== undefined && { requestBody: { required: true, content: { [dialectOf(operation).mediaType]: body } } }),
    responses: { ...successResponses(action, facts.hasTokens), ...errorResponsesOf(operation, facts.limits) },
  };
}

function dialectOf({ offers }: Operation): Dialect {
  return offers === 'atomic' ? atomic : plain;
}

/** HEAD is answered like GET, without the body. */
export function headObject(operation: Operation, facts: ApiFacts): OperationObject {
  const { operationId, summary } = wordingOf(operation.action);
  const successes = Object.entries(successResponses(operation.action, facts.hasTokens)).map(
    ([status, { description, headers = {} }]) => [status, { description, headers }] as const,
  );
  return {
    ...operationObject(operation, facts),
    operationId: `${operationId}Head`,
    summary: `${summary}: the headers alone`,
    responses: { ...Object.fromEntries(successes), ...errorResponsesOf(operation, facts.limits) },
  };
}

function pathParametersOf({ path, action }: Operation): readonly ParameterObject[] {
  const names = [...path.matchAll(/:(\w+)/g)].map(([, name]) => name ?? '');
  return 'resource' in action ? names.map((name) => pathParameter(name, action.resource.label)) : [];
}

function queryParametersOf(action: Action, { limits }: ApiFacts): readonly ReferenceObject[] {
  const primary = primaryOf(action);
  return primary === undefined ? [] : parametersOf(primary.resource, primary.scope, limits);
}

/** The type of the primary data, and the parameters that go with it. */
function primaryOf(action: Action): { readonly resource: Resource; readonly scope: QueryScope } | undefined {
  switch (action.kind) {
    case 'list':
      return { resource: action.resource, scope: 'list' };
    case 'export':
      return { resource: action.resource, scope: 'export' };
    case 'list related':
      return { resource: relatedResource(action), scope: 'list' };
    case 'create related':
    case 'related':
    case 'update related':
      return { resource: relatedResource(action), scope: 'resource' };
    case 'create':
    case 'detail':
    case 'update':
    case 'linkage':
    case 'link':
    case 'replace':
    case 'unlink':
      return { resource: action.resource, scope: 'resource' };
    case 'root':
    case 'describe':
    case 'operate':
    case 'delete':
    case 'delete related':
      return undefined;
  }
}

function bodyOf(action: Action, { limits }: ApiFacts): Body | undefined {
  switch (action.kind) {
    case 'create':
      return resourceBody(action.resource, 'new');
    case 'create related':
      return resourceBody(relatedResource(action), 'new');
    case 'update':
      return resourceBody(action.resource, 'changed');
    case 'update related':
      return resourceBody(relatedResource(action), 'changed');
    case 'link':
    case 'replace':
    case 'unlink':
      return linkageBody(action.resource, action.relationship, action.form, limits);
    case 'operate':
      return operationsBody(limits);
    case 'root':
    case 'describe':
    case 'list':
    case 'detail':
    case 'delete':
    case 'export':
    case 'list related':
    case 'related':
    case 'delete related':
    case 'linkage':
      return undefined;
  }
}

function relatedResource(on: { readonly resource: Resource; readonly relationship: string }): Resource {
  return resources[requireRelationship(on.resource, on.relationship).to];
}
