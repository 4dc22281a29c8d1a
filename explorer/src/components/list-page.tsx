import type { JSX } from 'preact';
import type { Resource } from '../model/api.ts';
import { chartedOf } from '../model/charted.ts';
import { capitalized } from '../model/fields.ts';
import { mayDo } from '../model/permitted.ts';
import { chartsShown, toggleCharts } from '../state/charts-shown.ts';
import { api } from '../state/api.ts';
import { filterShown } from '../state/filter-shown.ts';
import { list, listIsFiltered, listIsSlow } from '../state/list.ts';
import { reload } from '../state/loaded.ts';
import { openDialog } from '../state/open-dialog.ts';
import { go, question } from '../state/question.ts';
import { NotLoaded } from './failure-message.tsx';
import { Icon } from './icon.tsx';
import { Link } from './link.tsx';
import { ColumnsMenu, ExportMenu, SortMenu, ViewsMenu } from './list-menus.tsx';
import { Pager } from './pager.tsx';
import { LaterBulkBar, LaterCharts, LaterFilterBuilder, LaterWaitingChanges, loadedParts } from './later.tsx';
import { SearchBox } from './search-box.tsx';
import { Table } from './table.tsx';

interface Properties {
  readonly resource: Resource;
}

export function ListPage({ resource }: Properties): JSX.Element {
  const { rows, failure } = list.value;
  const hasCharts = chartedOf(resource).length > 0;
  return (
    <div class="list-page">
      <header class="list-head">
        <h1>{capitalized(resource.plural)}</h1>
        <Count resource={resource} />
        <LaterWaitingChanges />
        {mayDo(resource, 'create') && (
          <div class="list-actions">
            <ImportButton resource={resource} />
            <Link class="button primary" to={{ open: { type: resource.type, id: undefined } }}>
              <Icon name="plus" />
              <span>
                New<span class="button-text"> {resource.label.toLowerCase()}</span>
              </span>
            </Link>
          </div>
        )}
      </header>
      <div class="toolbar" role="toolbar" aria-label="List">
        <SearchBox key={resource.type} resource={resource} />
        <FilterButton />
        {hasCharts && <ChartsButton />}
        <SortMenu resource={resource} />
        <ColumnsMenu resource={resource} />
        <ViewsMenu resource={resource} />
        {api.value.limits.allowUnpaged && <ExportMenu resource={resource} count={rows?.count ?? 0} />}
        <button type="button" class="button icon-button" aria-label="Reload" title="Reload" onClick={reload}>
          <Icon name="reload" />
        </button>
      </div>
      {filterShown.value && <LaterFilterBuilder resource={resource} />}
      {failure !== undefined && <NotLoaded failure={failure} what={`The ${resource.plural} could not be loaded`} />}
      {chartsShown.value && hasCharts && failure === undefined && <LaterCharts resource={resource} />}
      <LaterBulkBar key={resource.type} resource={resource} />
      <Results resource={resource} />
    </div>
  );
}

const fewRows = 8;

function Results({ resource }: Properties): JSX.Element | null {
  const { rows, failure } = list.value;
  if (rows === undefined) return failure === undefined ? <Skeleton /> : null;
  if (rows.rows.length === 0) return <Empty resource={resource} count={rows.count} />;
  return (
    <>
      <div class={rows.rows.length > fewRows ? 'table-frame long' : 'table-frame'}>
        <Table resource={resource} rows={rows} stale={listIsSlow.value} />
      </div>
      <Pager count={rows.count} />
    </>
  );
}

/** The number of matches, read out whenever it changes. */
function Count({ resource }: Properties): JSX.Element {
  const { rows } = list.value;
  const { search, filter: asked } = question.value;
  const searches = asked.length > 0 || search !== '';
  return (
    <p class="count" role="status">
      {rows !== undefined && listIsSlow.value && (searches ? 'searching…' : 'loading…')}
      {rows !== undefined && !listIsSlow.value && (
        <>
          <strong>{rows.count.toLocaleString('en')}</strong>{' '}
          {rows.count === 1 ? resource.label.toLowerCase() : resource.plural}
          {listIsFiltered.value && ' found'}
        </>
      )}
    </p>
  );
}

function ImportButton({ resource }: Properties): JSX.Element {
  return (
    <button type="button" class="button" onClick={() => (openDialog.value = { kind: 'import', resource })}>
      <Icon name="upload" />
      <span class="button-text">Import</span>
    </button>
  );
}

function FilterButton(): JSX.Element {
  const conditions = question.value.filter.length;
  const toggle = (): void => {
    filterShown.value = !filterShown.value;
  };
  return (
    <button type="button" class="button" aria-expanded={filterShown.value} onClick={toggle}>
      <Icon name="filter" />
      <span class="button-text">Filter</span>
      {conditions > 0 && <span class="badge">{conditions}</span>}
    </button>
  );
}

function ChartsButton(): JSX.Element {
  return (
    <button type="button" class="button" aria-expanded={chartsShown.value} onClick={toggleCharts}>
      <Icon name="chart" />
      <span class="button-text">Charts</span>
    </button>
  );
}

/** Suggests what to do if there are no rows. */
function Empty({ resource, count }: Properties & { readonly count: number }): JSX.Element {
  const label = resource.label.toLowerCase();
  if (count > 0) {
    return (
      <div class="empty">
        <p>There is nothing on this page of the list.</p>
        <button type="button" class="button" onClick={() => void go({ page: 1 })}>
          Go to the first page
        </button>
      </div>
    );
  }
  if (listIsFiltered.value) {
    return (
      <div class="empty">
        <p>No {label} matches.</p>
        <button type="button" class="button" onClick={() => loadedParts()?.clearFilter()}>
          Remove filter and search
        </button>
      </div>
    );
  }
  return (
    <div class="empty">
      <p>There are no {resource.plural} yet.</p>
      {mayDo(resource, 'create') && (
        <Link class="button primary" to={{ open: { type: resource.type, id: undefined } }}>
          Create the first {label}
        </Link>
      )}
      {mayDo(resource, 'create') && <ImportButton resource={resource} />}
      {api.value.seed !== undefined && (
        <p class="muted">
          Or create sample data: <code>{api.value.seed}</code>
        </p>
      )}
    </div>
  );
}

function Skeleton(): JSX.Element {
  return (
    <div class="skeleton" aria-hidden="true">
      {Array.from({ length: 8 }, (_, index) => (
        <div key={index} />
      ))}
    </div>
  );
}
