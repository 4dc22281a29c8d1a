import type { JSX } from 'preact';
import type { Resource } from '../model/api.ts';
import type { SortKey } from '../model/question.ts';
import { sortPathsOf } from '../model/routes.ts';
import { api } from '../state/api.ts';
import { go, question } from '../state/question.ts';
import { Icon } from './icon.tsx';

/** The sort order of the list. It can include fields without a column: write-only attributes and those of related resources. */
export function SortKeys({ resource }: { readonly resource: Resource }): JSX.Element {
  const { sort } = question.value;
  const left = sortPathsOf(api.value, resource).filter((path) => !sort.some((key) => key.path === path));
  const change = (changed: SortKey, next: SortKey | undefined): void => {
    void go({ sort: sort.flatMap((key) => (key === changed ? (next ?? []) : key)) });
  };
  return (
    <>
      {sort.length === 0 && <p class="muted">Sorted by id. Add a field to sort by:</p>}
      {sort.map((key) => (
        <div class="sort-key" key={key.path}>
          <span class="sort-path">{key.path}</span>
          <button
            type="button"
            class="button small"
            aria-label={`${key.path}: ${key.descending ? 'descending' : 'ascending'}, reverse`}
            onClick={() => change(key, { ...key, descending: !key.descending })}
          >
            <Icon name={key.descending ? 'down' : 'up'} />
            {key.descending ? 'descending' : 'ascending'}
          </button>
          <button
            type="button"
            class="button small icon-button"
            aria-label={`Stop sorting by ${key.path}`}
            onClick={() => change(key, undefined)}
          >
            <Icon name="close" />
          </button>
        </div>
      ))}
      {left.length > 0 && (
        <select
          aria-label="Sort by"
          value=""
          onChange={({ currentTarget }) =>
            void go({ sort: [...sort, { path: currentTarget.value, descending: false }] })
          }
        >
          <option value="">{sort.length === 0 ? 'Choose a field…' : 'Then by…'}</option>
          {left.map((path) => (
            <option value={path}>{path}</option>
          ))}
        </select>
      )}
    </>
  );
}
