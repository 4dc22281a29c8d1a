import type { Actor } from '../model/actor.ts';
import type { Permissions } from '../model/permissions.ts';

/** Says what actors may do. Pure: it says the same of the same actor for as long as the service runs. */
export interface Policy {
  /** The role of requests without credentials; undefined: there are no such requests. */
  readonly anonymous: string | undefined;
  /** Nothing is allowed to an actor without a role, or with one that the policy does not have. */
  permissionsOf(actor: Pick<Actor, 'role' | 'claims'>): Permissions;
}
