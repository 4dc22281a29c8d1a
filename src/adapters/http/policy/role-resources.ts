import type { ResourceType } from '#domain/schema';
import type { Field, Resource, Resources } from '../api/resource-description.ts';

/** The fields of a type that a role may read and send, by wire name. */
export interface TypeAccess {
  readonly readable: ReadonlySet<string>;
  /** The fields that it may send in a create or update. */
  readonly writable: ReadonlySet<string>;
  /** The stored names of fields that the policy sets in new resources. */
  readonly preset: ReadonlySet<string>;
}

/**
 * Describes the service as a role sees it.
 * @param access for the types that it may read
 */
export function roleResources(all: Resources, access: ReadonlyMap<ResourceType, TypeAccess>): Resources {
  const set: Partial<Record<ResourceType, Resource>> = {};
  for (const resource of Object.values(all)) {
    const { type, path } = resource;
    const seen = access.get(type);
    if (seen === undefined) continue;
    const { readable, writable, preset } = seen;
    const fields = only(resource.fields, (name) => readable.has(name));
    const bodyFields = only(resource.inBodies.fields, (name) => readable.has(name) || writable.has(name));
    set[type] = { ...resource, fields, inBodies: { type, path, fields: bodyFields, preset }, set };
  }
  return set;
}

/** The identifier, which every resource has, and the fields that pass a test. */
function only(fields: Resource['fields'], has: (name: string) => boolean): Readonly<Record<string, Field>> {
  return Object.fromEntries(Object.entries(fields).filter(([name, { kind }]) => kind === 'identifier' || has(name)));
}
