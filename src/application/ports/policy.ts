import type { Actor } from '../model/actor.ts';
import type { Permissions, RolePermissions } from '../model/permissions.ts';

/** Decides what actors may do. Pure: the same actor gets the same permissions for as long as the service runs. */
export interface Policy {
  /** The role of requests without credentials; undefined: credentials are required. */
  readonly anonymous: string | undefined;
  /** An actor without a role, or with one that the policy does not define, may do nothing. */
  permissionsOf(actor: Pick<Actor, 'role' | 'claims'>): Permissions;
  /** The permissions of a role, before claims are filled in. */
  permissionsOfRole(role: string | undefined): RolePermissions;
}
