import type { Field, Resource, Resources } from '#adapters/http/api/resource-description';
import { resources } from '#test/support/model';
import type { ResourceType } from '#domain/schema';
import type { RoleInFile } from './policy-in-file.ts';

/** The descriptions without the types and fields that the role may not see. */
export function describeVisible(role: RoleInFile): Resources {
  const set: Partial<Record<ResourceType, Resource>> = {};
  for (const resource of Object.values<Resource>(resources)) {
    if (role[resource.type]?.read === undefined) continue;
    const hidden = hiddenFields(role, resource);
    const fields = Object.fromEntries(Object.entries(resource.fields).filter(([name]) => !hidden.includes(name)));
    set[resource.type] = { ...resource, fields, inBodies: { type: resource.type, path: resource.path, fields }, set };
  }
  return set;
}

/** The fields of a type that the role may not see: all, for one that it may not read. */
export function hiddenFields(role: RoleInFile, { type, fields }: Resource): readonly string[] {
  const read = role[type]?.read;
  const isVisible = (name: string, field: Field): boolean => {
    if (field.kind === 'identifier') return true;
    if (field.kind === 'relationship' && role[field.to]?.read === undefined) return false;
    return read !== undefined && (read.fields?.includes(name) ?? true);
  };
  return Object.entries(fields).flatMap(([name, field]) => (isVisible(name, field) ? [] : [name]));
}
