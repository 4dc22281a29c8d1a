// Resources of any type over the API, by their descriptions.
import { wireNameOf, writableAttributesOf } from '#adapters/http/api/resource-description';
import { resources } from '#test/support/model';
import { schema, type Attributes, type ResourceType } from '#domain/schema';
import type { ApiClient } from '../../support/api-client.ts';
import type { Identifier, Relationships } from '../../support/resource-objects.ts';
import { exampleOf } from '../rows-of-types.ts';
import { createdId } from './created-id.ts';

/** True if clients see an attribute or a relationship. */
export function isShown(type: ResourceType, stored: string): boolean {
  return wireNameOf(resources[type], stored) !== undefined;
}

/** The wire name of an attribute or a relationship. */
export function wireName(type: ResourceType, stored: string): string {
  const name = wireNameOf(resources[type], stored);
  if (name === undefined) throw new Error(`${type} does not show ${stored}`);
  return name;
}

/** Valid attributes, which no other resource has where the kind has values enough. */
export function newAttributes(type: ResourceType): Attributes {
  drawn += 1;
  const { attributes } = exampleOf(type, process.pid * 10_000 + drawn);
  const writable = Object.entries(writableAttributesOf(resources[type]));
  return Object.fromEntries(writable.map(([name, { stored }]) => [name, attributes[stored] ?? null]));
}
let drawn = 0;

/** The `data` of a creation. */
export function newResource(type: ResourceType, relationships: Relationships = {}): object {
  return { type, attributes: newAttributes(type), relationships };
}

/** Creates a resource and returns its id. */
export async function addAny(client: ApiClient, type: ResourceType, relationships?: Relationships): Promise<string> {
  return createdId(await client.post(resources[type].path, { data: newResource(type, relationships) }));
}

export function linkagePath(type: ResourceType, id: string, stored: string): string {
  return `${resources[type].path}/${id}/relationships/${wireName(type, stored)}`;
}

export function relatedPath(type: ResourceType, id: string, stored: string): string {
  return `${resources[type].path}/${id}/${wireName(type, stored)}`;
}

/** Deletes all resources of a type that declares unique attributes, so that a test can create one with any values. */
export async function freeUniqueValues(client: ApiClient, type: ResourceType): Promise<void> {
  if (schema[type].rules.every(({ kind }) => kind !== 'unique')) return;
  const { document } = await client.get(`${resources[type].path}?page[size]=0`);
  for (const { id } of document.data as readonly Identifier[]) await client.delete(`${resources[type].path}/${id}`);
}
