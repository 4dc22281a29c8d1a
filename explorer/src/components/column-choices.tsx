import type { JSX } from 'preact';
import type { Field, Resource } from '../model/api.ts';
import { columnsOf } from '../model/fields.ts';
import { chosenColumns } from '../model/requests.ts';
import { leastWidth, mostWidth } from '../model/widths.ts';
import { go, question } from '../state/question.ts';
import { clearWidths, setWidth, widthOf } from '../state/widths.ts';

interface Properties {
  readonly resource: Resource;
}

/** Chooses the columns to show and request, and their widths. */
export function ColumnChoices({ resource }: Properties): JSX.Element {
  const { type } = resource;
  const all = columnsOf(resource);
  const chosen = chosenColumns(resource, question.value);
  const choose = (field: Field, isShown: boolean): void => {
    const others = all.filter(({ kind }) => kind !== 'identifier');
    const columns = others.filter((other) => (other === field ? isShown : chosen.includes(other)));
    void go({ columns: columns.length === others.length ? undefined : columns.map(({ name }) => name) });
  };
  return (
    <>
      {all.map((field) => (
        <div class="column-choice" key={field.name}>
          <label class="check">
            <input
              type="checkbox"
              checked={chosen.includes(field)}
              // The id opens the resource, so it is always shown.
              disabled={field.kind === 'identifier'}
              onChange={({ currentTarget }) => choose(field, currentTarget.checked)}
            />
            {field.name}
          </label>
          {chosen.includes(field) && <WidthInput type={type} name={field.name} />}
        </div>
      ))}
      {all.some(({ name }) => widthOf(type, name) !== undefined) && (
        <button type="button" class="button small" onClick={() => clearWidths(resource)}>
          Automatic widths
        </button>
      )}
    </>
  );
}

const widthStep = 8;

function WidthInput({ type, name }: { readonly type: string; readonly name: string }): JSX.Element {
  return (
    <input
      type="number"
      class="column-width"
      aria-label={`Width of ${name} in pixels`}
      title="Width in pixels"
      placeholder="auto"
      min={leastWidth}
      max={mostWidth}
      step={widthStep}
      value={widthOf(type, name) ?? ''}
      onChange={({ currentTarget }) => {
        const { value } = currentTarget;
        setWidth(type, name, value === '' ? undefined : Number(value));
        currentTarget.value = String(widthOf(type, name) ?? '');
      }}
    />
  );
}
