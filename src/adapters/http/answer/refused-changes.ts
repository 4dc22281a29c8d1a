// Errors for changes that are understood and refused: the actor may not make them, or they would break a rule.
import type { BrokenRule, ForbiddenError, ForbiddenRow } from '#application/model/errors';
import type { ResourceIdentifier } from '#application/model/query';
import type { Action } from '#application/model/permissions';
import { relationshipOf, schema, type ResourceType } from '#domain/schema';
import { withArticle } from '../api/error-wording.ts';
import { errorObject, type ErrorObject } from '../api/errors.ts';
import { operationKindOf, primaryOf } from '../api/operations.ts';
import type { EveryResource } from '../api/resource-description.ts';
import { pointerToken } from '../request/syntax/json.ts';
import type { Reference } from '../request/linkage.ts';
import { forbidden, nameIn, withField, withType } from '../request/permission.ts';
import type { Write } from '../request/write.ts';

/** The error for a change that the actor may not make. */
export function forbiddenChange(
  { action, type, field, row }: ForbiddenError,
  write: Write,
  resources: EveryResource,
): ErrorObject {
  if (row !== undefined) return forbiddenRow({ action, type, row }, write);
  if (field === undefined) {
    // The action on the target was checked earlier, so a link needs this permission: at its other end, or where it takes a resource from.
    const sent = write.sentLinks.find(({ field: { to } }) => to === type) ?? write.sentLinks[0];
    return forbidden(withType(action, type), sent === undefined ? write.target.source : { pointer: sent.pointer });
  }
  const { relationships } = schema[type];
  const link = Object.hasOwn(relationships, field) ? relationships[field] : undefined;
  const names = { ...(link && { [link.to]: link.inverse }), [type]: field };
  return forbidden(withField(action, type, nameIn(resources[type], field)), { pointer: pointerTo(names, write) });
}

interface OfRow extends Pick<ForbiddenError, 'action' | 'type'> {
  readonly row: ForbiddenRow;
}

/** Points at the place that names the resource, or at the data that makes it forbidden. */
function forbiddenRow({ action, type, row }: OfRow, write: Write): ErrorObject {
  const { metaRow, details, pointerOf } = rowRefusals[row.is];
  const pointer = pointerOf({ type, ...row }, write);
  return forbidden(details(action, type), pointer === undefined ? write.target.source : { pointer }, { row: metaRow });
}

interface RowRefusal {
  readonly metaRow: string;
  readonly details: (action: Action, type: ResourceType) => string;
  /** Returns undefined if the path names the resource. */
  readonly pointerOf: (row: ForbiddenRow & { readonly type: ResourceType }, write: Write) => string | undefined;
}

const rowRefusals: Readonly<Record<ForbiddenRow['is'], RowRefusal>> = {
  stored: {
    metaRow: 'stored',
    details: (action, type) => `${action} this resource of type "${type}"`,
    pointerOf: (row, write) => {
      const isTarget = [write.target, write.identity].some((each) => each !== undefined && isNamed(row, each));
      return linkedPointer(row, write) ?? (isTarget ? undefined : write.sentLinks[0]?.pointer);
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
    pointerOf: (row, write) => linkedPointer(row, write) ?? referencesIn(write)[0]?.pointer,
  },
};

/** Points at the place where the document names the resource, or the one that moves to or from it. */
function linkedPointer(
  { type, id, moved }: ForbiddenRow & { readonly type: ResourceType },
  write: Write,
): string | undefined {
  const pointers = [{ type, id }, moved].map(
    (by) => by && referencesIn(write).find((each) => isNamed(by, each))?.pointer,
  );
  return pointers.find((pointer) => pointer !== undefined);
}

function referencesIn({ sentLinks }: Write): readonly Reference[] {
  return sentLinks.flatMap(({ references }) => references);
}

function isNamed({ type, id }: ResourceIdentifier, reference: Pick<Reference, 'type' | 'id'>): boolean {
  return reference.type === type && reference.id === id;
}

/** The error for a change that would break a declared rule. */
export function brokenRule(broken: BrokenRule, write: Write, resources: EveryResource): ErrorObject {
  return ruleError(broken, resources, write.basePointer, (names) => pointerTo(names, write));
}

/**
 * The error for a broken rule.
 * @param pointerTo points at a relationship in the document, given by its names on both sides
 */
export function ruleError(
  { type, rule }: BrokenRule,
  resources: EveryResource,
  basePointer: string,
  pointerTo: (names: Readonly<Record<string, string>>) => string,
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
      const pointer = pointerTo({ [type]: rule.relationship, [to]: inverse });
      return errorObject('too-many', `${withArticle(type, 'A')} has at most ${rule.most} ${name}`, { pointer });
    }
  }
}

/** Points at the relationship, named from either side; otherwise at the primary data. */
function pointerTo(names: Readonly<Record<string, string>>, { operation, basePointer, sentLinks }: Write): string {
  const name = names[primaryOf(operation).type];
  return sentLinks.find(({ field }) => field.stored === name)?.pointer ?? `${basePointer}/data`;
}
