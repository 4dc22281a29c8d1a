// The resource object of a request body: its form, id and type. Then read-resource.ts checks its attributes.
import { ApiError, errorObject, throwIfAny, type ErrorObject } from './errors.ts';
import { isJsonObject, member, wrongForm, readData, type Json, type JsonObject } from './read-json.ts';
import { readLinkage, type SentLinkage } from './read-linkage.ts';
import { relationshipFieldOf, type RelationshipField, type Resource } from '../resources/resource.ts';

/** A resource of valid form and type, its attributes unchecked. */
export interface SentResource {
  /** Empty on creation: the service assigns it. */
  readonly id: string;
  readonly attributes: JsonObject;
  readonly relationships: readonly SentRelationship[];
  readonly unknownRelationships: readonly string[];
}

interface SentRelationship {
  readonly field: RelationshipField;
  readonly linkage: SentLinkage;
}

/** The id that a body must have. `assigned`: none, on creation; `given`: that of the URL; `any`: where the URL does not tell. */
export type Identity = { readonly kind: 'assigned' | 'any' } | { readonly kind: 'given'; readonly id: string };

/**
 * Reads the resource object of a document.
 * @throws ApiError with all problems of the first step that has any: form, id on creation, then type and id
 */
export function readResourceObject(document: Json, resource: Resource, identity: Identity): SentResource {
  const data = readData(document, 'the resource');
  if (!isJsonObject(data)) throw new ApiError([wrongForm('/data', data, 'a resource object')]);
  const type = member(data, 'type');
  const id = member(data, 'id');
  const problems: ErrorObject[] = [];
  if (typeof type !== 'string') problems.push(wrongForm('/data/type', type, 'a string'));
  if (id === undefined ? identity.kind !== 'assigned' : typeof id !== 'string')
    problems.push(wrongForm('/data/id', id, 'a string'));
  const attributes = readObject(data, 'attributes', problems);
  const { relationships, unknownRelationships } = readRelationships(data, resource, problems);
  throwIfAny(problems);
  if (identity.kind === 'assigned' && id !== undefined) throw new ApiError([clientId(resource)]);
  if (type !== resource.type) problems.push(typeConflict(resource));
  if (identity.kind === 'given' && id !== identity.id) problems.push(idConflict(identity.id));
  throwIfAny(problems);
  return { id: typeof id === 'string' ? id : '', attributes, relationships, unknownRelationships };
}

export function idConflict(expectedId: string): ErrorObject {
  return errorObject('id-conflict', `The id of this resource is "${expectedId}"`, { pointer: '/data/id' });
}

/** Reads an optional member that must be an object. */
function readObject(parent: JsonObject, name: string, problems: ErrorObject[]): JsonObject {
  const value = member(parent, name);
  if (value === undefined) return {};
  if (isJsonObject(value)) return value;
  problems.push(wrongForm(`/data/${name}`, value, 'an object'));
  return {};
}

function readRelationships(
  data: JsonObject,
  resource: Resource,
  problems: ErrorObject[],
): Pick<SentResource, 'relationships' | 'unknownRelationships'> {
  const relationships: SentRelationship[] = [];
  const unknownRelationships: string[] = [];
  for (const [name, value] of Object.entries(readObject(data, 'relationships', problems))) {
    const field = relationshipFieldOf(resource, name);
    const pointer = `/data/relationships/${name}`;
    const linkage = isJsonObject(value) ? member(value, 'data') : undefined;
    if (field === undefined) unknownRelationships.push(name);
    else if (!isJsonObject(value)) problems.push(wrongForm(pointer, value, 'an object'));
    else if (linkage === undefined) problems.push(wrongForm(`${pointer}/data`, linkage, 'resource linkage'));
    else relationships.push({ field, linkage: readLinkage(linkage, field.cardinality, `${pointer}/data`, problems) });
  }
  return { relationships, unknownRelationships };
}

function clientId({ type }: Resource): ErrorObject {
  const detail = `The service assigns the id of a ${type}; leave "id" out`;
  return errorObject('client-id-forbidden', detail, { pointer: '/data/id' });
}

function typeConflict({ type }: Resource): ErrorObject {
  return errorObject('type-conflict', `The type of this resource is "${type}"`, { pointer: '/data/type' });
}
