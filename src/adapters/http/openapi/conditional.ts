// Conditional requests: the request headers, and the answer 304.
import type { HeadersObject, ParameterObject, ReferenceObject, ResponseObject, SchemaObject } from 'openapi3-ts/oas31';
import { needsIfMatch, type HeaderRules } from '../api/header-use.ts';
import { operationKindOf, type Operation } from '../api/operations.ts';
import { headerRef, parameterRef } from './names.ts';

const TAG = '(W/)?"[!#-~]*"';
const TAGS = `^(\\*|${TAG}( *, *${TAG})*)$`;

/** The value of `If-Match` and `If-None-Match`. */
export const tagsSchema: SchemaObject = { type: 'string', pattern: TAGS };

const ifMatch: ParameterObject = {
  name: 'If-Match',
  in: 'header',
  description:
    'Tags of what the client has read; 412 if the resource (on GET: the answer) has changed since. `*`: any.',
  schema: tagsSchema,
};

/** The header parameters, by the name of their component. */
export const conditionParameters: Readonly<Record<string, ParameterObject>> = {
  IfMatch: ifMatch,
  RequiredIfMatch: { ...ifMatch, required: true },
  IfNoneMatch: {
    name: 'If-None-Match',
    in: 'header',
    description: 'Tags that the client has, or `*`: GET is answered with 304 then, a write with 412.',
    schema: tagsSchema,
  },
};

/** In headers, or in each of several operations. */
export function hasPreconditions(operation: Operation): boolean {
  const { compares, body } = operationKindOf(operation);
  return compares !== undefined || body === 'operations';
}

export function conditionParametersOf(
  operation: Operation,
  rules: Pick<HeaderRules, 'requireIfMatch'>,
): readonly ReferenceObject[] {
  if (operationKindOf(operation).compares === undefined) return [];
  return [needsIfMatch(operation, rules) ? 'RequiredIfMatch' : 'IfMatch', 'IfNoneMatch'].map(parameterRef);
}

/** To GET and HEAD with a tag that is current. */
export function notModified(operation: Operation, common: HeadersObject): Readonly<Record<string, ResponseObject>> {
  if (operationKindOf(operation).compares !== 'representation') return {};
  const description = 'The client has it already: `If-None-Match` names its tag.';
  return { 304: { description, headers: { ...common, ETag: headerRef('ETag') } } };
}
