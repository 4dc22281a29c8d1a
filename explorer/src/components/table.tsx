import type { JSX } from 'preact';
import type { Field, Resource } from '../model/api.ts';
import { keyOf, type Row, type Rows } from '../model/documents.ts';
import { editableOf, mayChangeMany } from '../model/fields.ts';
import { toggledSort } from '../model/question.ts';
import { chosenColumns } from '../model/requests.ts';
import { cellKey, editedCells, startEdit } from '../state/cell-edit.ts';
import { go, question } from '../state/question.ts';
import { rowLinkId, selectPageId } from '../state/focus.ts';
import { marks } from '../state/marks.ts';
import { isSelected, toggle, togglePage } from '../state/selection.ts';
import { isSized, widthOf } from '../state/widths.ts';
import { Cell } from './cell.tsx';
import { Icon } from './icon.tsx';
import { LaterCellEditor, LaterWidthHandle, loadedParts } from './later.tsx';
import { Link } from './link.tsx';

interface Properties {
  readonly resource: Resource;
  readonly rows: Rows;
  readonly stale: boolean;
}

// The roles are explicit because narrow screens show rows as cards, and changing `display` removes a table's own roles.
export function Table({ resource, rows, stale }: Properties): JSX.Element {
  const fields = chosenColumns(resource, question.value);
  const editable = editableOf(resource, fields);
  const columns = fields.map((field) => ({
    field,
    isEditable: editable.includes(field),
    isSized: isSized(resource.type, field.name),
  }));
  // Unless every column has a set width, one without takes the remaining space.
  const areSized = columns.every((column) => column.isSized);
  return (
    <table
      class={`table ${stale ? 'stale' : ''} ${areSized ? 'narrow' : ''}`}
      role="grid"
      aria-label={resource.plural}
      aria-busy={stale}
    >
      <ColumnWidths resource={resource} columns={columns} />
      <thead role="rowgroup">
        <tr role="row">
          {mayChangeMany(resource) && <SelectPage rows={rows} />}
          {columns.map((column) => (
            <Heading key={column.field.name} type={resource.type} column={column} />
          ))}
        </tr>
      </thead>
      <tbody role="rowgroup" onKeyDown={(event) => loadedParts()?.pressInTable(event, resource)}>
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

interface Column {
  readonly field: Field;
  readonly isEditable: boolean;
  /** True if the user has set its width. */
  readonly isSized: boolean;
}

function ColumnWidths({ resource, columns }: Pick<LineProperties, 'resource' | 'columns'>): JSX.Element {
  return (
    <colgroup>
      {mayChangeMany(resource) && <col />}
      {columns.map(({ field }) => (
        <col key={field.name} width={widthOf(resource.type, field.name)} />
      ))}
    </colgroup>
  );
}

function Heading({ type, column }: { readonly type: string; readonly column: Column }): JSX.Element {
  const { field } = column;
  const { sort } = question.value;
  const handle = <LaterWidthHandle type={type} name={field.name} />;
  const place = sort.findIndex(({ path }) => path === field.name);
  const key = sort[place];
  if (field.kind === 'relationship' || !field.sortable) {
    return (
      <th role="columnheader" scope="col" class={column.isSized ? 'sized' : undefined}>
        {field.name}
        {handle}
      </th>
    );
  }
  return (
    <th
      role="columnheader"
      scope="col"
      class={column.isSized ? 'sized' : undefined}
      aria-sort={key === undefined ? 'none' : key.descending ? 'descending' : 'ascending'}
    >
      <button
        type="button"
        class={key === undefined ? 'sort' : 'sort sorted'}
        title="Sort; hold Shift to add to the sort order"
        onClick={(event) => void go({ sort: toggledSort(sort, field.name, event.shiftKey) })}
      >
        {field.name}
        <Icon name={key === undefined ? 'sort' : key.descending ? 'down' : 'up'} />
        {key !== undefined && sort.length > 1 && <span class="sort-place">{place + 1}</span>}
      </button>
      {handle}
    </th>
  );
}

interface LineProperties {
  readonly row: Row;
  readonly rows: Rows;
  readonly resource: Resource;
  readonly columns: readonly Column[];
}

function Line({ row, rows, resource, columns }: LineProperties): JSX.Element {
  const to = { open: { type: row.type, id: row.id } };
  const { open } = question.value;
  const isOpen = open?.type === row.type && open.id === row.id;
  const selected = isSelected(row.id);
  const mark = marks.value.get(keyOf(row));
  const openIt = (): void => {
    // A click that ends a text selection does not open the row.
    if (String(getSelection()) === '') void go(to);
  };
  return (
    <tr role="row" class={`row ${isOpen || selected ? 'selected' : ''} ${mark ?? ''}`} title={mark} onClick={openIt}>
      {mayChangeMany(resource) && (
        <td role="gridcell" class="cell-select" onClick={(event) => event.stopPropagation()}>
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
      {columns.map((column) => (
        <td
          key={column.field.name}
          role="gridcell"
          tabIndex={-1}
          class={cellClass(column, row)}
          aria-readonly={!column.isEditable}
        >
          <span class="cell-name" aria-hidden="true">
            {column.field.name}
          </span>
          {column.field.kind === 'identifier' ? (
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
            <Cell field={column.field} row={row} included={rows.included} />
          )}
          {column.isEditable && <Editing column={column} row={row} rows={rows} resource={resource} />}
        </td>
      ))}
    </tr>
  );
}

function cellClass({ field, isEditable, isSized: sized }: Column, row: Row): string {
  const state = isEdited(row, field) ? 'editing' : isEditable ? 'editable' : '';
  return `cell cell-${field.kind} ${sized ? 'sized' : ''} ${state}`;
}

interface EditingProperties extends Omit<LineProperties, 'columns'> {
  readonly column: Column;
}

/** The editor on top of a cell's value, or the pencil that opens it with the mouse. The keyboard does the same. */
function Editing({ column: { field }, row, rows, resource }: EditingProperties): JSX.Element {
  if (isEdited(row, field)) {
    return <LaterCellEditor resource={resource} row={row} field={field} included={rows.included} />;
  }
  const edit = (event: Event): void => {
    event.stopPropagation();
    startEdit(row, field.name);
  };
  return <span class="pencil" aria-hidden="true" title={`Edit ${field.name}`} onClick={edit} />;
}

function isEdited(row: Row, field: Field): boolean {
  return editedCells.value.has(cellKey(row, field.name));
}
