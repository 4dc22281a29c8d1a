// Which rows an actor sees or may change, judged in the transaction of a write: on rows that are locked, and on all data.
import type { Entity } from '#domain/entity';
import type { Entities } from '#domain/relationships';
import { perType, resourceTypes, type ResourceType } from '#domain/schema';
import { ForbiddenError } from '../model/errors.ts';
import { bothOf, hasIdentifierIn, nothing, type Filter } from '../model/filter.ts';
import { grantOf, type Action, type Permissions } from '../model/permissions.ts';
import type { ResourceIdentifier } from '../model/query.ts';
import type { ResourceReader } from '../ports/resource-reader.ts';
import { readableRows } from './restrict-query.ts';

/** What judges a write: what its actor may do, and the transaction. */
export interface WriteContext {
  readonly permissions: Permissions;
  /** Sees all rows as the transaction has left them. */
  readonly reader: ResourceReader;
}

/** A row that has been judged as it is stored. */
export interface JudgedRow extends ResourceIdentifier {
  readonly action: Action;
}

/** What a write has locked. */
export interface Locked {
  /** What exists for the actor. */
  readonly visible: Entities;
  /** The rest, too: a change is worked out on these. */
  readonly stored: Entities;
}

/** Tells what the actor sees of what is locked. */
export async function findVisible(context: WriteContext, stored: Entities): Promise<Locked> {
  const readable = readableRows(context.permissions);
  if (Object.keys(readable).length === 0) return { visible: stored, stored };
  const seen = await Promise.all(
    resourceTypes.map(async (type) => [
      type,
      await findMatching(context, type, [...stored[type].keys()], readable[type]),
    ]),
  );
  const ids = Object.fromEntries(seen) as Readonly<Record<ResourceType, ReadonlySet<string>>>;
  return { visible: perType((type) => new Map([...stored[type]].filter(([id]) => ids[type].has(id)))), stored };
}

/** Those of the resources that exist and match. */
export async function findMatching(
  { reader }: Pick<WriteContext, 'reader'>,
  type: ResourceType,
  ids: readonly string[],
  where: Filter | undefined,
): Promise<ReadonlySet<string>> {
  if (where === undefined || ids.length === 0) return new Set(ids);
  if (where === nothing) return new Set();
  const filter = bothOf(where, hasIdentifierIn(ids));
  const query = { type, filter, sort: [], page: undefined, attributes: [], linkage: [], total: false };
  return new Set((await reader.find(query)).records.map(({ id }) => id));
}

/**
 * Judges the resource that a write is about, as it is now.
 * @throws ForbiddenError if the actor may do this to others only
 */
export async function requireRow(
  context: WriteContext,
  action: Action,
  { type, id }: Pick<Entity, 'type' | 'id'>,
): Promise<void> {
  const where = grantOf(context.permissions, action, type)?.where;
  if (!(await findMatching(context, type, [id], where)).has(id))
    throw new ForbiddenError(action, type, { id, is: 'stored' });
}
