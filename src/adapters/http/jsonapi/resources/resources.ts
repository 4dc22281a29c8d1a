import type { ResourceType } from '#application/model/schema';
import { computerResource } from './computer.ts';
import { personResource } from './person.ts';
import type { Resource } from './resource.ts';

/** Every resource type of the service. */
export const resources: Readonly<Record<ResourceType, Resource>> = {
  person: personResource,
  computer: computerResource,
};

/** A resource by the name of its type on the wire; undefined for any other name. */
export function resourceOf(type: string): Resource | undefined {
  return Object.values(resources).find((resource) => resource.type === type);
}
