import type { JSX } from 'preact';
import { delimiters, type Delimiter } from '../model/csv.ts';
import { capitalized } from '../model/fields.ts';
import { dateOrders, isDateOrder } from '../model/import-dates.ts';
import { lacksOrder } from '../model/import-rows.ts';
import { mayDo } from '../model/permitted.ts';
import { api } from '../state/api.ts';
import { chooseDates, chooseDelimiter, chooseResource, type ChosenFile } from '../state/import-file.ts';

const delimiterWords: Readonly<Record<Delimiter, string>> = { ',': 'commas', ';': 'semicolons', '\t': 'tabs' };

/** How a file is read: as which type, with which delimiter, and dates in which order. */
export function ImportSettings({ chosen: { file, plan } }: { readonly chosen: ChosenFile }): JSX.Element {
  const types = api.value.resources.filter((resource) => mayDo(resource, 'create'));
  const { delimiter } = file.sheet;
  return (
    <div class="import-settings">
      <label>
        Import as
        <select
          value={plan.resource.type}
          onChange={({ currentTarget }) => {
            const resource = types.find(({ type }) => type === currentTarget.value);
            if (resource !== undefined) chooseResource(resource);
          }}
        >
          {types.map(({ type, plural }) => (
            <option key={type} value={type}>
              {capitalized(plural)}
            </option>
          ))}
        </select>
      </label>
      {delimiter !== undefined && (
        <label>
          Separated by
          <select
            value={delimiter}
            onChange={({ currentTarget }) => {
              const other = delimiters.find((one) => one === currentTarget.value);
              if (other !== undefined) chooseDelimiter(other);
            }}
          >
            {delimiters.map((one) => (
              <option key={one} value={one}>
                {delimiterWords[one]}
              </option>
            ))}
          </select>
        </label>
      )}
      {(plan.dates !== undefined || lacksOrder(file.sheet, plan)) && (
        <label>
          Dates like
          <select
            value={plan.dates ?? ''}
            onChange={({ currentTarget: { value } }) => chooseDates(isDateOrder(value) ? value : undefined)}
          >
            <option value="">1999-12-31</option>
            {Object.entries(dateOrders).map(([order, example]) => (
              <option key={order} value={order}>
                {example}
              </option>
            ))}
          </select>
        </label>
      )}
    </div>
  );
}
