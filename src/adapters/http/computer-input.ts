// What a client sends of a computer, as the use cases take it.
import { computerRules } from '../../domain/computer.ts';
import type { CreateComputerCommand } from '../../application/computers/create-computer.ts';
import type { CreateOwnedComputerCommand } from '../../application/computers/create-owned-computer.ts';
import type { ComputerChanges } from '../../application/computers/update-computer.ts';
import { readChangedAttributes, readNewAttributes, relatedId } from './jsonapi/read-attributes.ts';
import type { SentResource } from './jsonapi/read-document.ts';
import { computerResource } from './jsonapi/resources/computer.ts';

/** @throws ApiError when an attribute or a linkage is not as it must be */
export function newComputer(sent: SentResource): CreateComputerCommand {
  const attributes = readNewAttributes(sent, computerResource, computerRules);
  return { attributes, ownerId: relatedId(sent, 'owner') ?? null };
}

/** @throws ApiError as above */
export function newOwnedComputer(sent: SentResource, personId: string): CreateOwnedComputerCommand {
  const attributes = readNewAttributes(sent, computerResource, computerRules);
  return { personId, attributes, namedOwnerId: relatedId(sent, 'owner') };
}

/** @throws ApiError as above */
export function computerChanges(sent: SentResource): ComputerChanges {
  const attributes = readChangedAttributes(sent, computerResource, computerRules, {});
  return { attributes, ownerId: relatedId(sent, 'owner') };
}
