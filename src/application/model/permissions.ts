import type { Value } from '#domain/kinds';
import { perType, schema, type ResourceType } from '#domain/schema';
import type { ClaimReference } from './condition.ts';
import { everything, type Filter } from './filter.ts';

export type Action = 'read' | 'create' | 'update' | 'delete';

/** The way each action uses fields: it shows some, sends some, or affects all. */
export const fieldUse: Readonly<Record<Action, 'shows' | 'sends' | 'all'>> = {
  read: 'shows',
  create: 'sends',
  update: 'sends',
  delete: 'all',
};

export const actions = Object.keys(fieldUse) as readonly Action[];

/**
 * The permissions of an actor, by type and action. An action without a grant is not allowed.
 * @param Placeholder as in `Filter`, for the conditions on rows
 */
export type Permissions<Placeholder = never> = Readonly<
  Record<ResourceType, Readonly<Partial<Record<Action, Grant<Placeholder>>>>>
>;

/** The permissions of a role, before claims are filled in. */
export type RolePermissions = Permissions<ClaimReference>;

/** Allows an action. */
export interface Grant<Placeholder = never> {
  /** The attributes and relationships that the action may read or write. */
  readonly fields: ReadonlySet<string>;
  /** The rows that the action is allowed on. The filter is evaluated on all data, including rows that the actor does not see. */
  readonly rows: Filter<Placeholder>;
  /** For `create`: the presets, by attribute and to-one relationship. In an actor's grant, `undefined` means that the claim has no valid value. */
  readonly set?: Readonly<Record<string, Value | Placeholder | undefined>>;
}

/** Returns undefined if the action is not allowed. */
export function grantOf<Placeholder>(
  permissions: Permissions<Placeholder>,
  action: Action,
  type: ResourceType,
): Grant<Placeholder> | undefined {
  return permissions[type][action];
}

export const everythingAllowed: Permissions = perType((type) => {
  const { attributes, relationships } = schema[type];
  const fields = new Set([...Object.keys(attributes), ...Object.keys(relationships)]);
  return Object.fromEntries(actions.map((action) => [action, { fields, rows: everything } satisfies Grant]));
});

export const nothingAllowed: Permissions = perType(() => ({}));
