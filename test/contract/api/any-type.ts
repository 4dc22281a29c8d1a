// Resources of any type over the API, by their descriptions.
import { expect } from 'chai';
import { requireRelationship, wireNameOf, writableAttributesOf } from '#adapters/http/api/resource-description';
import { resources } from '#test/support/model';
import { relationshipOf, schema, type Attributes, type ResourceType } from '#domain/schema';
import type { ApiClient } from '../../support/api-client.ts';
import type { Identifier, Relationships } from '../../support/resource-objects.ts';
import { exampleOf, toOneLinks } from '../rows-of-types.ts';
import { uniqueSetsOf } from '../rules-of-types.ts';
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

/**
 * The `data` of a creation.
 * @param implied as in `withRequired`
 */
export async function newResource(
  client: ApiClient,
  type: ResourceType,
  relationships?: Relationships,
  implied?: string,
) {
  return {
    type,
    attributes: newAttributes(type),
    relationships: await withRequired(client, type, relationships, implied),
  };
}

/**
 * Adds a new target for each required relationship that is not given.
 * @param given by wire name
 * @param implied the relationship that the path of the request sets
 */
export async function withRequired(
  client: ApiClient,
  type: ResourceType,
  given: Relationships = {},
  implied?: string,
): Promise<Relationships> {
  const added: Record<string, Relationships[string]> = {};
  for (const [stored, { to, isRequired }] of Object.entries(schema[type].relationships))
    if (isRequired && stored !== implied && !Object.hasOwn(given, wireName(type, stored)))
      added[wireName(type, stored)] = { data: { type: to, id: await addAny(client, to) } };
  return { ...added, ...given };
}

/** True if neither side of a relationship requires its links, so that they can be removed. */
export function mayEnd(type: ResourceType, stored: string): boolean {
  const { isRequired, to, inverse } = relationshipOf(type, stored);
  return !isRequired && !relationshipOf(to, inverse).isRequired;
}

/** The relationships that a change can send: all except to-many ones whose members require their link, so that they cannot be replaced. */
export function changeable<Data>(type: ResourceType, sent: Readonly<Record<string, Data>>): Record<string, Data> {
  const isChangeable = (name: string): boolean => {
    const { stored, cardinality } = requireRelationship(resources[type], name);
    return cardinality === 'one' || mayEnd(type, stored);
  };
  return Object.fromEntries(Object.entries(sent).filter(([name]) => isChangeable(name)));
}

/** Creates a resource and returns its id. */
export async function addAny(client: ApiClient, type: ResourceType, relationships?: Relationships): Promise<string> {
  return createdId(await client.post(resources[type].path, { data: await newResource(client, type, relationships) }));
}

export function linkagePath(type: ResourceType, id: string, stored: string): string {
  return `${resources[type].path}/${id}/relationships/${wireName(type, stored)}`;
}

export function relatedPath(type: ResourceType, id: string, stored: string): string {
  return `${resources[type].path}/${id}/${wireName(type, stored)}`;
}

/** Deletes all resources of a type that declares unique attributes, so that a test can create one with any values. Also deletes the resources that refer to them. */
export async function freeUniqueValues(client: ApiClient, type: ResourceType): Promise<void> {
  if (uniqueSetsOf(type).length > 0) await deleteAll(client, type);
}

async function deleteAll(client: ApiClient, type: ResourceType, visited = new Set<ResourceType>()): Promise<void> {
  visited.add(type);
  // Delete resources that refer to this type first, as they could prevent the deletion.
  for (const link of toOneLinks.filter(({ to }) => to === type))
    if (relationshipOf(link.type, link.relationship).onDelete !== 'unset' && !visited.has(link.type))
      await deleteAll(client, link.type, visited);
  const { document } = await client.get(`${resources[type].path}?page[size]=0`);
  const found = document.data as readonly Identifier[];
  // Delete the newest first, as they may refer to older resources of the same type.
  for (const { id } of found.toReversed()) {
    const { status, text } = await client.delete(`${resources[type].path}/${id}`);
    // A resource may already have been deleted along with another.
    expect([200, 404], text).to.include(status);
  }
}
