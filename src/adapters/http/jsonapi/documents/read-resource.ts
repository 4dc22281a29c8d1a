// Reads the resource in a request body. Checks run in steps, each of which reports all its problems: form, id and type
// (read-resource-object.ts), attributes and names of relationships, types of linkage.
import type { Value } from '#domain/kinds';
import { checkAttribute } from '#domain/resource';
import type { Attributes, AnyLinkage, ResourceType } from '#domain/schema';
import type { IdentifiedChanges, NewResource } from '#application/writing/commands';
import { unknownRelationship } from '../query/field-path.ts';
import { fieldOf, readOnlyAttributesOf, writableAttributesOf, type Resource } from '../resources/resource.ts';
import { errorObject, throwIfAny, type ErrorObject, type Problem } from './errors.ts';
import { unknownName } from './messages.ts';
import { member, pointerToken, type Json, type JsonObject } from './read-json.ts';
import { idsOf, typeConflicts } from './read-linkage.ts';
import { readResourceObject, type Identity, type SentResource } from './read-resource-object.ts';

export interface SentChanges<Type extends ResourceType = ResourceType> extends IdentifiedChanges<Type> {
  /**
   * Completes the checks; call it before writing anything. Clients may send back read-only attributes that they have read, so these are
   * compared with the stored resource, and the checks of that step and the next one wait for it.
   * @param stored undefined if there is nothing to compare with; the other checks run all the same
   * @throws ApiError
   */
  readonly requireValid: (stored: Attributes | undefined) => void;
}

/**
 * Reads a resource to create. Attributes left out are unset.
 * @throws ApiError with all problems of the first step that has any
 */
export function readNewResource<Type extends ResourceType>(
  document: Json,
  resource: Resource<Type>,
): NewResource<Type> {
  const sent = readResourceObject(document, resource, { kind: 'assigned' });
  const { values, problems } = readValues(sent, resource, 'new');
  throwIfAny(problems);
  throwIfAny(linkageConflicts(sent));
  return values as NewResource<Type>;
}

/**
 * Reads changes of a resource. Attributes and relationships left out do not change.
 * @throws ApiError with all problems of the first step that has any
 */
export function readChangedResource<Type extends ResourceType>(
  document: Json,
  resource: Resource<Type>,
  identity: Identity,
): SentChanges<Type> {
  const sent = readResourceObject(document, resource, identity);
  const { values, problems } = readValues(sent, resource, 'changed');
  const comparable = Object.entries(readOnlyAttributesOf(resource)).filter(([name]) => isText(sent.attributes, name));
  const requireValid = (stored: Attributes | undefined): void => {
    const changed = comparable.filter(
      ([name, { output }]) => stored !== undefined && output.render(stored) !== sent.attributes[name],
    );
    throwIfAny([...changed.map(([name]) => readOnly(name)), ...problems]);
    throwIfAny(linkageConflicts(sent));
  };
  if (comparable.length === 0) requireValid(undefined);
  return { id: sent.id, ...(values as Omit<IdentifiedChanges<Type>, 'id'>), requireValid };
}

type State = 'new' | 'changed';

/** By the domain's names, each of its declared kind. */
interface SentValues {
  readonly attributes: Attributes;
  /** Distinct ids of each relationship. */
  readonly linkage: AnyLinkage;
}

function readValues(
  sent: SentResource,
  resource: Resource,
  state: State,
): { readonly values: SentValues; readonly problems: readonly Problem[] } {
  const attributes: Record<string, Value | null> = {};
  const problems = Object.keys(sent.attributes).flatMap((name) => problemsOfName(name, sent, resource, state));
  for (const [name, { stored, declared }] of Object.entries(writableAttributesOf(resource))) {
    const value = member(sent.attributes, name);
    if (value === undefined && state === 'changed') continue;
    const checked = checkAttribute(declared, value);
    if (checked.valid) attributes[stored] = checked.value;
    else problems.push(invalidAttribute(name, `"${name}" ${checked.reason}`));
  }
  for (const name of sent.unknownRelationships) {
    const pointer = `/data/relationships/${pointerToken(name)}`;
    problems.push(() => errorObject('invalid-attribute', unknownRelationship(name, resource, ''), { pointer }));
  }
  return { values: { attributes, linkage: linkageOf(sent) }, problems };
}

/** Problems with an attribute's name. A read-only text passes here: `requireValid` compares it with the stored one. */
function problemsOfName(name: string, sent: SentResource, resource: Resource, state: State): readonly Problem[] {
  const field = fieldOf(resource, name);
  switch (field?.kind) {
    case 'attribute': {
      const mayBeSent = field.declared !== undefined || (state === 'changed' && isText(sent.attributes, name));
      return mayBeSent ? [] : [readOnly(name)];
    }
    case 'identifier':
      return [invalidAttribute(name, `"${name}" is not an attribute; leave it out here`)];
    case 'relationship':
      return [invalidAttribute(name, `"${name}" is a relationship; send it inside "relationships"`)];
    case undefined:
      return [() => unknownAttribute(name, resource)];
  }
}

function unknownAttribute(name: string, resource: Resource): ErrorObject {
  const names = Object.keys(writableAttributesOf(resource));
  const known = { heading: `Attributes of ${resource.type} that can be set`, names };
  return invalidAttribute(name, unknownName('attribute', name, ` of ${resource.type}`, known));
}

function isText(attributes: JsonObject, name: string): boolean {
  return typeof member(attributes, name) === 'string';
}

function linkageConflicts({ relationships }: SentResource): readonly ErrorObject[] {
  return relationships.flatMap(({ field, linkage }) => typeConflicts(linkage, field.to));
}

function linkageOf({ relationships }: SentResource): SentValues['linkage'] {
  const entries = relationships.map(({ field, linkage }) => {
    const ids = idsOf(linkage);
    return [field.stored, linkage.kind === 'many' ? ids : (ids[0] ?? null)] as const;
  });
  return Object.fromEntries(entries);
}

function readOnly(name: string): ErrorObject {
  return invalidAttribute(name, `"${name}" is read-only; leave it out, or send back its present value`);
}

function invalidAttribute(name: string, detail: string): ErrorObject {
  return errorObject('invalid-attribute', detail, { pointer: `/data/attributes/${pointerToken(name)}` });
}
