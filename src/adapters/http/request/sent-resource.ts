// The resource in a body. It is checked against the description of its type.
import { relationshipNames, relationshipOf } from '#domain/schema';
import type { CheckStep, FoundProblem } from '../api/check-steps.ts';
import { quote, withArticle } from '../api/error-wording.ts';
import { errorObject, type ErrorObject, type Problem } from '../api/errors.ts';
import {
  relationshipFieldOf,
  relationshipsOf,
  wireNameOf,
  writableAttributesOf,
  type FieldsOfType,
  type RelationshipField,
} from '../api/resource-description.ts';
import { unknownRelationship } from './syntax/field-path.ts';
import { isJsonObject, member, membersOf, pointerToken, wrongForm, type Json, type JsonObject } from './syntax/json.ts';
import {
  checkTypes,
  readLinkage,
  readReference,
  type BodyContext,
  type Reference,
  type SentLinkage,
} from './linkage.ts';
import { readAttributes, type SentAttributes } from './sent-attributes.ts';

/** A resource as a client sends it, by the domain's names. */
export interface SentResource extends SentAttributes {
  /** Without an identifier if it is new. */
  readonly identity: Reference;
  readonly sentLinks: readonly SentLink[];
  /** The writable fields that were sent, valid or not. */
  readonly sentFields: readonly SentField[];
}

/** An attribute or relationship that a client sends, by the domain's name. */
export interface SentField {
  readonly stored: string;
  readonly pointer: string;
}

/** The linkage that a client sends for one relationship. */
export interface SentLink extends SentLinkage {
  readonly field: RelationshipField;
}

/** A new resource, or the one that the document must identify; undefined if the path does not determine it. */
export type Expected = 'new' | Reference | undefined;

/**
 * Reads `data` as a resource, and collects all problems with it.
 * @param implied the relationship of a new resource that the path sets
 */
export function readResource(
  data: Json,
  resource: FieldsOfType,
  expected: Expected,
  context: BodyContext,
  implied?: string,
): SentResource {
  const pointer = `${context.basePointer}/data`;
  const note = noteIn(context.found);
  if (!isJsonObject(data)) {
    note('document', wrongForm(pointer, data, 'a resource object'));
    return { identity: { ...NOBODY, pointer }, attributes: {}, readOnly: [], sentLinks: [], sentFields: [] };
  }
  const identity = readIdentity(data, resource, expected, context);
  const sent = {
    attributes: readObject(data, 'attributes', context),
    relationships: readObject(data, 'relationships', context),
  };
  const attributes = readAttributes(sent.attributes, resource, expected === 'new', context);
  const sentLinks = readLinks(sent.relationships, resource, context);
  if (expected === 'new') requireLinks(sent.relationships, resource, implied, context);
  if (expected !== 'new' || identity.lid !== undefined)
    requireAgreement(resource, { identity, links: sentLinks, implied }, context);
  return { identity, ...attributes, sentLinks, sentFields: sentFieldsOf(sent, resource, context) };
}

const NOBODY = { type: '', id: '', lid: undefined, hasBoth: false };

function noteIn(found: FoundProblem[]): (step: CheckStep, problem: Problem) => void {
  return (step, problem) => found.push({ step, problem });
}

function readIdentity(data: JsonObject, resource: FieldsOfType, expected: Expected, context: BodyContext): Reference {
  const { type } = resource;
  const pointer = `${context.basePointer}/data`;
  const note = noteIn(context.found);
  const isNew = expected === 'new';
  // Only an atomic update can name its resource by `lid`, because an earlier operation can have added it.
  const takesLids = context.takesLids && (isNew || context.basePointer !== '');
  const identity = readReference(data, pointer, { ...context, takesLids }, !isNew);
  const hasId = member(data, 'id') !== undefined;
  if (isNew && hasId) note('client id', clientIdForbidden(type, pointer));
  if (identity.type !== type) note('type and id', typeConflict(resource, pointer, identity.type));
  if (expected !== 'new' && expected !== undefined && !isSame(identity, expected))
    note('type and id', idConflict(expected, identity));
  return identity;
}

/** @param pointer to the resource */
export function clientIdForbidden(type: string, pointer: string): ErrorObject {
  const detail = `The service assigns the id of ${withArticle(type)}; leave "id" out`;
  return errorObject('client-id-forbidden', detail, { pointer: `${pointer}/id` });
}

/**
 * @param pointer to the resource
 * @param sent the type in the document
 */
export function typeConflict(
  { type, path }: Pick<FieldsOfType, 'type' | 'path'>,
  pointer: string,
  sent = '',
): ErrorObject {
  const hint = `/${sent}` === path ? `; "${sent}" is its name in paths` : '';
  return errorObject('type-conflict', `The type of this resource is "${type}"${hint}`, { pointer: `${pointer}/type` });
}

function isSame(one: Reference, other: Reference): boolean {
  if (one.lid === undefined && other.lid === undefined) return one.id === other.id;
  return one.id === other.id && one.lid === other.lid && one.type === other.type;
}

