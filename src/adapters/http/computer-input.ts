// What a client sends of a computer, as the use cases take it.
import { computerRules } from '../../domain/computer.ts';
import type { CreateOwnedByCommand, CreateOwnedCommand } from '../../application/ownership/create-owned.ts';
import type { OwnedChanges } from '../../application/ownership/update-owned.ts';
import { readChangedAttributes, readNewAttributes, relatedId } from './jsonapi/read-attributes.ts';
import type { SentResource } from './jsonapi/read-document.ts';
import { computerResource } from './jsonapi/resources/computer.ts';

type ComputerRules = typeof computerRules;

/** @throws ApiError when an attribute or a linkage is not as it must be */
export function newComputer(sent: SentResource): CreateOwnedCommand<ComputerRules> {
  const attributes = readNewAttributes(sent, computerResource, computerRules);
  return { attributes, ownerId: relatedId(sent, 'owner') ?? null };
}

/** @throws ApiError as above */
export function newOwnedComputer(sent: SentResource, personId: string): CreateOwnedByCommand<ComputerRules> {
  const attributes = readNewAttributes(sent, computerResource, computerRules);
  return { personId, attributes, namedOwnerId: relatedId(sent, 'owner') };
}

/** @throws ApiError as above */
export function computerChanges(sent: SentResource): OwnedChanges<ComputerRules> {
  const attributes = readChangedAttributes(sent, computerResource, computerRules, {});
  return { attributes, ownerId: relatedId(sent, 'owner') };
}
