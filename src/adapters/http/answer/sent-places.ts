// The places in a write's document that errors point at.
import type { ToOneRelationship } from '#application/model/errors';
import type { ResourceIdentifier } from '#application/model/query';
import { relationshipOf } from '#domain/schema';
import { primaryOf } from '../api/operations.ts';
import type { Reference } from '../request/linkage.ts';
import type { SentLink } from '../request/sent-resource.ts';
import type { Write } from '../request/write.ts';

/** The link in the document that changes a to-one relationship, named from either side; undefined if the path does. */
export function sentLinkOf(
  { type, relationship }: ToOneRelationship,
  { operation, sentLinks }: Write,
): SentLink | undefined {
  const { inverse } = relationshipOf(type, relationship);
  const name = primaryOf(operation).type === type ? relationship : inverse;
  return sentLinks.find(({ field }) => field.stored === name);
}

/** True if a reference names the resource by its identifier. */
export function isNamed({ type, id }: ResourceIdentifier, reference: Pick<Reference, 'type' | 'id'>): boolean {
  return reference.type === type && reference.id === id;
}
