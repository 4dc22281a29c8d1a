// The part of a to-many relationship that a bound selects.
import type { Bound, BoundedMembers } from '#application/model/query';
import type { Entity } from '#domain/entity';
import { relationshipOf, type ResourceType } from '#domain/schema';
import { evaluateFilter } from './evaluate-filter.ts';
import type { Reach } from './reach.ts';
import { cursorPageOf, rowOrder, sortRows } from './sort.ts';

export interface BoundedLinkage extends BoundedMembers {
  readonly ids: readonly string[];
}

/** Reads the members of a row within a bound: those that can be reached and match, sorted, then cut to the page. */
export function boundedLinkageOf(
  reach: Reach,
  type: ResourceType,
  name: string,
  { filter, sort, page, total: hasTotal }: Bound,
): (row: Entity) => BoundedLinkage {
  const { to } = relationshipOf(type, name);
  const { store } = reach;
  const idsOf = reach.linkageOf(type, name);
  const evaluation = evaluateFilter(store, to, filter);
  const order = rowOrder(store, reach, to, sort);
  return (row) => {
    const members = idsOf(row).map((id) => store.get(to, id));
    const matches = members.filter((member) => member !== undefined).filter((member) => evaluation(member) === true);
    const sorted = sort.length === 0 ? matches : sortRows(matches, order);
    const { rows, pageInfo } = page === undefined ? { rows: sorted } : cursorPageOf(sorted, page, order);
    return {
      ids: rows.map(({ id }) => id),
      ...(pageInfo && { pageInfo }),
      ...(hasTotal && { total: matches.length }),
    };
  };
}