/** The error for a document that identifies the wrong resource. */
export function idConflict({ id, lid }: Pick<Reference, 'id' | 'lid'>, sent: Reference): ErrorObject {
  const detail =
    typeof lid === 'string' ? `The lid of this resource is ${quote(lid)}` : `The id of this resource is "${id}"`;
  return errorObject('id-conflict', detail, { pointer: `${sent.pointer}/${sent.lid === undefined ? 'id' : 'lid'}` });
}

/** Reads an optional member that must be an object. */
function readObject(parent: JsonObject, name: string, { basePointer, found }: BodyContext): JsonObject {
  const value = member(parent, name);
  if (value === undefined) return {};
  if (isJsonObject(value)) return value;
  found.push({ step: 'document', problem: wrongForm(`${basePointer}/data/${name}`, value, 'an object') });
  return {};
}

function sentFieldsOf(
  sent: Readonly<Record<'attributes' | 'relationships', JsonObject>>,
  resource: FieldsOfType,
  { basePointer }: BodyContext,
): readonly SentField[] {
  const namesIn = {
    attributes: writableAttributesOf(resource),
    relationships: relationshipsOf(resource),
  };
  return (['attributes', 'relationships'] as const).flatMap((place) =>
    Object.entries<{ readonly stored: string }>(namesIn[place]).flatMap(([name, { stored }]) =>
      member(sent[place], name) === undefined
        ? []
        : [{ stored, pointer: `${basePointer}/data/${place}/${pointerToken(name)}` }],
    ),
  );
}

/** Reports required relationships of a new resource that neither the request nor the policy sets. */
function requireLinks(
  sent: JsonObject,
  resource: FieldsOfType,
  implied: string | undefined,
  { basePointer, found }: BodyContext,
): void {
  for (const stored of relationshipNames(resource.type, 'one')) {
    if (!relationshipOf(resource.type, stored).isRequired) continue;
    const name = wireNameOf(resource, stored);
    if (name === undefined || stored === implied || resource.preset?.has(stored) === true) continue;
    const value = member(sent, name);
    const reason =
      value === undefined
        ? 'is required'
        : isJsonObject(value) && member(value, 'data') === null
          ? 'must not be null'
          : '';
    const at = { pointer: `${basePointer}/data/relationships/${pointerToken(name)}` };
    if (reason !== '')
      found.push({ step: 'attributes', problem: errorObject('invalid-relationship', `"${name}" ${reason}`, at) });
  }
}

/** A request can set both sides of a relationship from a type to itself. They must agree on whether the resource is linked to itself. */
function requireAgreement(
  resource: FieldsOfType,
  {
    identity,
    links: sent,
    implied,
  }: Pick<SentResource, 'identity'> & {
    readonly links: readonly SentLink[];
    /** The relationship that the path sets. */
    readonly implied: string | undefined;
  },
  { basePointer, found }: BodyContext,
): void {
  const namesItself = ({ references }: SentLink): boolean =>
    references.some((each) => each.type === identity.type && isSame(each, identity));
  for (const link of sent) {
    const { to, inverse } = relationshipOf(resource.type, link.field.stored);
    const other = to === resource.type ? sent.find(({ field }) => field.stored === inverse) : undefined;
    const isOfPath = inverse === implied && relationshipOf(resource.type, inverse).cardinality === 'one';
    if (to === resource.type && other === undefined && isOfPath && namesItself(link)) {
      const detail = 'the path contradicts this link from the resource to itself';
      found.push({
        step: 'attributes',
        problem: errorObject('invalid-relationship', detail, { pointer: link.pointer }),
      });
    }
    if (other === undefined || !namesItself(link) || namesItself(other)) continue;
    const [name, otherName] = [link, other].map(({ field }) => wireNameOf(resource, field.stored) ?? '');
    const detail = `"${otherName}" contradicts "${name}", which links the resource to itself`;
    const at = { pointer: `${basePointer}/data/relationships/${pointerToken(otherName ?? '')}` };
    found.push({ step: 'attributes', problem: errorObject('invalid-relationship', detail, at) });
  }
}

function readLinks(sent: JsonObject, resource: FieldsOfType, context: BodyContext): readonly SentLink[] {
  const note = noteIn(context.found);
  return membersOf(sent).flatMap(([name, value]) => {
    const field = relationshipFieldOf(resource, name);
    const pointer = `${context.basePointer}/data/relationships/${name}`;
    const linkage = isJsonObject(value) ? member(value, 'data') : undefined;
    if (field === undefined) {
      const at = { pointer: `${context.basePointer}/data/relationships/${pointerToken(name)}` };
      note('attributes', () => errorObject('invalid-attribute', unknownRelationship(name, resource, ''), at));
    } else if (!isJsonObject(value)) note('document', wrongForm(pointer, value, 'an object'));
    else if (linkage === undefined)
      note('document', wrongForm(`${pointer}/data`, linkage, `resource linkage, unless you leave "${name}" out`));
    else {
      const read = readLinkage(linkage, field.cardinality, `${pointer}/data`, context);
      checkTypes(read, field.to, context);
      return [{ ...read, field }];
    }
    return [];
  });
}
