// Checks requests against a role's permissions, before claims and rows are considered.
import { actions, fieldUse, grantOf, type Action, type RolePermissions } from '#application/model/permissions';
import { resourceTypes, type ResourceType } from '#domain/schema';
import type { FoundProblem } from '../api/check-steps.ts';
import { errorObject, type ErrorObject, type ErrorSource } from '../api/errors.ts';
import { impliedBy, operationKindOf, primaryOf, relationshipIn, type Operation } from '../api/operations.ts';
import { wireNameOf, type FieldsOfType } from '../api/resource-description.ts';
import type { ApiConfig } from '../api/api-config.ts';
import type { Write } from './write.ts';

/**
 * The error if the role may not use an operation, regardless of content; undefined if it may.
 * @param source the place of an atomic operation
 */
export function forbiddenBy(
  operation: Operation,
  permissions: RolePermissions,
  source?: ErrorSource,
): ErrorObject | undefined {
  const { action, body, answer } = operationKindOf(operation);
  if (body === 'operations' && !mayWrite(permissions)) return forbidden('write anything', source);
  if (answer === 'changes' && !mayRead(permissions)) return forbidden('read anything', source);
  if (action === undefined || operation.resource === undefined) return undefined;
  const { type } = primaryOf(operation);
  for (const [needed, of] of [
    ['read', operation.resource.type],
    ['read', type],
    [action, type],
  ] as const)
    if (grantOf(permissions, needed, of) === undefined) return forbidden(withType(needed, of), source);
  if (body !== 'linkage') return undefined;
  const { name, field } = relationshipIn(operation);
  return isGranted(permissions, action, type, field.stored)
    ? undefined
    : forbidden(withField(action, type, name), source);
}

/** True if the role may read any type. */
export function mayRead(permissions: RolePermissions): boolean {
  return resourceTypes.some((type) => grantOf(permissions, 'read', type) !== undefined);
}

function mayWrite(permissions: RolePermissions): boolean {
  const writes = actions.filter((action) => fieldUse[action] !== 'shows');
  return resourceTypes.some((type) => writes.some((action) => grantOf(permissions, action, type) !== undefined));
}

/** A problem for each attribute and relationship that a write sends without permission. Links implied by the path count as sent. */
export function forbiddenFields(write: Write, { permissions, resources }: Granted): readonly FoundProblem[] {
  const { operation, basePointer, sentFields } = write;
  const { action, body } = operationKindOf(operation);
  if (action === undefined || body === 'linkage') return [];
  const { type } = primaryOf(operation);
  const implied = impliedBy(operation);
  const inPath = implied === undefined ? [] : [{ stored: implied, pointer: `${basePointer}/data` }];
  return [...sentFields, ...inPath]
    .filter(({ stored }) => !isGranted(permissions, action, type, stored))
    .map(({ stored, pointer }) => ({
      step: 'permission for fields',
      problem: forbidden(withField(action, type, nameIn(resources[type], stored)), { pointer }),
    }));
}

/** The permissions of a role, and the descriptions that name fields. */
interface Granted extends Pick<ApiConfig, 'resources'> {
  readonly permissions: RolePermissions;
}

function isGranted(permissions: RolePermissions, action: Action, type: ResourceType, field: string): boolean {
  const grant = grantOf(permissions, action, type);
  return grant?.fields.has(field) === true || Object.hasOwn(grant?.set ?? {}, field);
}

/** @param what completes "may not" */
export function forbidden(what: string, source?: ErrorSource, meta?: ErrorObject['meta']): ErrorObject {
  return errorObject('forbidden', `The role may not ${what}`, source, meta);
}

/** @example withType('update', 'person') // 'update resources of type "person"' */
export function withType(action: Action, type: ResourceType): string {
  return `${action} resources of type "${type}"`;
}

/** @param name on the wire */
export function withField(action: Action, type: ResourceType, name: string): string {
  return `${action} "${name}" of resources of type "${type}"`;
}

/** The wire name of a stored field; its stored name if no field shows it. */
export function nameIn(resource: Pick<FieldsOfType, 'fields'>, stored: string): string {
  return wireNameOf(resource, stored) ?? stored;
}
