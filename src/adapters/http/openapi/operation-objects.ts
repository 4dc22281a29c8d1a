// The operation objects of the document.
import type { OperationObject, ParameterObject } from 'openapi3-ts/oas31';
import type { ApiConfig } from '../api/api-config.ts';
import { atomicFormat, plainFormat, type DocumentFormat } from '../api/media-types.ts';
import type { BodyKind } from '../api/operation-traits.ts';
import {
  impliedBy,
  linkageFormOf,
  operationKindOf,
  primaryOf,
  relationshipIn,
  type Operation,
} from '../api/operations.ts';
import { operationsBody } from './atomic-schemas.ts';
import { streamParametersOf } from './change-stream.ts';
import { errorResponsesOf } from './error-responses.ts';
import { conditionParametersOf, keyParametersOf, tokenParametersOf } from './headers.ts';
import { headIdOf, wordingOf } from './operation-wording.ts';
import { parametersOf, pathParameter } from './parameters.ts';
import { linkageBody, resourceBody, type Body } from './request-schemas.ts';
import { securityOfOperation } from './security.ts';
import { successResponses } from './success-responses.ts';

/** The tag of operations about the service itself. */
export const SERVICE_TAG = 'service';

export function operationObject(operation: Operation, operationId: string, config: ApiConfig): OperationObject {
  const { body: bodyKind } = operationKindOf(operation);
  const body = bodyKind && BODIES[bodyKind](operation, config);
  return {
    operationId,
    ...wordingOf(operation),
    ...securityOfOperation(operation, config),
    tags: [operation.resource?.plural ?? SERVICE_TAG],
    parameters: [
      ...pathParametersOf(operation),
      ...parametersOf(operation, config),
      ...conditionParametersOf(operation, config.limits),
      ...keyParametersOf(operation, config.limits),
      ...tokenParametersOf(operation, config),
      ...streamParametersOf(operation),
    ],
    ...(body !== undefined && { requestBody: { required: true, content: { [formatOf(operation).mediaType]: body } } }),
    responses: {
      ...successResponses(operation, config),
      ...errorResponsesOf(operation, { ...config.limits, isPublic: config.isPublic }),
    },
  };
}

function formatOf(operation: Operation): DocumentFormat {
  return operationKindOf(operation).offers === 'atomic' ? atomicFormat : plainFormat;
}

/**
 * HEAD returns the headers of GET without the body.
 * @param described the operation object of GET
 */
export function headObject(operation: Operation, described: OperationObject, config: ApiConfig): OperationObject {
  const successes = Object.entries(successResponses(operation, config)).map(
    ([status, { description, headers = {} }]) => [status, { description, headers }] as const,
  );
  return {
    ...described,
    operationId: headIdOf(described.operationId ?? ''),
    summary: `${described.summary}: headers only`,
    responses: {
      ...Object.fromEntries(successes),
      ...errorResponsesOf(operation, { ...config.limits, isPublic: config.isPublic }),
    },
  };
}

function pathParametersOf({ path, resource }: Operation): readonly ParameterObject[] {
  const names = [...path.matchAll(/:(\w+)/g)].map(([, name]) => name ?? '');
  return resource === undefined ? [] : names.map((name) => pathParameter(name, resource.label));
}

const BODIES: Readonly<Record<BodyKind, (operation: Operation, config: ApiConfig) => Body>> = {
  'new resource': (operation) => resourceBody(primaryOf(operation), 'new', impliedBy(operation)),
  'changed resource': (operation) => resourceBody(primaryOf(operation), 'changed'),
  linkage: (operation, { limits }) => linkageBody(relationshipIn(operation).field, linkageFormOf(operation), limits),
  operations: (_, config) => operationsBody(config),
};
