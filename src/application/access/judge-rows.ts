// Decides which rows an actor sees or may change, in the transaction of a write: the rows are locked, and conditions are evaluated on all data.
import type { Entities, Link } from '#domain/relationships';
import { perType, resourceTypes, type ResourceType } from '#domain/schema';
import { ForbiddenError } from '../model/errors.ts';
import { bothOf, everything, hasIdentifierIn, matchesEverything, nothing, type Filter } from '../model/filter.ts';
import { grantOf, type Action, type Permissions } from '../model/permissions.ts';
import type { Query, ResourceIdentifier } from '../model/query.ts';
import type { ResourceReader } from '../ports/resource-reader.ts';
import { readableRows } from './restrict-query.ts';

/** The permissions and the transaction that a write is judged with. */
export interface WriteContext {
  readonly permissions: Permissions;
  readonly allRows: AllRows;
}

/** Lets rules and judgements query every row, even hidden ones. Not a `ResourceReader`, so using it for a response does not compile. */
export interface AllRows {
  ids(type: ResourceType, filter: Filter): Promise<ReadonlySet<string>>;
  count(type: ResourceType, filter: Filter): Promise<number>;
}

/** @param reader the unrestricted reader of the transaction */
export function allRowsOf(reader: ResourceReader): AllRows {
  const find = (type: ResourceType, filter: Filter, page?: Query['page']) =>
    reader.find({ type, filter, sort: [], page, attributes: [], linkage: [], total: page !== undefined });
  return {
    ids: async (type, filter) => new Set((await find(type, filter)).records.map(({ id }) => id)),
    count: async (type, filter) => (await find(type, filter, { kind: 'numbered', size: 1, number: 1 })).total ?? 0,
  };
}

/** A row that has been judged in its stored state. */
export interface JudgedRow extends ResourceIdentifier {
  readonly action: Action;
}

/** The entities that a write has locked. */
export interface Locked extends LockedRows {
  /** The entities that the actor sees. */
  readonly visible: Entities;
}

/** All locked entities, whether the actor sees them or not. Changes are computed from these. */
export interface LockedRows {
  readonly stored: Entities;
  /** The links of many-to-many relationships that change as a whole. */
  readonly links: readonly Link[];
  /** True if removals would cascade to more resources than may be deleted, so that not all of them are locked. */
  readonly isCut: boolean;
}

/** Finds the locked entities that the actor sees. */
export async function findVisible(context: WriteContext, rows: LockedRows): Promise<Locked> {
  const { stored } = rows;
  const readable = readableRows(context.permissions);
  if (Object.keys(readable).length === 0) return { ...rows, visible: stored };
  const seen = await Promise.all(
    resourceTypes.map(async (type) => [
      type,
      await findMatching(context, type, [...stored[type].keys()], readable[type] ?? everything),
    ]),
  );
  const ids = Object.fromEntries(seen) as Readonly<Record<ResourceType, ReadonlySet<string>>>;
  return { ...rows, visible: perType((type) => new Map([...stored[type]].filter(([id]) => ids[type].has(id)))) };
}

/** The resources that exist and match. */
export async function findMatching(
  { allRows }: Pick<WriteContext, 'allRows'>,
  type: ResourceType,
  ids: readonly string[],
  rows: Filter,
): Promise<ReadonlySet<string>> {
  if (matchesEverything(rows) || ids.length === 0) return new Set(ids);
  if (rows === nothing) return new Set();
  return allRows.ids(type, bothOf(rows, hasIdentifierIn(ids)));
}

/**
 * Judges the target of a write in its stored state. If the actor has no grant for the action, `Permitted` refuses the change after the other checks.
 * @throws ForbiddenError if the grant does not cover this resource
 */
export async function requireRow(
  context: WriteContext,
  action: Action,
  { type, id }: ResourceIdentifier,
): Promise<void> {
  const grant = grantOf(context.permissions, action, type);
  if (grant !== undefined && !(await findMatching(context, type, [id], grant.rows)).has(id))
    throw new ForbiddenError(action, type, { id, is: 'stored' });
}
