import type { Filter } from '../../application/model/filter.ts';
import { relationshipOf, type ResourceType } from '../../domain/schema.ts';
import { linkageOf } from './rows.ts';
import type { MemoryStore } from './store.ts';

/**
 * Finds candidates without reading all rows, if the filter names identifiers of the resource or of a related one. The filter must still be
 * evaluated.
 * @returns undefined if any row may match
 */
export function narrowFilter(store: MemoryStore, type: ResourceType, filter: Filter): ReadonlySet<string> | undefined {
  switch (filter.kind) {
    case 'and':
      return smallest(filter.filters.map((member) => narrowFilter(store, type, member)));
    case 'in':
      return filter.attribute === 'id' ? new Set(filter.values.map(String)) : undefined;
    case 'compare':
      return filter.attribute === 'id' && filter.comparison === 'equal' && filter.operand.kind === 'value'
        ? new Set([String(filter.operand.value)])
        : undefined;
    case 'related': {
      const { to, inverse } = relationshipOf(type, filter.relationship);
      const related = narrowFilter(store, to, filter.filter);
      if (related === undefined) return undefined;
      const rows = [...related].map((id) => store.get(to, id)).filter((row) => row !== undefined);
      return new Set(rows.flatMap(linkageOf(store, to, inverse)));
    }
    case 'or':
    case 'not':
    case 'unset':
    case 'text':
      return undefined;
  }
}

function smallest(sets: readonly (ReadonlySet<string> | undefined)[]): ReadonlySet<string> | undefined {
  return sets.reduce(
    (best, set) => (best === undefined || (set !== undefined && set.size < best.size) ? set : best),
    undefined,
  );
}
