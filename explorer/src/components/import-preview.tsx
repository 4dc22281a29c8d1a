import type { JSX } from 'preact';
import { importableOf, type Importable } from '../model/import-columns.ts';
import type { PreparedRow } from '../model/import-rows.ts';
import { member, text } from '../model/json.ts';
import { chooseField, preparedRows, type ChosenFile } from '../state/import-file.ts';
import { Value } from './cell.tsx';

const shownRows = 5;

/** The columns of the file with the fields that they set, and the first rows as they would be written. */
export function ImportPreview({ chosen: { file, plan } }: { readonly chosen: ChosenFile }): JSX.Element {
  return (
    <section aria-labelledby="import-preview-title">
      <h3 id="import-preview-title">First rows, as they would be written</h3>
      <div class="import-frame" tabIndex={0} role="group" aria-labelledby="import-preview-title">
        <table>
          <thead>
            <tr>
              <th scope="col">Row</th>
              {file.sheet.headings.map((heading, index) => (
                <th key={index} scope="col">
                  <FieldChoice heading={heading === '' ? `column ${index + 1}` : heading} index={index} plan={plan} />
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {preparedRows.value.slice(0, shownRows).map((row) => (
              <tr key={row.record.place} class={row.problems.length > 0 ? 'bad' : undefined}>
                <th scope="row">{row.record.place}</th>
                {plan.mapping.map((field, index) => (
                  <td key={index}>
                    {field === undefined ? (
                      <span class="left-out">{row.record.cells[index]}</span>
                    ) : (
                      <Written field={field} row={row} />
                    )}
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

interface ChoiceProperties extends Pick<ChosenFile, 'plan'> {
  readonly heading: string;
  readonly index: number;
}

function FieldChoice({ heading, index, plan }: ChoiceProperties): JSX.Element {
  const fields = importableOf(plan.resource);
  const choose = (name: string): void =>
    chooseField(
      index,
      fields.find((field) => field.name === name),
    );
  return (
    <label>
      {heading}
      <select
        aria-label={`Field for ${heading}`}
        value={plan.mapping[index]?.name ?? ''}
        onChange={({ currentTarget }) => choose(currentTarget.value)}
      >
        <option value="">not imported</option>
        {fields.map(({ name, kind }) => (
          <option key={name} value={name}>
            {kind === 'relationship' ? `${name} (by id)` : name}
          </option>
        ))}
      </select>
    </label>
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
