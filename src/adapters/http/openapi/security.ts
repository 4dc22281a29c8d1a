// The credentials that clients send to a service with a policy.
import type { ComponentsObject, HeaderObject, SchemaObject, SecurityRequirementObject } from 'openapi3-ts/oas31';
import { actions } from '#application/model/permissions';
import { resourceTypes } from '#domain/schema';
import type { ApiConfig } from '../api/api-config.ts';
import type { ErrorCode } from '../api/errors.ts';
import { operationKindOf, type Operation } from '../api/operations.ts';
import { objectOf } from './value-schemas.ts';

type Openness = Pick<ApiConfig, 'isPublic'>;

/** The security of the whole document, which operations can override. */
export function securityOf({ isPublic }: Openness): SecurityRequirementObject[] {
  return isPublic ? [] : [BEARER];
}

/** The security of an operation that differs from the whole document's. */
export function securityOfOperation(
  operation: Operation,
  { isPublic }: Openness,
): { readonly security?: SecurityRequirementObject[] } {
  const { credentials } = operationKindOf(operation);
  if (isPublic || credentials === undefined) return {};
  return { security: credentials === 'ignored' ? [] : [{}, BEARER] };
}

const BEARER: SecurityRequirementObject = { bearer: [] };

export function securitySchemes({ isPublic }: Openness): Pick<ComponentsObject, 'securitySchemes'> {
  if (isPublic) return {};
  const description =
    'An API key (`pc_…`), or a JSON Web Token from the issuer that the service trusts. `meta.actor` of `GET /` lists what the role may do.';
  return { securitySchemes: { bearer: { type: 'http', scheme: 'bearer', description } } };
}

/** The codes of an operation that concern its actor. */
export function accessErrorsOf(operation: Operation, { isPublic }: Openness): readonly ErrorCode[] {
  const { credentials = 'required' } = operationKindOf(operation);
  if (isPublic || credentials === 'ignored') return [];
  const known = ['invalid-token', 'forbidden', 'authentication-unavailable'] as const;
  return credentials === 'required' ? ['unauthenticated', ...known] : known;
}

/** The member of the entry point that identifies the client. */
export function actorSchema({ isPublic }: Openness): Readonly<Record<string, SchemaObject>> {
  if (isPublic) return {};
  const grant: SchemaObject = objectOf({ fields: { type: 'array', items: { type: 'string' } } }, 'fields');
  const grants = objectOf(Object.fromEntries(actions.map((action) => [action, grant])), ...actions);
  const may = objectOf(Object.fromEntries(resourceTypes.map((type) => [type, grants])), ...resourceTypes);
  const actor = objectOf({ subject: { type: 'string' }, role: { type: 'string' }, may });
  return {
    actor: {
      oneOf: [actor, { type: 'null' }],
      description: 'The client and its permissions; `null` for a client without a role.',
    },
  };
}

/** An example of that member. */
export function actorExample({ isPublic }: Openness): Readonly<Record<string, unknown>> {
  const may = Object.fromEntries(resourceTypes.map((type) => [type, { read: {} }]));
  return isPublic ? {} : { actor: { subject: 'key:ci', role: 'reader', may } };
}

/** The header of 401 responses. */
export const challenge: HeaderObject = {
  description: 'The authentication scheme (RFC 6750), and the reason if a token was refused.',
  required: true,
  schema: { type: 'string', pattern: '^Bearer' },
};
