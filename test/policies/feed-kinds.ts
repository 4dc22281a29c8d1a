// Classifies types for the feed of a role, as the contract defines it. Shares no code with the service. Only the names in the policy decide.
import { relationshipsOf, isHeld, type Resource } from '#adapters/http/api/resource-description';
import { booleans } from '#adapters/http/request/filter/filter-operators';
import { perType, type ResourceType } from '#domain/schema';
import { resources } from '#test/support/model';
import type { FilterObject } from '../agreement/wire-filters.ts';
import type { Where } from './claims.ts';
import { hiddenFields } from './descriptions.ts';
import type { RoleInFile } from './policy-in-file.ts';

/**
 * `alone`: its changes are shown exactly. `other`: the feed only says to read it again. `unread`: the role may not read it. `unclear`: `alone` or `other`,
 * because the contract leaves it open, for example for a condition that is always true.
 */
export type FeedKind = 'alone' | 'other' | 'unread' | 'unclear';

export type FeedKinds = Readonly<Record<ResourceType, FeedKind>>;

export function feedKinds(role: RoleInFile): FeedKinds {
  return perType((type) => {
    const where = readWhere(role, type);
    if (where === undefined) return 'unread';
    const scopes = [
      scopeOf(type, where),
      ...shownTargets(role, type).map((to) => {
        const condition = readWhere(role, to) ?? [];
        if (condition.length === 0) return 'own';
        return comparisonsIn(condition).some(isDecided) ? 'unclear' : 'beyond';
      }),
    ];
    if (scopes.includes('beyond')) return 'other';
    return scopes.includes('unclear') ? 'unclear' : 'alone';
  });
}

/** The types whose changes can require reading a type again. */
export function reasonsToRead(role: RoleInFile, type: ResourceType): ReadonlySet<ResourceType> {
  const passed = (of: ResourceType): readonly ResourceType[] => [of, ...typesPassed(of, readWhere(role, of) ?? [])];
  return new Set([...passed(type), ...shownTargets(role, type).flatMap(passed)]);
}

/** True if a condition on a type needs only the row itself. */
export function isOfOwnRow(type: ResourceType, where: Where): boolean {
  return scopeOf(type, where) === 'own';
}

/** The condition on the rows of a type that a role may read; empty if there is none. Undefined: it may read no row. */
export function readWhere(role: RoleInFile, type: ResourceType): Where | undefined {
  const read = role[type]?.read;
  return read && ((read.where ?? []) as Where);
}

/** The target types of the links that belong to a row and are shown. */
function shownTargets(role: RoleInFile, type: ResourceType): readonly ResourceType[] {
  const hidden = hiddenFields(role, resources[type]);
  return Object.entries<Parameters<typeof isHeld>[1]>(relationshipsOf(resources[type])).flatMap(([name, field]) =>
    isHeld(resources[type], field) && !hidden.includes(name) ? [field.to] : [],
  );
}

type Scope = 'own' | 'beyond' | 'unclear';

function scopeOf(type: ResourceType, where: Where): Scope {
  const comparisons = comparisonsIn(where);
  const scopes = comparisons.map((comparison) => scopeOfComparison(type, comparison));
  if (scopes.includes('beyond')) return comparisons.some(isDecided) ? 'unclear' : 'beyond';
  return scopes.includes('unclear') ? 'unclear' : 'own';
}

function scopeOfComparison(type: ResourceType, { name, op, val, field: other }: FilterObject): Scope {
  const [first = '', ...rest] = String(name).split('__');
  const field = relationshipsOf(resources[type])[first];
  if (field === undefined) return 'own';
  if (field.cardinality === 'many') return 'beyond';
  // The other field of a comparison belongs to the same row.
  if (rest.length > 0) return rest.join() === 'id' && (other === undefined || other === 'id') ? 'own' : 'beyond';
  if (op !== 'has') return 'own';
  // It only compares identifiers, or nothing.
  const inner = comparisonsIn([val as FilterObject]);
  return inner.every((each) => each['name'] === 'id') ? 'unclear' : 'beyond';
}

/** True if a comparison has the same result for every row, so that the whole condition may have. */
function isDecided({ val }: FilterObject): boolean {
  return Array.isArray(val) && val.length === 0;
}

/** The types on the paths of a condition. */
function typesPassed(type: ResourceType, where: Where): readonly ResourceType[] {
  return comparisonsIn(where).flatMap(({ name, val }) => {
    const passed: ResourceType[] = [];
    let resource: Resource = resources[type];
    for (const step of String(name).split('__')) {
      const to = relationshipsOf(resource)[step]?.to;
      if (to === undefined) break;
      passed.push(to);
      resource = resources[to];
    }
    return [...passed, ...(isFilter(val) ? typesPassed(resource.type, [val]) : [])];
  });
}

/** The comparisons of a condition. Those inside a quantifier are part of it. */
function comparisonsIn(where: Where): readonly FilterObject[] {
  return where.flatMap((object) => {
    const combined = booleans.flatMap((boolean) => (boolean in object ? [object[boolean]] : []));
    return combined.length === 0 ? [object] : comparisonsIn(combined.flat() as Where);
  });
}

function isFilter(val: unknown): val is FilterObject {
  return (
    typeof val === 'object' && val !== null && !Array.isArray(val) && !('claim' in val && Object.keys(val).length === 1)
  );
}
