// The resources that a relationship can link to.
import type { Api, Relationship, Resource } from './api.ts';
import { labelOf } from './fields.ts';
import { exclusiveBack, inverseOf } from './inverse.ts';
import type { Json } from './json.ts';
import { filterParameter, pathWith, searchFilter, viewParameters } from './requests.ts';
import { sortPathsOf } from './routes.ts';

const MOST = 8;

/** A relationship, seen from one of its ends. */
export interface End {
  readonly resource: Resource;
  /** Undefined for a new resource. */
  readonly id: string | undefined;
  readonly relationship: Relationship;
}

/** The first few resources whose text fields contain a text. Unlinked ones come first; those already linked here are left out. */
export function candidatesPath(api: Api, related: Resource, end: End, text: string): string {
  const back = exclusiveBack(api, end.relationship);
  const inverse = inverseOf(api, end.relationship);
  const search = searchFilter(related, text);
  const others: readonly Json[] =
    inverse?.operators.includes('eq') !== true || end.id === undefined
      ? []
      : [{ not: { name: inverse.name, op: 'eq', val: end.id } }];
  const backId = `${back?.name ?? ''}__id`;
  const shown = [labelOf(related), back].filter((field) => field !== undefined);
  return pathWith(related.path, [
    ...filterParameter([...(search === undefined ? [] : [search]), ...others]),
    // In descending order unset values come first.
    ...(sortPathsOf(api, related).includes(backId) ? [['sort', `-${backId}`] as const] : []),
    ['page[size]', String(Math.min(MOST, api.limits.maxPageSize ?? MOST))],
    ...viewParameters(api, related, shown),
  ]);
}
