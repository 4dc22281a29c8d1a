import type { JSX } from 'preact';
import type { Resource } from '../model/api.ts';
import { columnsOf } from '../model/fields.ts';
import type { SortKey } from '../model/question.ts';
import { chosenColumns } from '../model/requests.ts';
import { sortPathsOf } from '../model/routes.ts';
import { api } from '../state/api.ts';
import { go, question } from '../state/question.ts';
import { Icon } from './icon.tsx';
import { LaterExportLinks } from './later.tsx';
import { Menu } from './menu.tsx';

interface Properties {
  readonly resource: Resource;
}

export function ColumnsMenu({ resource }: Properties): JSX.Element {
  const all = columnsOf(resource).filter(({ kind }) => kind !== 'identifier');
  const chosen = chosenColumns(resource, question.value).map(({ name }) => name);
  const choose = (name: string, shown: boolean): void => {
    const columns = all.map((field) => field.name).filter((other) => (other === name ? shown : chosen.includes(other)));
    void go({ columns: columns.length === all.length ? undefined : columns });
  };
  return (
    <Menu label="Columns" icon="columns" badge={question.value.columns?.length}>
      {all.map(({ name }) => (
        <label class="check" key={name}>
          <input
            type="checkbox"
            checked={chosen.includes(name)}
            onChange={({ currentTarget }) => choose(name, currentTarget.checked)}
          />
          {name}
        </label>
      ))}
    </Menu>
  );
}

/** Also sorts by fields without a column: write-only attributes and those of related resources. */
export function SortMenu({ resource }: Properties): JSX.Element {
  const { sort } = question.value;
  const left = sortPathsOf(api.value, resource).filter((path) => !sort.some((key) => key.path === path));
  const change = (changed: SortKey, next: SortKey | undefined): void => {
    void go({ sort: sort.flatMap((key) => (key === changed ? (next ?? []) : key)) });
  };
  return (
    <Menu label="Sort" icon="sort" badge={sort.length}>
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
            aria-label={`Do not sort by ${key.path}`}
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
    </Menu>
  );
}

export function ExportMenu({ resource, count }: Properties & { readonly count: number }): JSX.Element {
  return (
    <Menu label="Export" icon="download">
      <LaterExportLinks resource={resource} count={count} />
    </Menu>
  );
}
