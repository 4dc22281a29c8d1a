// Errors for changes that are understood and refused: the actor may not make them, or they would break a rule.
import type { BrokenRule, ForbiddenError, ForbiddenRow, ToOneRelationship } from '#application/model/errors';
import type { ResourceIdentifier } from '#application/model/query';
import type { Action } from '#application/model/permissions';
import { relationshipOf, type ResourceType } from '#domain/schema';
import { withArticle } from '../api/error-wording.ts';
import { errorObject, type ErrorObject } from '../api/errors.ts';
import { operationKindOf, primaryOf } from '../api/operations.ts';
import type { EveryResource } from '../api/resource-description.ts';
import { pointerToken } from '../request/syntax/json.ts';
import type { Reference } from '../request/linkage.ts';
import { forbidden, nameIn, withField, withType } from '../request/permission.ts';
import type { SentLink } from '../request/sent-resource.ts';
import type { Write } from '../request/write.ts';

/** The error for a change that the actor may not make. */
export function forbiddenChange(error: ForbiddenError, write: Write, resources: EveryResource): ErrorObject {
  const { action, type, field, row, through } = error;
  const sent = through && sentLinkOf(through, write);
  if (row !== undefined) return forbiddenRow({ action, type, row }, write, sent);
  // The action on the target was checked earlier, so a link needs this permission: at its other end, or where it takes a resource from.
  if (field === undefined)
    return forbidden(withType(action, type), sent === undefined ? write.target.source : { pointer: sent.pointer });
  const pointer = sent?.pointer ?? `${write.basePointer}/data`;
  return forbidden(withField(action, type, nameIn(resources[type], field)), { pointer });
}

/** The link in the document that changes a to-one relationship, named from either side; undefined if the path does. */
function sentLinkOf({ type, relationship }: ToOneRelationship, { operation, sentLinks }: Write): SentLink | undefined {
  const { inverse } = relationshipOf(type, relationship);
  const name = primaryOf(operation).type === type ? relationship : inverse;
  return sentLinks.find(({ field }) => field.stored === name);
}

interface OfRow extends Pick<ForbiddenError, 'action' | 'type'> {
  readonly row: ForbiddenRow;
}

/**
 * Points at the place that names the resource, or at the data that makes it forbidden.
 * @param sent the link that needs the permission
 */
function forbiddenRow({ action, type, row }: OfRow, write: Write, sent: SentLink | undefined): ErrorObject {
  const { metaRow, details, pointerOf } = rowRefusals[row.is];
  const pointer = pointerOf({ type, ...row }, write, sent);
  return forbidden(details(action, type), pointer === undefined ? write.target.source : { pointer }, { row: metaRow });
}

interface RowRefusal {
  readonly metaRow: string;
  readonly details: (action: Action, type: ResourceType) => string;
  /** Returns undefined if the path names the resource. */
  readonly pointerOf: (row: RefusedRow, write: Write, sent: SentLink | undefined) => string | undefined;
}

interface RefusedRow extends ForbiddenRow {
  readonly type: ResourceType;
}

const rowRefusals: Readonly<Record<ForbiddenRow['is'], RowRefusal>> = {
  stored: {
    metaRow: 'stored',
    details: (action, type) => `${action} this resource of type "${type}"`,
    pointerOf: (row, write, sent) => {
      const isTarget = [write.target, write.identity].some((each) => each !== undefined && isNamed(row, each));
      return linkedPointer(row, sent) ?? (isTarget ? undefined : sent?.pointer);
    },
  },
  outcome: {
    metaRow: 'outcome',
    details: (action, type) =>
      action === 'read'
        ? `read the result, a resource of type "${type}"`
        : `${action} such a resource of type "${type}"`,
    pointerOf: (_, { operation, basePointer }) =>
      operationKindOf(operation).body === undefined ? undefined : `${basePointer}/data`,
  },
  'hidden owner': {
    metaRow: 'held',
    details: (action, type) => `${action} this resource of type "${type}"`,
    pointerOf: (row, _, sent) => linkedPointer(row, sent) ?? sent?.references[0]?.pointer,
  },
};

/** Points at the place where the document names the resource, or the one that moves to or from it. */
function linkedPointer({ type, id, moved }: RefusedRow, sent: SentLink | undefined): string | undefined {
  const pointers = [{ type, id }, moved].map((by) => by && sent?.references.find((each) => isNamed(by, each))?.pointer);
  return pointers.find((pointer) => pointer !== undefined);
}

function isNamed({ type, id }: ResourceIdentifier, reference: Pick<Reference, 'type' | 'id'>): boolean {
  return reference.type === type && reference.id === id;
}

/** The error for a change that would break a declared rule. */
export function brokenRule(broken: BrokenRule, write: Write, resources: EveryResource): ErrorObject {
  return ruleError(
    broken,
    resources,
    write.basePointer,
    (relationship) => sentLinkOf(relationship, write)?.pointer ?? `${write.basePointer}/data`,
  );
}

/**
 * The error for a broken rule.
 * @param pointerTo points at a relationship in the document
 */
export function ruleError(
  { type, rule }: BrokenRule,
  resources: EveryResource,
  basePointer: string,
  pointerTo: (relationship: ToOneRelationship) => string,
): ErrorObject {
  switch (rule.kind) {
    case 'unique': {
      const name = nameIn(resources[type], rule.attribute);
      const pointer = `${basePointer}/data/attributes/${pointerToken(name)}`;
      return errorObject('not-unique', `Another ${type} has this ${name}`, { pointer });
    }
    case 'at most': {
      const { to, inverse } = relationshipOf(type, rule.relationship);
      const name = nameIn(resources[type], rule.relationship);
      const pointer = pointerTo({ type: to, relationship: inverse });
      return errorObject('too-many', `${withArticle(type, 'A')} has at most ${rule.most} ${name}`, { pointer });
    }
  }
}
