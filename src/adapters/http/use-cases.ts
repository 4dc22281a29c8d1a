import type { computerRules } from '../../domain/computer.ts';
import type { FindOwner } from '../../application/reading/find-owner.ts';
import type { FindResource } from '../../application/reading/find-resource.ts';
import type { FindResources } from '../../application/reading/find-resources.ts';
import type { StreamResources } from '../../application/reading/stream-resources.ts';
import type { AssignOwner } from '../../application/ownership/assign-owner.ts';
import type { CreateOwned, CreateOwnedBy } from '../../application/ownership/create-owned.ts';
import type { DeleteOwned } from '../../application/ownership/delete-owned.ts';
import type { DeleteOwner } from '../../application/ownership/delete-owner.ts';
import type { LinkOwned } from '../../application/ownership/link-owned.ts';
import type { RemoveOwner } from '../../application/ownership/remove-owner.ts';
import type { ReplaceOwned } from '../../application/ownership/replace-owned.ts';
import type { UnlinkOwned } from '../../application/ownership/unlink-owned.ts';
import type { UpdateOwned } from '../../application/ownership/update-owned.ts';
import type { UpdateOwner } from '../../application/ownership/update-owner.ts';
import type { CreatePerson } from '../../application/persons/create-person.ts';
import type { DeletePerson } from '../../application/persons/delete-person.ts';
import type { UpdatePerson } from '../../application/persons/update-person.ts';

type ComputerRules = typeof computerRules;

/** Everything that the routes call. */
export interface UseCases {
  readonly findResource: FindResource;
  readonly findResources: FindResources;
  readonly streamResources: StreamResources;
  readonly findOwner: FindOwner;
  readonly createPerson: CreatePerson;
  readonly updatePerson: UpdatePerson;
  readonly deletePerson: DeletePerson;
  readonly linkComputers: LinkOwned<ComputerRules>;
  readonly replaceComputers: ReplaceOwned<ComputerRules>;
  readonly unlinkComputers: UnlinkOwned<ComputerRules>;
  readonly createComputer: CreateOwned<ComputerRules>;
  readonly createOwnedComputer: CreateOwnedBy<ComputerRules>;
  readonly updateComputer: UpdateOwned<ComputerRules>;
  readonly deleteComputer: DeleteOwned<ComputerRules>;
  readonly assignOwner: AssignOwner<ComputerRules>;
  readonly removeOwner: RemoveOwner<ComputerRules>;
  readonly updateOwner: UpdateOwner;
  readonly deleteOwner: DeleteOwner;
}
