// The operations of the document: each is described by what it does.
import type { OperationObject, ParameterObject, ReferenceObject } from 'openapi3-ts/oas31';
import type { BodyKind } from '../api/operation-kind.ts';
import { linkageFormOf, operationKindOf, primaryOf, relationshipIn, type Operation } from '../api/operations.ts';
import type { Api } from '../handlers/handler.ts';
import { atomic, plain, type Dialect } from '../jsonapi/documents/dialect.ts';
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
  const { body: bodyKind } = operationKindOf(operation);
  const body = bodyKind && BODIES[bodyKind](operation, facts.limits);
  return {
    ...wordingOf(operation),
    tags: [operation.resource?.plural ?? SERVICE_TAG],
    parameters: [
      ...pathParametersOf(operation),
      ...queryParametersOf(operation, facts),
      ...conditionParametersOf(operation, facts.limits),
      ...keyParametersOf(operation, facts.limits),
      ...tokenParametersOf(operation, facts.hasTokens),
    ],
    ...(body !== undefined && { requestBody: { required: true, content: { [dialectOf(operation).mediaType]: body } } }),
    responses: { ...successResponses(operation, facts.hasTokens), ...errorResponsesOf(operation, facts.limits) },
  };
}

function dialectOf(operation: Operation): Dialect {
  return operationKindOf(operation).offers === 'atomic' ? atomic : plain;
}

/** HEAD is answered like GET, without the body. */
export function headObject(operation: Operation, facts: ApiFacts): OperationObject {
  const { operationId, summary } = wordingOf(operation);
  const successes = Object.entries(successResponses(operation, facts.hasTokens)).map(
    ([status, { description, headers = {} }]) => [status, { description, headers }] as const,
  );
  return {
    ...operationObject(operation, facts),
    operationId: `${operationId}Head`,
    summary: `${summary}: the headers alone`,
    responses: { ...Object.fromEntries(successes), ...errorResponsesOf(operation, facts.limits) },
  };
}

function pathParametersOf({ path, resource }: Operation): readonly ParameterObject[] {
  const names = [...path.matchAll(/:(\w+)/g)].map(([, name]) => name ?? '');
  return resource === undefined ? [] : names.map((name) => pathParameter(name, resource.label));
}

function queryParametersOf(operation: Operation, { limits }: ApiFacts): readonly ReferenceObject[] {
  const { query } = operationKindOf(operation);
  return query === 'none' ? [] : parametersOf(primaryOf(operation), query, limits);
}

const BODIES: Readonly<Record<BodyKind, (operation: Operation, limits: ApiFacts['limits']) => Body>> = {
  'new resource': (operation) => resourceBody(primaryOf(operation), 'new'),
  'changed resource': (operation) => resourceBody(primaryOf(operation), 'changed'),
  linkage: (operation, limits) => linkageBody(relationshipIn(operation).field, linkageFormOf(operation), limits),
  operations: (_, limits) => operationsBody(limits),
};
