import type { FindOwner } from '../../application/reading/find-owner.ts';
import type { FindResource } from '../../application/reading/find-resource.ts';
import type { FindResources } from '../../application/reading/find-resources.ts';
import type { StreamResources } from '../../application/reading/stream-resources.ts';
import type { AssignOwner } from '../../application/computers/assign-owner.ts';
import type { CreateComputer } from '../../application/computers/create-computer.ts';
import type { CreateOwnedComputer } from '../../application/computers/create-owned-computer.ts';
import type { CreatePerson } from '../../application/persons/create-person.ts';
import type { DeleteComputer } from '../../application/computers/delete-computer.ts';
import type { DeleteOwner } from '../../application/computers/delete-owner.ts';
import type { DeletePerson } from '../../application/persons/delete-person.ts';
import type { LinkComputers } from '../../application/persons/link-computers.ts';
import type { RemoveOwner } from '../../application/computers/remove-owner.ts';
import type { ReplaceComputers } from '../../application/persons/replace-computers.ts';
import type { UnlinkComputers } from '../../application/persons/unlink-computers.ts';
import type { UpdateComputer } from '../../application/computers/update-computer.ts';
import type { UpdateOwner } from '../../application/computers/update-owner.ts';
import type { UpdatePerson } from '../../application/persons/update-person.ts';

/** Everything that the routes call. */
export interface UseCases {
  readonly findResource: FindResource;
  readonly findResources: FindResources;
  readonly streamResources: StreamResources;
  readonly findOwner: FindOwner;
  readonly createPerson: CreatePerson;
  readonly updatePerson: UpdatePerson;
  readonly deletePerson: DeletePerson;
  readonly linkComputers: LinkComputers;
  readonly replaceComputers: ReplaceComputers;
  readonly unlinkComputers: UnlinkComputers;
  readonly createComputer: CreateComputer;
  readonly createOwnedComputer: CreateOwnedComputer;
  readonly updateComputer: UpdateComputer;
  readonly deleteComputer: DeleteComputer;
  readonly assignOwner: AssignOwner;
  readonly removeOwner: RemoveOwner;
  readonly updateOwner: UpdateOwner;
  readonly deleteOwner: DeleteOwner;
}
