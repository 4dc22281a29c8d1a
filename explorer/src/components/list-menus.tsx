// The menus of a list. Their contents are loaded lazily.
import type { JSX } from 'preact';
import type { Resource } from '../model/api.ts';
import { question } from '../state/question.ts';
import { Icon } from './icon.tsx';
import { LaterColumnChoices, LaterExportLinks, LaterSortKeys, LaterViewChoices } from './later.tsx';
import { Menu } from './menu.tsx';

interface Properties {
  readonly resource: Resource;
}

export function ColumnsMenu({ resource }: Properties): JSX.Element {
  return (
    <Menu label="Columns" icon="columns" badge={question.value.columns?.length}>
      <LaterColumnChoices resource={resource} />
    </Menu>
  );
}

/** The button shows the sort order, because the sort field may have no column and narrow screens have no column headings. */
export function SortMenu({ resource }: Properties): JSX.Element {
  const [first, ...others] = question.value.sort;
  const badge = first && (
    <>
      <span class="sort-badge">{first.path.replaceAll('__', ' › ')}</span>{' '}
      <Icon name={first.descending ? 'down' : 'up'} />
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

export function ViewsMenu({ resource }: Properties): JSX.Element {
  return (
    <Menu label="Views" icon="view">
      <LaterViewChoices resource={resource} />
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
