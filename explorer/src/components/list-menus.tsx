import type { JSX } from 'preact';
import type { Resource } from '../model/api.ts';
import { columnsOf } from '../model/fields.ts';
import { chosenColumns } from '../model/requests.ts';
import { go, question } from '../state/question.ts';
import { Icon } from './icon.tsx';
import { LaterExportLinks, LaterSortKeys } from './later.tsx';
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

/** Its button says how the list is sorted: a field may have no column, and narrow screens show no columns. */
export function SortMenu({ resource }: Properties): JSX.Element {
  const [first, ...others] = question.value.sort;
  const badge = first && (
    <>
      <span class="sort-badge">{first.path.replaceAll('__', ' › ')}</span> <Icon name={first.descending ? 'down' : 'up'} />
      <span class="hidden">{first.descending ? 'descending' : 'ascending'}</span>
      {others.length > 0 && ` +${others.length}`}
    </>
  );
  return (
    <Menu label="Sort" icon="sort" badge={badge}>
      <LaterSortKeys resource={resource} />
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
