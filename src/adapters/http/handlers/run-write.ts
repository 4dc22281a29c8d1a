// Runs a write in a transaction: the use case of its kind, then a view of the stored result.
import { isRestricted, requireReadable } from '#application/access/restrict-query';
import { TooManyIncludedError } from '#application/model/errors';
import type { ResourceIdentifier, ResourceRecord } from '#application/model/query';
import type { ViewedResource } from '#application/model/view';
import { viewKnown, viewResource } from '#application/reading/find-resource';
import type { WriteTransaction } from '#application/writing/write-transaction';
import type { Creation, Guard, Guarded, ResourceWrites } from '#application/writing/commands';
import { precondition, type EpochMark } from '../answer/entity-tags.ts';
import { refusalOf } from '../answer/error-answers.ts';
import { refuseFirst } from '../api/check-steps.ts';
import type { WriteKindName } from '../api/operation-kinds.ts';
import { relationshipIn } from '../api/operations.ts';
import type { Conditions } from '../request/conditions.ts';
import type { Read } from '../request/read.ts';
import { readOnlyProblems } from '../request/sent-attributes.ts';
import { changedType, linkedIds, replacesSet, type Write } from '../request/write.ts';
import type { Api } from './handler.ts';

/** The resource to return, as far as it is known: at least its identifier. */
export type Written = ResourceIdentifier | ResourceRecord;

/**
 * @param shown the result of `shownLinkage`
 * @returns undefined if the resource is deleted
 * @throws ApiError that points at the fault in the document
 */
export async function runWrite(
  transaction: WriteTransaction,
  { use, resources }: Pick<Api, 'use' | 'resources'>,
  write: Write,
  guard: Guard,
  shown: readonly string[],
): Promise<Written | undefined> {
  const { operation, target, sentLinks } = write;
  const linkage = Object.fromEntries(sentLinks.map((link) => [link.field.stored, linkedIds(link)]));
  const run = { transaction, write, id: target.id, sent: { attributes: write.attributes, linkage }, guard, shown };
  try {
    return await RUNS[operation.kind](use.writes[operation.resource.type], run);
  } catch (error) {
    throw refusalOf(error, write, resources);
  }
}

interface Run {
  readonly transaction: WriteTransaction;
  readonly write: Write;
  readonly id: string;
  readonly sent: Creation;
  readonly guard: Guard;
  readonly shown: readonly string[];
}

type Writes = Guarded<ResourceWrites>;

/** The use case of each kind. */
const RUNS: Readonly<Record<WriteKindName, (writes: Writes, run: Run) => Promise<Written | undefined>>> = {
  create: ({ create }, { transaction, sent, guard }) => create(transaction, sent, guard),
  update: ({ update }, { transaction, id, sent, guard, shown }) => update(transaction, id, sent, guard, shown),
  delete: ({ remove }, { transaction, id, guard }) => nothingAfter(remove(transaction, id, guard)),
  'create related': (writes, { transaction, write, id, sent, guard }) =>
    toMany(writes, write).create(transaction, id, sent, guard),
  'update related': (writes, { transaction, write, id, sent, guard, shown }) =>
    toOne(writes, write).update(transaction, id, { id: write.identity?.id ?? '', ...sent }, guard, shown),
  'delete related': (writes, { transaction, write, id, guard }) =>
    nothingAfter(toOne(writes, write).remove(transaction, id, guard)),
  link: relink('link', 'assign'),
  replace: relink('replace', 'assign'),
  unlink: relink('unlink', 'unassign'),
};

async function nothingAfter(removal: Promise<void>): Promise<undefined> {
  await removal;
}

/** Changes a relationship. */
function relink(many: 'link' | 'replace' | 'unlink', one: 'assign' | 'unassign'): (typeof RUNS)['link'] {
  return (writes, { transaction, write, id, sent, guard }) => {
    const linked = sent.linkage[relationshipIn(write.operation).field.stored];
    return typeof linked === 'object' && linked !== null
      ? toMany(writes, write)[many](transaction, id, linked, guard)
      : toOne(writes, write)[one](transaction, id, linked, guard);
  };
}

function toMany({ toMany: all }: Writes, write: Write): Writes['toMany'][string] {
  return required(all[relationshipIn(write.operation).field.stored], write);
}

function toOne({ toOne: all }: Writes, write: Write): Writes['toOne'][string] {
  return required(all[relationshipIn(write.operation).field.stored], write);
}

function required<Of>(writes: Of | undefined, { operation: { name } }: Write): Of {
  if (writes === undefined) throw new Error(`there is no use case for ${name}`);
  return writes;
}

/** Makes the guard of a write, which checks its target against the precondition, then against read-only attributes that were sent back. */
export function guardOf(write: Write, conditions: Conditions, mark: EpochMark): Guard {
  const source = write.basePointer === '' ? {} : { source: { pointer: `${write.basePointer}/meta/if_match` } };
  const target = { type: changedType(write), replacesSet: replacesSet(write), mark, ...source };
  const requireCondition = precondition(conditions, target);
  return (entity) => {
    requireCondition(entity);
    if (entity !== undefined) refuseFirst(readOnlyProblems(write.readOnly, entity.attributes, 'read-only attributes'));
  };
}

/**
 * The relationships whose linkage a write returns for its response.
 * @returns none if the response is read anyway, because it includes other resources or because rows are hidden from the actor
 */
export function shownLinkage(
  { type, view: { selections, include } }: Read,
  { permissions }: Pick<WriteTransaction, 'permissions'>,
): readonly string[] {
  return include === undefined && !isRestricted(permissions) ? selections[type].linkage : [];
}

/**
 * The stored result of a write, as its actor may see it. It is read, with included resources, unless the write returned enough.
 * @param most resources that may be included; if the client did not ask for any, the rest are left out
 * @throws ForbiddenError if the actor may not read the type; then nothing is stored
 */
export async function viewWritten(
  transaction: WriteTransaction,
  written: Written,
  { view, includesUnasked }: Read,
  most: number,
): Promise<ViewedResource> {
  const { type, id } = written;
  requireReadable(type, transaction.permissions);
  const known = 'linkage' in written && !isRestricted(transaction.permissions) ? viewKnown(written, view) : undefined;
  if (known !== undefined) return known;
  const limits = { most, wholeLinkage: true };
  try {
    return await viewResource(transaction.reader, type, id, view, limits);
  } catch (error) {
    if (!(error instanceof TooManyIncludedError && includesUnasked)) throw error;
    return viewResource(transaction.reader, type, id, { ...view, include: undefined }, limits);
  }
}
