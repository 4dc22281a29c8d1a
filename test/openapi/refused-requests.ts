// The requests that a model's declarations refuse, in a world with one resource of each type, all linked to each other.
import type { ErrorCode } from '#adapters/http/api/errors';
import { operationKindOf, primaryOf, resourceIn, type Operation } from '#adapters/http/api/operations';
import { relationshipOf, schema, type ResourceType } from '#domain/schema';
import { toOneLinks } from '../contract/rows-of-types.ts';
import { uniqueSetsOf } from '../contract/rules-of-types.ts';
import { isRequired, withNeeded } from './needed-types.ts';

/** The error of a request that is refused in this world; undefined if it succeeds. */
export function refusalOf(operation: Operation): ErrorCode | undefined {
  const { kind, resource, relationship } = operation;
  if (operationKindOf(operation).action === 'delete')
    return isHeld(primaryOf(operation).type) ? 'still-referenced' : undefined;
  if (kind === 'create related' && isRepeated(operation)) return 'not-unique';
  if (kind !== 'unlink' || resource === undefined || relationship === undefined) return undefined;
  const { to, stored } = relationship.field;
  const { inverse } = relationshipOf(resource.type, stored);
  return isRequired(resource.type, stored) || isRequired(to, inverse) ? 'relationship-required' : undefined;
}

/** True if the new resource would repeat the unique values of one that the resource in the path requires. */
function isRepeated(operation: Operation): boolean {
  const { type } = primaryOf(operation);
  const isShared = (member: string): boolean =>
    Object.hasOwn(schema[type].attributes, member) || isRequired(type, member);
  return (
    withNeeded([resourceIn(operation).type]).includes(type) &&
    uniqueSetsOf(type).some((members) => members.every(isShared))
  );
}

/** True if a resource that would remain refers to one that would be deleted, and so prevents the deletion. */
function isHeld(type: ResourceType): boolean {
  const deleted = new Set([type]);
  for (const each of deleted)
    for (const link of toOneLinks) if (link.to === each && onDelete(link) === 'cascade') deleted.add(link.type);
  return toOneLinks.some((link) => deleted.has(link.to) && !deleted.has(link.type) && onDelete(link) === 'refuse');
}

function onDelete({ type, relationship }: (typeof toOneLinks)[number]): string {
  return relationshipOf(type, relationship).onDelete;
}
