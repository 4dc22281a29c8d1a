// How clients say who they are, where there is a policy.
import type { ComponentsObject, HeaderObject, SchemaObject, SecurityRequirementObject } from 'openapi3-ts/oas31';
import { actions } from '#application/model/permissions';
import { resourceTypes } from '#domain/schema';
import type { ApiConfig } from '../api/api-config.ts';
import type { ErrorCode } from '../api/errors.ts';
import { operationKindOf, type Operation } from '../api/operations.ts';
import { objectOf } from './value-schemas.ts';

type Openness = Pick<ApiConfig, 'isOpen'>;

/** Of the whole document; operations can say otherwise. */
export function securityOf({ isOpen }: Openness): SecurityRequirementObject[] {
  return isOpen ? [] : [BEARER];
}

/** Where an operation says otherwise than the document. */
export function securityOfOperation(
  operation: Operation,
  { isOpen }: Openness,
): { readonly security?: SecurityRequirementObject[] } {
  const { credentials } = operationKindOf(operation);
  if (isOpen || credentials === undefined) return {};
  return { security: credentials === 'ignored' ? [] : [{}, BEARER] };
}

const BEARER: SecurityRequirementObject = { bearer: [] };

export function securitySchemes({ isOpen }: Openness): Pick<ComponentsObject, 'securitySchemes'> {
  if (isOpen) return {};
  const description =
    'An API key (`pc_…`), or a JSON Web Token of the issuer that the service trusts. What its role may do, `GET /` says in `meta.actor`.';
  return { securitySchemes: { bearer: { type: 'http', scheme: 'bearer', description } } };
}

/** The codes of an operation that are about its actor. */
export function accessErrorsOf(operation: Operation, { isOpen }: Openness): readonly ErrorCode[] {
  const { credentials = 'required' } = operationKindOf(operation);
  if (isOpen || credentials === 'ignored') return [];
  const known = ['invalid-token', 'forbidden', 'authentication-unavailable'] as const;
  return credentials === 'required' ? ['unauthenticated', ...known] : known;
}

/** The member of the entry point that says who asks. */
export function actorSchema({ isOpen }: Openness): Readonly<Record<string, SchemaObject>> {
  if (isOpen) return {};
  const grant: SchemaObject = objectOf({ fields: { type: 'array', items: { type: 'string' } } }, 'fields');
  const grants = objectOf(Object.fromEntries(actions.map((action) => [action, grant])), ...actions);
  const may = objectOf(Object.fromEntries(resourceTypes.map((type) => [type, grants])), ...resourceTypes);
  const actor = objectOf({ subject: { type: 'string' }, role: { type: 'string' }, may });
  return { actor: { oneOf: [actor, { type: 'null' }], description: 'Who asks; `null` for somebody unknown.' } };
}

/** A value of that member. */
export function actorExample({ isOpen }: Openness): Readonly<Record<string, unknown>> {
  const may = Object.fromEntries(resourceTypes.map((type) => [type, { read: {} }]));
  return isOpen ? {} : { actor: { subject: 'key:ci', role: 'reader', may } };
}

/** Of answers with 401. */
export const challenge: HeaderObject = {
  description: 'How to say who one is (RFC 6750), and why the token was refused.',
  required: true,
  schema: { type: 'string', pattern: '^Bearer' },
};
