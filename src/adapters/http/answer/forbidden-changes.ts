// Errors for changes that the actor may not make.
import type { ForbiddenError, ForbiddenRow } from '#application/model/errors';
import type { Action } from '#application/model/permissions';
import type { ResourceType } from '#domain/schema';
import type { ErrorObject } from '../api/errors.ts';
import { operationKindOf, primaryOf } from '../api/operations.ts';
import { wireNameOf, type EveryResource } from '../api/resource-description.ts';
import { forbidden, nameIn, withField, withType } from '../request/permission.ts';
import type { SentLink } from '../request/sent-resource.ts';
import type { Write } from '../request/write.ts';
import { isNamed, sentLinkOf } from './sent-places.ts';

/** The error for a change that the actor may not make. */
export function forbiddenChange(error: ForbiddenError, write: Write, resources: EveryResource): ErrorObject {
  const { action, type, field, row, through } = error;
  const sent = through && sentLinkOf(through, write);
  // Where the document sends the relationship that moves, its members are the other ends, even if one of them is the resource itself.
  const isMember = sent?.field.stored !== through?.relationship;
  if (row !== undefined)
    return forbiddenRow({ action, type, row: isMember ? row : { ...row, moved: undefined } }, write, sent);
  // The action on the target was checked earlier, so a link needs this permission, for its other end or for the owner that it takes a resource from.
  if (field === undefined)
    return forbidden(withType(action, type), sent === undefined ? write.target.source : { pointer: sent.pointer });
  if (through === undefined) return forbiddenPreset({ action, type, field, isImplied: error.isImplied }, write);
  const pointer = sent?.pointer ?? `${write.basePointer}/data`;
  return forbidden(withField(action, type, nameIn(resources[type], field)), { pointer });
}

type PresetRefusal = Pick<ForbiddenError, 'action' | 'type' | 'isImplied'> & { readonly field: string };

/** Points at the value that differs from the preset. A field that the role can neither read nor write is not named. */
function forbiddenPreset({ action, type, field, isImplied }: PresetRefusal, write: Write): ErrorObject {
  const { basePointer, operation, sentFields, target } = write;
  const name = wireNameOf(primaryOf(operation).inBodies, field);
  const detail = name === undefined ? withType(action, type) : withField(action, type, name);
  const { pointer } = sentFields.find(({ stored }) => stored === field) ?? { pointer: `${basePointer}/data` };
  return forbidden(detail, isImplied ? target.source : { pointer });
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
        : `${action} a resource of type "${type}" with these values`,
    pointerOf: (_, { operation, basePointer }) =>
      operationKindOf(operation).body === undefined ? undefined : `${basePointer}/data`,
  },
  'hidden owner': {
    metaRow: 'held',
    details: (action, type) => `${action} this resource of type "${type}"`,
    pointerOf: (row, _, sent) => linkedPointer(row, sent) ?? sent?.references[0]?.pointer,
  },
};

/** Points to the resource in the document. If the document does not name it, points to the resource that moves to or from it. */
function linkedPointer({ type, id, moved }: RefusedRow, sent: SentLink | undefined): string | undefined {
  const named = [{ type, id }, ...(moved === undefined ? [] : [moved])];
  const references = named.map((by) => sent?.references.find((each) => isNamed(by, each)));
  return references.find((reference) => reference !== undefined)?.pointer;
}
