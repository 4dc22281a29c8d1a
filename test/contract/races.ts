// Races of writes: the allowed failures, and the state that the writes must leave.
import { expect } from 'chai';
import { ApiError } from '#adapters/http/api/errors';
import {
  EmptyRelationshipError,
  LinkedNotFoundError,
  NotFoundError,
  RelationshipRequiredError,
  RuleBrokenError,
  StillReferencedError,
} from '#application/model/errors';
import type { ResourceRecord } from '#application/model/query';
import type { UnitOfWork } from '#application/ports/unit-of-work';
import { isManyToMany, relationshipOf, resourceTypes } from '#domain/schema';
import { queryFor, wholeView } from './fixtures.ts';
import type { Link } from './rows-of-types.ts';
import { mostTargets } from './rules-of-types.ts';

/** Repeats a race, and fails on a deadlock. A few rounds are enough if writes run one after the other. */
export async function repeatRace(
  rounds: number,
  deadlocks: () => number | undefined,
  race: (round: number) => Promise<void>,
): Promise<void> {
  const before = deadlocks();
  const isSerial = before === undefined;
  for (let round = 0; round < (isSerial ? rounds / 4 : rounds); round += 1) await race(round);
  expect(deadlocks(), 'deadlocks').to.equal(before);
}

/** Fails unless other writes explain all failures of a race: a resource is gone, still needed or full. */
export function expectFailuresOfRace(outcomes: readonly PromiseSettledResult<unknown>[], links: readonly Link[]): void {
  const failures = outcomes.flatMap((outcome) => (outcome.status === 'rejected' ? [outcome.reason as unknown] : []));
  const unexpected = failures.filter(
    (failure) => !isMissing(failure) && !links.some((link) => isRefused(link, failure)),
  );
  expect(unexpected).to.deep.equal([]);
}

function isMissing(failure: unknown): boolean {
  if (failure instanceof ApiError) return failure.status === 404;
  return [NotFoundError, LinkedNotFoundError, EmptyRelationshipError].some((kind) => failure instanceof kind);
}

/** True if a required link would be removed, a referenced resource would be deleted, or a new resource would be one link too many. */
function isRefused({ type, relationship }: Link, failure: unknown): boolean {
  const declared = relationshipOf(type, relationship);
  const { isRequired, onDelete } = declared;
  const isLimited = isManyToMany(declared) && mostTargets(type, relationship) < Infinity;
  return (
    (isLimited && isOf(failure, 'too-many', RuleBrokenError)) ||
    (isRequired && isOf(failure, 'relationship-required', RelationshipRequiredError)) ||
    (onDelete === 'refuse' && isOf(failure, 'still-referenced', StillReferencedError))
  );
}

type Refusal = typeof RelationshipRequiredError | typeof RuleBrokenError | typeof StillReferencedError;

function isOf(failure: unknown, code: string, kind: Refusal): boolean {
  return failure instanceof ApiError ? failure.errors.every((error) => error.code === code) : failure instanceof kind;
}

/** Every stored record with its version. */
export async function stateOf(unitOfWork: UnitOfWork): Promise<readonly ResourceRecord[]> {
  const found = resourceTypes.map((type) =>
    unitOfWork.reader.find(queryFor(type, { ...wholeView.selections[type], version: true })),
  );
  return (await Promise.all(found)).flatMap(({ records }) => records);
}

/** Fails unless every link exists on both sides, and every resource whose links have changed has a later version. */
export function expectConsistent(
  { type, relationship, to, inverse }: Link,
  before: readonly ResourceRecord[],
  after: readonly ResourceRecord[],
): void {
  const fromOther = after.flatMap((record) =>
    record.type === to ? (record.linkage[inverse] ?? []).map((id) => `${id} to ${record.id}`) : [],
  );
  const fromHere = after.flatMap((record) =>
    record.type === type ? (record.linkage[relationship] ?? []).map((id) => `${record.id} to ${id}`) : [],
  );
  expect(fromOther).to.have.members(fromHere);
  const linksOf = ({ linkage }: ResourceRecord): string => JSON.stringify([linkage[relationship], linkage[inverse]]);
  const stale = after.filter((record) => {
    const former = before.find((each) => each.type === record.type && each.id === record.id);
    return former !== undefined && linksOf(former) !== linksOf(record) && versionOf(record) <= versionOf(former);
  });
  expect(stale, 'changed without a later version').to.deep.equal([]);
}

function versionOf({ version = 0 }: ResourceRecord): number {
  return version;
}
