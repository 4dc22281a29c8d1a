// The places in a write's document that errors point at.
import type { Parent, ResourceIdentifier } from '#application/model/query';
import { NEW } from '#domain/relationships';
import { relationshipOf } from '#domain/schema';
import { operationKindOf, primaryOf } from '../api/operations.ts';
import type { Reference } from '../request/linkage.ts';
import type { SentLink } from '../request/sent-resource.ts';
import type { Write } from '../request/write.ts';

/** The link in the document that changes a resource's relationship, from either side; undefined if the path changes it. */
export function sentLinkOf({ type, id, relationship }: Parent, write: Write): SentLink | undefined {
  const { to, inverse } = relationshipOf(type, relationship);
  // A type can refer to itself.
  const isOwn = type === to ? isPrimary({ type, id }, write) : primaryOf(write.operation).type === type;
  // A resource that exists can be related to itself.
  const names = isOwn ? [relationship, ...(type === to && id !== NEW ? [inverse] : [])] : [inverse];
  return names.map(sentLinkAs).find((link) => link !== undefined);

  function sentLinkAs(name: string): SentLink | undefined {
    return write.sentLinks.find(({ field }) => field.stored === name);
  }
}

/** True if a resource is the primary data of a write. A resource that the write adds has the identifier `NEW`. */
export function isPrimary({ type, id }: ResourceIdentifier, { operation, identity, target }: Write): boolean {
  if (primaryOf(operation).type !== type) return false;
  return operationKindOf(operation).action === 'create' ? id === NEW : id === (identity ?? target).id;
}

/** True if a reference names the resource by its identifier. */
export function isNamed({ type, id }: ResourceIdentifier, reference: Pick<Reference, 'type' | 'id'>): boolean {
  return reference.type === type && reference.id === id;
}
