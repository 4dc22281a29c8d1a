import type { JSX } from 'preact';
import { useEffect } from 'preact/hooks';
import type { Resource } from '../model/api.ts';
import { incompleteIn } from '../model/filter-json.ts';
import { api } from '../state/api.ts';
import { addFirstCondition, clearFilter, editFilter, filter } from '../state/filter.ts';
import { FilterGroup } from './filter-group.tsx';

/** Edits the filter, and applies complete conditions right away. */
export function FilterBuilder({ resource }: { readonly resource: Resource }): JSX.Element {
  useEffect(addFirstCondition, []);
  const incomplete = incompleteIn(filter.value);
  return (
    <section class="filter" tabIndex={-1} aria-label="Filter">
      <FilterGroup
        api={api.value}
        resource={resource}
        group={filter.value}
        label="Conditions"
        onChange={(group) => (group === undefined ? clearFilter() : editFilter(group))}
      />
      <p class="filter-foot">
        {incomplete > 0 && (
          <span class="muted">
            {incomplete === 1 ? 'One condition is' : `${incomplete} conditions are`} incomplete and not applied yet.
          </span>
        )}
        <button type="button" class="button small quiet" onClick={clearFilter}>
          Remove filter
        </button>
      </p>
    </section>
  );
}
