// Runs a write in a transaction: the use case of its kind, then a view of what it has stored.
import { permittedReader } from '#application/access/permitted-reads';
import { isRestricted, requireReadable } from '#application/access/restrict-query';
import { TooManyIncludedError } from '#application/model/errors';
import type { ResourceIdentifier, ResourceRecord } from '#application/model/query';
import type { View, ViewedResource } from '#application/model/view';
import { viewKnown, viewResource } from '#application/reading/find-resource';
import type { Attempt } from '#application/writing/attempts';
import { writesOf, type AnyWrites, type Guard, type NewResource, type Writes } from '#application/writing/commands';
import type { AnyLinkage, ResourceType } from '#domain/schema';
import { precondition, type EpochMark } from '../answer/entity-tags.ts';
import { refusalOf } from '../answer/error-answers.ts';
import { refuseFirst } from '../api/check-steps.ts';
import type { WriteKindName } from '../api/operation-kinds.ts';
import { relationshipIn } from '../api/operations.ts';
import type { Conditions } from '../request/conditions.ts';
import { readOnlyProblems } from '../request/sent-attributes.ts';
import { changedType, linkedIds, type Write } from '../request/write.ts';

/** The resource to answer with: all that is known of it, at least its identifier. */
export type Written = ResourceIdentifier | ResourceRecord;

/**
 * @param shown what `shownLinkage` says of the answer
 * @returns undefined if the resource is deleted
 * @throws ApiError with the place in the document for what is wrong with the request
 */
export async function runWrite(
  attempt: Attempt,
  writes: Writes,
  write: Write,
  guard: Guard,
  shown: readonly string[],
): Promise<Written | undefined> {
  const { operation, target, sentLinks } = write;
  const linkage = Object.fromEntries(sentLinks.map((link) => [link.field.stored, linkedIds(link)]));
  const run = { attempt, write, id: target.id, sent: { attributes: write.attributes, linkage }, guard, shown };
  try {
    return await RUNS[operation.kind](writesOf(writes, operation.resource.type), run);
  } catch (error) {
    throw refusalOf(error, write);
  }
}

interface Run {
  readonly attempt: Attempt;
  readonly write: Write;
  readonly id: string;
  readonly sent: NewResource<ResourceType> & { readonly linkage: AnyLinkage };
  readonly guard: Guard;
  readonly shown: readonly string[];
}

/** The use case of each kind. */
const RUNS: Readonly<Record<WriteKindName, (writes: AnyWrites, run: Run) => Promise<Written | undefined>>> = {
  create: ({ create }, { attempt, sent, guard }) => create(attempt, sent, guard),
  update: ({ update }, { attempt, id, sent, guard, shown }) => update(attempt, id, sent, guard, shown),
  delete: ({ remove }, { attempt, id, guard }) => nothingAfter(remove(attempt, id, guard)),
  'create related': (writes, { attempt, write, id, sent, guard }) =>
    toMany(writes, write).create(attempt, id, sent, guard),
  'update related': (writes, { attempt, write, id, sent, guard, shown }) =>
    toOne(writes, write).update(attempt, id, { id: write.identity?.id ?? '', ...sent }, guard, shown),
  'delete related': (writes, { attempt, write, id, guard }) =>
    nothingAfter(toOne(writes, write).remove(attempt, id, guard)),
  link: relink('link', 'assign'),
  replace: relink('replace', 'assign'),
  unlink: relink('unlink', 'unassign'),
};

async function nothingAfter(removal: Promise<void>): Promise<undefined> {
  await removal;
}

/** Changes a relationship. */
function relink(many: 'link' | 'replace' | 'unlink', one: 'assign' | 'unassign'): (typeof RUNS)['link'] {
  return (writes, { attempt, write, id, sent, guard }) => {
    const linked = sent.linkage[relationshipIn(write.operation).field.stored];
    return typeof linked === 'object' && linked !== null
      ? toMany(writes, write)[many](attempt, id, linked, guard)
      : toOne(writes, write)[one](attempt, id, linked, guard);
  };
}

function toMany({ toMany: all }: AnyWrites, write: Write): AnyWrites['toMany'][string] {
  return required(all[relationshipIn(write.operation).field.stored], write);
}

function toOne({ toOne: all }: AnyWrites, write: Write): AnyWrites['toOne'][string] {
  return required(all[relationshipIn(write.operation).field.stored], write);
}

function required<Of>(writes: Of | undefined, { operation: { name } }: Write): Of {
  if (writes === undefined) throw new Error(`there is no use case for ${name}`);
  return writes;
}

/**
 * The checks of a write that need its target: the precondition, then the read-only attributes that were sent back.
 */
export function guardOf(write: Write, conditions: Conditions, mark: EpochMark): Guard {
  const source = write.basePointer === '' ? {} : { source: { pointer: `${write.basePointer}/meta/if_match` } };
  const requireCondition = precondition(conditions, { type: changedType(write), mark, ...source });
  return (target) => {
    requireCondition(target);
    if (target !== undefined) refuseFirst(readOnlyProblems(write.readOnly, target.attributes, 'read-only attributes'));
  };
}

/**
 * The linkage that a write finds out for its answer.
 * @param type of its primary data
 * @returns none if the answer is read in any case: it includes other resources, or the actor may not see them all
 */
export function shownLinkage(
  { selections, include }: View,
  type: ResourceType,
  { permissions }: Pick<Attempt, 'permissions'>,
): readonly string[] {
  return include === undefined && !isRestricted(permissions) ? selections[type].linkage : [];
}

/** What a write answers with, and at most how much of it. */
export interface WrittenView {
  readonly view: View;
  /** Whether the client did not ask for the included resources, so that they can be left out if they are too many. */
  readonly includesUnasked: boolean;
  readonly maxIncluded: number;
}

/**
 * What a write has stored, as its actor may see it. It is read if the write does not tell, and so is what is included.
 * @throws ForbiddenError if the actor may not: then nothing is stored
 */
export async function viewWritten(
  attempt: Attempt,
  written: Written,
  { view, includesUnasked, maxIncluded: most }: WrittenView,
): Promise<ViewedResource> {
  const { type, id } = written;
  const reader = permittedReader(attempt.reader, attempt.permissions);
  requireReadable(type, attempt.permissions);
  const known = 'linkage' in written && !isRestricted(attempt.permissions) ? viewKnown(written, view) : undefined;
  if (known !== undefined) return known;
  const limits = { most, wholeLinkage: true };
  try {
    return await viewResource(reader, type, id, view, limits);
  } catch (error) {
    if (!(error instanceof TooManyIncludedError && includesUnasked)) throw error;
    return viewResource(reader, type, id, { ...view, include: undefined }, limits);
  }
}
