// Reads that see what was written: which operations take a `Consistency-Token`, and which answer with one. Only with replicas.
import type { ParameterObject, ReferenceObject, ResponseObject, SchemaObject } from 'openapi3-ts/oas31';
import { CONSISTENCY_TOKEN, TOKEN_FORM } from '../consistency/consistency-token.ts';
import { isRead, operationKindOf, type Operation } from '../api/operations.ts';
import { headerRef, parameterRef } from './names.ts';

export const tokenSchema: SchemaObject = { type: 'string', pattern: TOKEN_FORM.source };

/** The header parameter, by the name of its component. */
export const tokenParameters: Readonly<Record<string, ParameterObject>> = {
  ConsistencyToken: {
    name: CONSISTENCY_TOKEN,
    in: 'header',
    description: 'That of the answer to a write: this answer shows no less than the write and all before it.',
    schema: tokenSchema,
  },
};

/** @param hasTokens whether the service has replicas */
export function tokenParametersOf(operation: Operation, hasTokens: boolean): readonly ReferenceObject[] {
  return hasTokens && readsResources(operation) ? [parameterRef('ConsistencyToken')] : [];
}

/** Adds the header to the answers of an operation that writes. */
export function withTokens(
  responses: Readonly<Record<string, ResponseObject>>,
  operation: Operation,
  hasTokens: boolean,
): Readonly<Record<string, ResponseObject>> {
  if (!hasTokens || isRead(operation)) return responses;
  const token = { [CONSISTENCY_TOKEN]: headerRef('ConsistencyToken') };
  const entries = Object.entries(responses).map(
    ([status, response]) => [status, { ...response, headers: { ...response.headers, ...token } }] as const,
  );
  return Object.fromEntries(entries);
}

function readsResources(operation: Operation): boolean {
  return isRead(operation) && operationKindOf(operation).action !== undefined;
}
