import type { ResourceType } from '#domain/schema';
import type { Field, Resource, Resources } from '../api/resource-description.ts';

/** What a role may do with resources of one type, by wire names. */
export interface TypeAccess {
  readonly readable: ReadonlySet<string>;
  /** What it may send when it creates or updates. */
  readonly writable: ReadonlySet<string>;
}

/**
 * Describes the service as a role sees it.
 * @param access of the types that it may read
 */
export function roleResources(all: Resources, access: ReadonlyMap<ResourceType, TypeAccess>): Resources {
  const among: Partial<Record<ResourceType, Resource>> = {};
  for (const resource of Object.values(all)) {
    const { type } = resource;
    const seen = access.get(type);
    if (seen === undefined) continue;
    const { readable, writable } = seen;
    const fields = only(resource.fields, (name) => readable.has(name));
    const bodyFields = only(resource.inBodies.fields, (name) => readable.has(name) || writable.has(name));
    among[type] = { ...resource, fields, inBodies: { type, fields: bodyFields }, among };
  }
  return among;
}

/** The identifier, which every resource has, and some others. */
function only(fields: Resource['fields'], has: (name: string) => boolean): Readonly<Record<string, Field>> {
  return Object.fromEntries(Object.entries(fields).filter(([name, { kind }]) => kind === 'identifier' || has(name)));
}
