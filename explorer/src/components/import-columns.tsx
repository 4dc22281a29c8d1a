import type { JSX } from 'preact';
import { importableOf } from '../model/import-columns.ts';
import { chooseField, type ChosenFile } from '../state/import-file.ts';

const shownSamples = 3;

/** Each column of the file, with the field that it sets. */
export function ImportColumns({ chosen: { file, plan } }: { readonly chosen: ChosenFile }): JSX.Element {
  const { headings, records } = file.sheet;
  const fields = importableOf(plan.resource);
  const samplesOf = (index: number): string => {
    const filled = records.map(({ cells }) => cells[index] ?? '').filter((cell) => cell !== '');
    return filled.slice(0, shownSamples).join(', ');
  };
  return (
    <section class="import-columns" aria-labelledby="import-columns-title">
      <h3 id="import-columns-title">Columns</h3>
      <div class="import-frame" tabIndex={0} role="group" aria-labelledby="import-columns-title">
        <table>
          <thead>
            <tr>
              <th scope="col">Column</th>
              <th scope="col">In the first rows</th>
              <th scope="col">Sets</th>
            </tr>
          </thead>
          <tbody>
            {headings.map((heading, index) => (
              <tr key={index}>
                <th scope="row">{heading === '' ? `Column ${index + 1}` : heading}</th>
                <td class="import-samples">{samplesOf(index)}</td>
                <td>
                  <select
                    aria-label={`Field for ${heading === '' ? `column ${index + 1}` : heading}`}
                    value={plan.mapping[index]?.name ?? ''}
                    onChange={({ currentTarget }) =>
                      chooseField(
                        index,
                        fields.find(({ name }) => name === currentTarget.value),
                      )
                    }
                  >
                    <option value="">not imported</option>
                    {fields.map((field) => (
                      <option key={field.name} value={field.name}>
                        {field.kind === 'relationship' ? `${field.name} (by id)` : field.name}
                      </option>
                    ))}
                  </select>
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      </div>
    </section>
  );
}
