import type { JSX } from 'preact';
import type { Field, Resource } from '../model/api.ts';
import { keyOf, type Row, type Rows } from '../model/documents.ts';
import { mayChangeMany } from '../model/fields.ts';
import { toggledSort } from '../model/question.ts';
import { chosenColumns } from '../model/requests.ts';
import { go, question } from '../state/question.ts';
import { rowLinkId, selectPageId } from '../state/focus.ts';
import { marks } from '../state/marks.ts';
import { isSelected, toggle, togglePage } from '../state/selection.ts';
import { Cell } from './cell.tsx';
import { Icon } from './icon.tsx';
import { loadedParts } from './later.tsx';
import { Link } from './link.tsx';

interface Properties {
  readonly resource: Resource;
  readonly rows: Rows;
  readonly stale: boolean;
}

// The roles are written out because narrow screens show rows as cards, and `display` takes a table's own roles away.
export function Table({ resource, rows, stale }: Properties): JSX.Element {
  const columns = chosenColumns(resource, question.value);
  return (
    <table class={stale ? 'table stale' : 'table'} role="table" aria-label={resource.plural} aria-busy={stale}>
      <thead role="rowgroup">
        <tr role="row">
          {mayChangeMany(resource) && <SelectPage rows={rows} />}
          {columns.map((field) => (
            <Heading key={field.name} field={field} />
          ))}
        </tr>
      </thead>
      <tbody role="rowgroup" onKeyDown={(event) => loadedParts()?.pressInTable(event)}>
        {rows.rows.map((row) => (
          <Line key={row.id} row={row} rows={rows} resource={resource} columns={columns} />
        ))}
      </tbody>
    </table>
  );
}

function SelectPage({ rows: { rows } }: { readonly rows: Rows }): JSX.Element {
  const selected = rows.filter(({ id }) => isSelected(id)).length;
  return (
    <th role="columnheader" scope="col" class="cell-select">
      <label class="select-box">
        <input
          type="checkbox"
          id={selectPageId}
          aria-label="Select all on this page"
          checked={selected === rows.length}
          indeterminate={selected > 0 && selected < rows.length}
          onChange={({ currentTarget }) => togglePage(currentTarget.checked)}
        />
      </label>
    </th>
  );
}

function Heading({ field }: { readonly field: Field }): JSX.Element {
  const { sort } = question.value;
  const place = sort.findIndex(({ path }) => path === field.name);
  const key = sort[place];
  if (field.kind === 'relationship' || !field.sortable) {
    return (
      <th role="columnheader" scope="col">
        {field.name}
      </th>
    );
  }
  return (
    <th
      role="columnheader"
      scope="col"
      aria-sort={key === undefined ? 'none' : key.descending ? 'descending' : 'ascending'}
    >
      <button
        type="button"
        class={key === undefined ? 'sort' : 'sort sorted'}
        title="Sort; with Shift: also by this"
        onClick={(event) => void go({ sort: toggledSort(sort, field.name, event.shiftKey) })}
      >
        {field.name}
        <Icon name={key === undefined ? 'sort' : key.descending ? 'down' : 'up'} />
        {key !== undefined && sort.length > 1 && <span class="sort-place">{place + 1}</span>}
      </button>
    </th>
  );
}

interface LineProperties {
  readonly row: Row;
  readonly rows: Rows;
  readonly resource: Resource;
  readonly columns: readonly Field[];
}

function Line({ row, rows, resource, columns }: LineProperties): JSX.Element {
  const to = { open: { type: row.type, id: row.id } };
  const { open } = question.value;
  const isOpen = open?.type === row.type && open.id === row.id;
  const selected = isSelected(row.id);
  const mark = marks.value.get(keyOf(row));
  const openIt = (): void => {
    // A click that ends a selection is meant for the selection.
    if (String(getSelection()) === '') void go(to);
  };
  return (
    <tr role="row" class={`row ${isOpen || selected ? 'selected' : ''} ${mark ?? ''}`} title={mark} onClick={openIt}>
      {mayChangeMany(resource) && (
        <td role="cell" class="cell-select" onClick={(event) => event.stopPropagation()}>
          <label class="select-box">
            <input
              type="checkbox"
              aria-label={`Select ${resource.label} ${row.id}`}
              title="Select; hold Shift to select a range"
              checked={selected}
              onClick={({ currentTarget, shiftKey }) => toggle(row.id, currentTarget.checked, shiftKey)}
            />
          </label>
        </td>
      )}
      {columns.map((field) => (
        <td key={field.name} role="cell" class={`cell cell-${field.kind}`}>
          <span class="cell-name" aria-hidden="true">
            {field.name}
          </span>
          {field.kind === 'identifier' ? (
            <>
              <Link
                class="row-link"
                to={to}
                id={rowLinkId(row)}
                label={`Open ${resource.label} ${row.id}`}
                current={isOpen ? 'true' : undefined}
              >
                {row.id}
              </Link>
              {mark !== undefined && <span class="hidden">{mark}</span>}
            </>
          ) : (
            <Cell field={field} row={row} included={rows.included} />
          )}
        </td>
      ))}
    </tr>
  );
}
