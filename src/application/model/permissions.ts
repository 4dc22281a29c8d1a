import { perType, schema, type ResourceType } from '#domain/schema';

export const actions = ['read', 'create', 'update', 'delete'] as const;
export type Action = (typeof actions)[number];

/** What a role may do, by type and action; what is missing is not allowed. */
export type Permissions = Readonly<Record<ResourceType, Readonly<Partial<Record<Action, Grant>>>>>;

/** Allows an action. */
export interface Grant {
  /** The attributes and relationships that it may read or write. */
  readonly fields: ReadonlySet<string>;
}

/** Undefined: the action is not allowed. */
export function grantOf(permissions: Permissions, action: Action, type: ResourceType): Grant | undefined {
  return permissions[type][action];
}

export const everythingAllowed: Permissions = perType((type) => {
  const { attributes, relationships } = schema[type];
  const all: Grant = { fields: new Set([...Object.keys(attributes), ...Object.keys(relationships)]) };
  return Object.fromEntries(actions.map((action) => [action, all]));
});

export const nothingAllowed: Permissions = perType(() => ({}));
