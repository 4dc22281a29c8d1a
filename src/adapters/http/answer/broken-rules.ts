// Errors for changes that would break a rule, empty a required relationship or delete a resource that is still referenced.
import type { BrokenRule, RelationshipRequiredError, StillReferencedError } from '#application/model/errors';
import type { Parent } from '#application/model/query';
import { relationshipOf, type ResourceType } from '#domain/schema';
import { withArticle } from '../api/error-wording.ts';
import { errorObject, type ErrorObject, type ErrorSource } from '../api/errors.ts';
import { impliedBy, operationKindOf } from '../api/operations.ts';
import { wireNameOf, type EveryResource, type Resources } from '../api/resource-description.ts';
import { nameIn } from '../request/permission.ts';
import { pointerToken } from '../request/syntax/json.ts';
import type { SentLink } from '../request/sent-resource.ts';
import type { Write } from '../request/write.ts';
import { isNamed, isPrimary, sentLinkOf } from './sent-places.ts';

/** The error for a change that would break a declared rule. */
export function brokenRule(broken: BrokenRule, write: Write): ErrorObject {
  return ruleError(broken, {
    basePointer: write.basePointer,
    seen: write.operation.resource.set,
    toRelationship: (relationship) => sourceOfRelationship(relationship, write),
    toMembers: (members) => sourceOfMembers(broken, members, write),
  });
}

/** The places in a request that the error for a broken rule can point at. */
export interface RulePlaces {
  readonly basePointer: string;
  /** The fields that the role may read or write. Errors name no others. */
  readonly seen: Resources;
  /** Points at the relationship in the document. Otherwise points at the primary data, or at the path if there is no body. */
  readonly toRelationship: (relationship: Parent) => ErrorSource;
  /** Points at the first of these attributes and to-one relationships in the document, else at the path if it sets one; undefined if neither does. */
  readonly toMembers: (members: readonly string[]) => ErrorSource | undefined;
}

/** The error for a broken rule. */
export function ruleError({ type, rule, by }: BrokenRule, places: RulePlaces): ErrorObject {
  switch (rule.kind) {
    case 'unique': {
      const names = rule.members.flatMap((member) => seenName(type, member, places) ?? []);
      const detail = names.length === 0 ? 'the same values' : `this ${listOf(names)}`;
      const source = places.toMembers(rule.members) ?? { pointer: pointerToUnsent(names[0], type, places) };
      return errorObject('not-unique', `Another ${type} has ${detail}`, source);
    }
    case 'at most': {
      const name = seenName(type, rule.relationship, places);
      const source = places.toRelationship({ ...by, relationship: rule.relationship });
      const detail =
        name === undefined
          ? 'More resources would be linked than allowed'
          : `${withArticle(type, 'A')} can have at most ${rule.most} ${name}`;
      return errorObject('too-many', detail, source);
    }
    case 'check': {
      const name = seenName(type, rule.attribute, places);
      if (name === undefined)
        return errorObject('invalid-attribute', `The values of this ${type} contradict each other`, {
          pointer: `${places.basePointer}/data`,
        });
      const pointer = `${places.basePointer}/data/attributes/${pointerToken(name)}`;
      return errorObject('invalid-attribute', `"${name}" ${rule.reason}`, { pointer });
    }
  }
}

/** The wire name of a field; undefined if the role can neither read nor write it. */
function seenName(type: ResourceType, stored: string, { seen }: RulePlaces): string | undefined {
  return wireNameOf(seen[type]?.inBodies ?? { fields: {} }, stored);
}

/** Points at a field that the request leaves out if it is an attribute, otherwise at the resource. */
function pointerToUnsent(name: string | undefined, type: ResourceType, { basePointer, seen }: RulePlaces): string {
  const isAttribute = name !== undefined && seen[type]?.inBodies.fields[name]?.kind === 'attribute';
  return `${basePointer}/data${isAttribute ? `/attributes/${pointerToken(name)}` : ''}`;
}

/** @example listOf(['a', 'b', 'c']) // 'a, b and c' */
function listOf(names: readonly string[]): string {
  return names.join(', ').replace(/, (?=[^,]*$)/, ' and ');
}

function sourceOfRelationship(relationship: Parent, write: Write): ErrorSource {
  const { pointer = `${write.basePointer}/data` } = sentLinkOf(relationship, write) ?? {};
  return operationKindOf(write.operation).body === undefined ? write.target.source : { pointer };
}

/** The place that sets members of the resource that breaks a rule: a field in the document, the path, or the link that moves the resource. */
function sourceOfMembers({ type, by }: BrokenRule, members: readonly string[], write: Write): ErrorSource | undefined {
  const { operation, sentFields, sentLinks, target } = write;
  if (!isPrimary(by, write)) {
    const references = sentLinks.filter(({ field }) => field.to === type).flatMap((link) => link.references);
    const named = references.find((each) => isNamed(by, each));
    return named && { pointer: named.pointer };
  }
  const pointers = members.flatMap((member) => {
    const [reference] = sentLinks.find(({ field }) => field.stored === member)?.references ?? [];
    return (reference ?? sentFields.find(({ stored }) => stored === member))?.pointer ?? [];
  });
  const [pointer] = pointers;
  if (pointer !== undefined) return { pointer };
  return members.includes(impliedBy(operation) ?? '') ? target.source : undefined;
}

/** The error for a write that would empty a required relationship. */
export function relationshipRequired(
  { type, relationship, ids }: RelationshipRequiredError,
  write: Write,
  resources: EveryResource,
): ErrorObject {
  const name = nameIn(resources[type], relationship);
  const [id = ''] = ids;
  const sent = sentLinkOf({ type, id, relationship }, write);
  // The request may send the removed link from either side.
  const { to } = relationshipOf(type, relationship);
  const isHeld = ({ field }: SentLink): boolean => field.stored === relationship && field.to === to;
  const named = sent?.references.find(
    (each) => isHeld(sent) || ids.some((other) => isNamed({ type, id: other }, each)),
  );
  const source =
    named === undefined ? sourceOfRelationship({ type, id, relationship }, write) : { pointer: named.pointer };
  const meta = { type, relationship: name, count: ids.length };
  return errorObject('relationship-required', requiredDetail(type, name), source, meta);
}

export function requiredDetail(type: ResourceType, name: string): string {
  return `${withArticle(type, 'A')} cannot exist without "${name}"`;
}

/** The error for the deletion of a resource that others refer to. */
export function stillReferenced(
  { type, relationship, seen }: StillReferencedError,
  resources: EveryResource,
  source: ErrorSource,
): ErrorObject {
  const detail = 'Other resources refer to this one and prevent its deletion';
  if (seen === 0) return errorObject('still-referenced', detail, source);
  const name = nameIn(resources[type], relationship);
  const meta = { type, relationship: name, count: seen };
  return errorObject('still-referenced', referencedDetail(type, name, seen), source, meta);
}

export function referencedDetail(type: ResourceType, name: string, count: number): string {
  return `This is still the "${name}" of ${count} resource${count === 1 ? '' : 's'} of type "${type}"`;
}
