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
  return (
    <div class="import-settings">
      <Setting
        label="Import as"
        value={plan.resource.type}
        choices={types.map(({ type, plural }) => [type, capitalized(plural)])}
        onChoose={(value) => types.filter(({ type }) => type === value).forEach(chooseResource)}
      />
      {file.sheet.delimiter !== undefined && (
        <Setting
          label="Separated by"
          value={file.sheet.delimiter}
          choices={Object.entries(delimiterWords)}
          onChoose={(value) => delimiters.filter((one) => one === value).forEach(chooseDelimiter)}
        />
      )}
      {(plan.dates !== undefined || lacksOrder(file.sheet, plan)) && (
        <Setting
          label="Dates like"
          value={plan.dates ?? ''}
          choices={[['', '1999-12-31'], ...Object.entries(dateOrders)]}
          onChoose={(value) => chooseDates(isDateOrder(value) ? value : undefined)}
        />
      )}
    </div>
  );
}

interface SettingProperties {
  readonly label: string;
  readonly value: string;
  readonly choices: readonly (readonly [value: string, words: string])[];
  readonly onChoose: (value: string) => void;
}

function Setting({ label, value, choices, onChoose }: SettingProperties): JSX.Element {
  return (
    <label>
      {label}
      <select value={value} onChange={({ currentTarget }) => onChoose(currentTarget.value)}>
        {choices.map(([choice, words]) => (
          <option key={choice} value={choice}>
            {words}
          </option>
        ))}
      </select>
    </label>
  );
}
