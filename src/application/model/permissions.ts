import { perType, schema, type ResourceType } from '#domain/schema';
import type { ClaimReference } from './condition.ts';
import type { Filter } from './filter.ts';

export type Action = 'read' | 'create' | 'update' | 'delete';

/** What each action does with the fields of a resource; `all`: whatever it has. */
export const fieldUse: Readonly<Record<Action, 'shows' | 'sends' | 'all'>> = {
  read: 'shows',
  create: 'sends',
  update: 'sends',
  delete: 'all',
};

export const actions = Object.keys(fieldUse) as readonly Action[];

/**
 * What an actor may do, by type and action; what is missing is not allowed.
 * @param Placeholder of the conditions on rows
 */
export type Permissions<Placeholder = never> = Readonly<
  Record<ResourceType, Readonly<Partial<Record<Action, Grant<Placeholder>>>>>
>;

/** What a role allows to actors whose claims are not known yet. */
export type RolePermissions = Permissions<ClaimReference>;

/** Allows an action. */
export interface Grant<Placeholder = never> {
  /** The attributes and relationships that it may read or write. */
  readonly fields: ReadonlySet<string>;
  /** The rows that it is allowed on; undefined: all. Judged on all data, whatever the actor sees of it. */
  readonly where?: Filter<Placeholder> | undefined;
}

/** Undefined: the action is not allowed. */
export function grantOf<Placeholder>(
  permissions: Permissions<Placeholder>,
  action: Action,
  type: ResourceType,
): Grant<Placeholder> | undefined {
  return permissions[type][action];
}

export const everythingAllowed: Permissions = perType((type) => {
  const { attributes, relationships } = schema[type];
  const all: Grant = { fields: new Set([...Object.keys(attributes), ...Object.keys(relationships)]) };
  return Object.fromEntries(actions.map((action) => [action, all]));
});

export const nothingAllowed: Permissions = perType(() => ({}));
