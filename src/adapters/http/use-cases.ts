import type { FindOwner } from '../../application/read/find-owner.ts';
import type { FindResource } from '../../application/read/find-resource.ts';
import type { FindResources } from '../../application/read/find-resources.ts';
import type { StreamResources } from '../../application/read/stream-resources.ts';
import type { AssignOwner } from '../../application/use-cases/assign-owner.ts';
import type { CreateComputer } from '../../application/use-cases/create-computer.ts';
import type { CreateOwnedComputer } from '../../application/use-cases/create-owned-computer.ts';
import type { CreatePerson } from '../../application/use-cases/create-person.ts';
import type { DeleteComputer } from '../../application/use-cases/delete-computer.ts';
import type { DeleteOwner } from '../../application/use-cases/delete-owner.ts';
import type { DeletePerson } from '../../application/use-cases/delete-person.ts';
import type { LinkComputers } from '../../application/use-cases/link-computers.ts';
import type { RemoveOwner } from '../../application/use-cases/remove-owner.ts';
import type { ReplaceComputers } from '../../application/use-cases/replace-computers.ts';
import type { UnlinkComputers } from '../../application/use-cases/unlink-computers.ts';
import type { UpdateComputer } from '../../application/use-cases/update-computer.ts';
import type { UpdateOwner } from '../../application/use-cases/update-owner.ts';
import type { UpdatePerson } from '../../application/use-cases/update-person.ts';

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
