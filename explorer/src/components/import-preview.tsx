import type { JSX } from 'preact';
import type { Importable } from '../model/import-columns.ts';
import type { ImportPlan, PreparedRow } from '../model/import-rows.ts';
import { member, text } from '../model/json.ts';
import { preparedRows } from '../state/import-file.ts';
import { Value } from './cell.tsx';

const shownRows = 5;

/** The first rows as they would be written. */
export function ImportPreview({ plan }: { readonly plan: ImportPlan }): JSX.Element {
  const fields = plan.mapping.filter((field) => field !== undefined);
  return (
    <section aria-labelledby="import-preview-title">
      <h3 id="import-preview-title">First rows, as they would be written</h3>
      <div class="import-frame" tabIndex={0} role="group" aria-labelledby="import-preview-title">
        <table>
          <thead>
            <tr>
              <th scope="col">Row</th>
              {fields.map(({ name }) => (
                <th key={name} scope="col">
                  {name}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {preparedRows.value.slice(0, shownRows).map((row) => (
              <tr key={row.record.place} class={row.problems.length > 0 ? 'bad' : undefined}>
                <th scope="row">{row.record.place}</th>
                {fields.map((field) => (
                  <td key={field.name}>
                    <Written field={field} row={row} />
                  </td>
                ))}
              </tr>
            ))}
          </tbody>
        </table>
      </div>
    </section>
  );
}

function Written({ field, row }: { readonly field: Importable; readonly row: PreparedRow }): JSX.Element {
  const { name } = field;
  if (field.kind === 'relationship') {
    const id = text(member(member(member(member(row.object, 'relationships'), name), 'data'), 'id'));
    return id === undefined ? <span class="unset">none</span> : <span>#{id}</span>;
  }
  const value = member(member(row.object, 'attributes'), name);
  if (value === undefined && field.defaultValue !== undefined) return <span class="unset">default</span>;
  return <Value value={value} />;
}
