import type { JSX } from 'preact';
import type { Resource } from '../model/api.ts';
import { columnsOf } from '../model/fields.ts';
import { chosenColumns } from '../model/requests.ts';
import { go, question } from '../state/question.ts';

/** The columns that the list shows, and so what is asked for. */
export function ColumnChoices({ resource }: { readonly resource: Resource }): JSX.Element {
  const all = columnsOf(resource).filter(({ kind }) => kind !== 'identifier');
  const chosen = chosenColumns(resource, question.value).map(({ name }) => name);
  const choose = (name: string, shown: boolean): void => {
    const columns = all.map((field) => field.name).filter((other) => (other === name ? shown : chosen.includes(other)));
    void go({ columns: columns.length === all.length ? undefined : columns });
  };
  return (
    <>
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
    </>
  );
}
