// Presets: the values that a policy sets in a new resource. Clients may leave them out or send the same; any other value is forbidden.
import { NEW } from '#domain/relationships';
import { relationshipNames, relationshipOf, type AnyLinkage, type ResourceType } from '#domain/schema';
import type { Locked } from '../access/judge-rows.ts';
import { ForbiddenError } from '../model/errors.ts';
import { grantOf, type Grant, type Permissions } from '../model/permissions.ts';
import type { ResourceIdentifier } from '../model/query.ts';
import type { Creation } from './commands.ts';
import { idsIn } from './relinking.ts';

/** The resources that presets link a new resource to, including those that the actor does not see. */
export function presetTargets(permissions: Permissions, type: ResourceType): readonly ResourceIdentifier[] {
  const set = presetsOf(permissions, type);
  return relationshipNames(type, 'one').flatMap((name) => {
    const { [name]: id } = set;
    return typeof id === 'string' ? [{ type: relationshipOf(type, name).to, id }] : [];
  });
}

/** True if the policy sets the attribute or relationship. */
export function isPreset(permissions: Permissions, type: ResourceType, name: string): boolean {
  return Object.hasOwn(presetsOf(permissions, type), name);
}

/** The linkage that was sent, without preset relationships. */
export function withoutPresets(permissions: Permissions, type: ResourceType, linkage: AnyLinkage): AnyLinkage {
  return Object.fromEntries(Object.entries(linkage).filter(([name]) => !isPreset(permissions, type, name)));
}

/**
 * Checks what was sent against the presets.
 * @param implied the linkage that the path sets
 * @param locked contains the preset targets that exist
 * @throws ForbiddenError if another value was sent or implied, the claim has no valid value, or a preset target does not exist
 */
export function requirePresets(
  permissions: Permissions,
  type: ResourceType,
  { attributes, linkage, implied = {} }: Creation & { readonly implied?: AnyLinkage },
  { stored }: Pick<Locked, 'stored'>,
): void {
  for (const [field, value] of Object.entries(presetsOf(permissions, type))) {
    const isLink = isToOne(type, field);
    const { [field]: sent } = isLink ? linkage : attributes;
    const { [field]: inPath = value } = implied;
    const leadsNowhere = isLink && !stored[relationshipOf(type, field).to].has(String(value));
    const isSent = (sent !== undefined && sent !== value) || (isLink && isOwnTarget(type, field, linkage));
    const isImplied = !isSent && inPath !== value;
    if (isSent || isImplied || value === undefined || leadsNowhere)
      throw new ForbiddenError('create', type, { field, isImplied });
  }
}

/** True if the linkage makes a new resource its own target, through the inverse of a to-one relationship within its type. */
function isOwnTarget(type: ResourceType, relationship: string, linkage: AnyLinkage): boolean {
  const { to, inverse } = relationshipOf(type, relationship);
  return to === type && idsIn(linkage[inverse]).includes(NEW);
}

/** Adds the presets. `requirePresets` has already checked the values that were sent. */
export function withPresets(permissions: Permissions, type: ResourceType, creation: Creation): Creation {
  const { attributes, linkage } = creation;
  const presets = Object.entries(presetsOf(permissions, type));
  if (presets.length === 0) return creation;
  const [links, values] = [true, false].map((isLink) =>
    Object.fromEntries(presets.filter(([name]) => isToOne(type, name) === isLink)),
  );
  return {
    attributes: { ...attributes, ...(values as Creation['attributes']) },
    linkage: { ...linkage, ...(links as AnyLinkage) },
  };
}

/** The attributes and relationships that the policy sets in new resources of a type. */
export function presetNames(permissions: Permissions, type: ResourceType): readonly string[] {
  return Object.keys(presetsOf(permissions, type));
}

function presetsOf(permissions: Permissions, type: ResourceType): NonNullable<Grant['set']> {
  return grantOf(permissions, 'create', type)?.set ?? {};
}

function isToOne(type: ResourceType, name: string): boolean {
  return relationshipNames(type, 'one').includes(name);
}
