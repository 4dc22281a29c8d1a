// The part of a service that a user may see and change.
import type { Api, Field, May, Resource } from './api.ts';

/** The description without the types and fields that the user may neither read nor write. */
export function permitted(api: Api, may: ReadonlyMap<string, May>): Api {
  const resources = api.resources.flatMap((resource) => {
    const own = may.get(resource.type);
    return own?.has('read') === true ? [permittedResource(resource, own, may)] : [];
  });
  return { ...api, resources };
}

function permittedResource(resource: Resource, own: May, may: ReadonlyMap<string, May>): Resource {
  const fields = resource.fields.flatMap((field): readonly Field[] => {
    const { kind, name } = field;
    const isRead = kind === 'identifier' || covers(own, 'read', name);
    if (kind === 'relationship') return isRead && may.get(field.to)?.has('read') === true ? [field] : [];
    const writable = field.writable && (covers(own, 'create', name) || covers(own, 'update', name));
    if (isRead) return [{ ...field, writable }];
    // A write-only field is never shown, so it cannot be sorted by or searched.
    return writable ? [{ ...field, readable: false, sortable: false, operators: [] }] : [];
  });
  return { ...resource, fields, may: own };
}

/** True if the page may offer an action on a resource, or on one field of it. */
export function mayDo({ may }: Resource, action: 'create' | 'update' | 'delete', field?: string): boolean {
  return may === undefined || covers(may, action, field);
}

function covers(may: May, action: string, field: string | undefined): boolean {
  const fields = may.get(action);
  return may.has(action) && (field === undefined || fields === undefined || fields.includes(field));
}
