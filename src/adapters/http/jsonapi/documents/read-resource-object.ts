// The resource object of a request body: its shape, its id and its type. What its attributes may be comes next, in read-resource.ts.
import { ApiError, errorObject, throwIfAny, type ErrorObject } from './errors.ts';
import { isJsonObject, member, misshapen, readData, type Json, type JsonObject } from './read-json.ts';
import { readLinkage, type SentLinkage } from './read-linkage.ts';
import { relationshipFieldOf, type RelationshipField, type Resource } from '../resources/resource.ts';

/** A resource as a client sent it: of the right shape and type, its attributes yet unchecked. */
export interface SentResource {
  /** Empty where the service assigns it. */
  readonly id: string;
  readonly attributes: JsonObject;
  readonly relationships: readonly SentRelationship[];
  /** Names inside `relationships` that the resource does not have. */
  readonly unknownRelationships: readonly string[];
}

export interface SentRelationship {
  readonly field: RelationshipField;
  readonly linkage: SentLinkage;
}

/** What a body may say of the resource's id: nothing on creation; that of the URL; or any, where the URL does not tell. */
export type Identity = { readonly kind: 'assigned' | 'any' } | { readonly kind: 'given'; readonly id: string };

/**
 * Reads the resource object of a document.
 * @throws ApiError with all problems of the first step that has any: shape, id on creation, then type and id
 */
export function readResourceObject(document: Json, resource: Resource, identity: Identity): SentResource {
  const data = readData(document, 'the resource');
  if (!isJsonObject(data)) throw new ApiError([misshapen('/data', data, 'a resource object')]);
  const type = member(data, 'type');
  const id = member(data, 'id');
  const problems: ErrorObject[] = [];
  if (typeof type !== 'string') problems.push(misshapen('/data/type', type, 'a string'));
  if (id === undefined ? identity.kind !== 'assigned' : typeof id !== 'string')
    problems.push(misshapen('/data/id', id, 'a string'));
  const attributes = readObject(data, 'attributes', problems);
  const { relationships, unknownRelationships } = readRelationships(data, resource, problems);
  throwIfAny(problems);
  if (identity.kind === 'assigned' && id !== undefined) throw new ApiError([clientId(resource)]);
  if (type !== resource.type) problems.push(typeConflict(resource));
  if (identity.kind === 'given' && id !== identity.id) problems.push(idConflict(identity.id));
  throwIfAny(problems);
  return { id: typeof id === 'string' ? id : '', attributes, relationships, unknownRelationships };
}

/** The body's id is not the one that it has to be. */
export function idConflict(expectedId: string): ErrorObject {
  return errorObject('id-conflict', `The id of this resource is "${expectedId}"`, { pointer: '/data/id' });
}

/** A member that is an object, or is not there. */
function readObject(parent: JsonObject, name: string, problems: ErrorObject[]): JsonObject {
  const value = member(parent, name);
  if (value === undefined) return {};
  if (isJsonObject(value)) return value;
  problems.push(misshapen(`/data/${name}`, value, 'an object'));
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
    else if (!isJsonObject(value)) problems.push(misshapen(pointer, value, 'an object'));
    else if (linkage === undefined) problems.push(misshapen(`${pointer}/data`, linkage, 'resource linkage'));
    else {
      relationships.push({ field, linkage: readLinkage(linkage, field.cardinality, `${pointer}/data`, problems) });
    }
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
