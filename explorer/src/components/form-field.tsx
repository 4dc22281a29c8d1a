import type { JSX } from 'preact';
import type { Attribute } from '../model/api.ts';
import type { ApiError, Row } from '../model/documents.ts';
import { shownIn, withTyped, withUnfinished, withUnset } from '../model/draft-changes.ts';
import type { Draft } from '../model/draft.ts';
import { farDateWords } from '../model/far-dates.ts';
import type { Json } from '../model/json.ts';
import { Value } from './cell.tsx';
import { Errors } from './errors.tsx';
import { KindInput, unfinishedWords } from './kind-input.tsx';

interface Properties {
  readonly attribute: Attribute;
  readonly row: Row | undefined;
  readonly draft: Draft;
  readonly errors: readonly ApiError[];
  readonly onDraft: (draft: Draft) => void;
}

/** An attribute with its label, hints and errors. */
export function FormField({ attribute, row, draft, errors, onDraft }: Properties): JSX.Element | null {
  const { name, writable } = attribute;
  if (!writable) return row === undefined ? null : <ReadOnly name={name} value={row.attributes[name]} />;
  const id = `field-${name}`;
  const isKept = row !== undefined && !attribute.readable;
  // An update sends only touched fields, so it requires none.
  const required = row === undefined && attribute.required;
  const hint = hintOf(attribute, row);
  const unfinished = draft.unfinished.includes(name);
  const invalid = errors.length > 0 || unfinished;
  const unset = !attribute.readable && draft.values[name] === null;
  const shown = shownIn(draft, attribute, row);
  const asked = farDateWords(attribute.format, draft.values[name], new Date().getUTCFullYear());
  return (
    <div class={invalid ? 'field invalid' : 'field'}>
      <label for={id} class={required ? 'required' : undefined}>
        {name}
      </label>
      <KindInput
        format={attribute.format}
        choices={attribute.values}
        id={id}
        name={name}
        class="field-input"
        value={shown}
        empty={emptyLabel(attribute, row, shown)}
        placeholder={unset ? 'removed' : isKept ? 'unchanged' : undefined}
        disabled={unset}
        aria-required={required}
        aria-invalid={invalid}
        aria-describedby={`${id}-hint ${id}-asked ${id}-errors`}
        onTyped={(typed, isUnfinished) =>
          onDraft(isUnfinished ? withUnfinished(draft, name) : withTyped(draft, attribute, typed, row))
        }
      />
      <p class="hint" id={`${id}-hint`}>
        {hint}
      </p>
      <p class="asked" id={`${id}-asked`} role="status">
        {asked}
      </p>
      {isKept && attribute.nullable && (
        <label class="check">
          <input
            type="checkbox"
            checked={unset}
            onChange={({ currentTarget }) => onDraft(withUnset(draft, name, currentTarget.checked))}
          />
          Remove the stored {name}
        </label>
      )}
      <Errors id={`${id}-errors`} errors={errors} also={unfinished ? unfinishedWords(attribute.format) : undefined} />
    </div>
  );
}

function ReadOnly({ name, value }: { readonly name: string; readonly value: Json | undefined }): JSX.Element {
  return (
    <div class="field">
      <span class="field-name">
        {name} <span class="muted">read-only</span>
      </span>
      <span class="field-text">
        <Value value={value} />
      </span>
    </div>
  );
}

function emptyLabel(
  { readable, nullable, defaultValue }: Attribute,
  row: Row | undefined,
  shown: string,
): string | undefined {
  if (row !== undefined && !readable) return 'unchanged';
  if (row === undefined && defaultValue !== undefined) return 'default';
  if (nullable) return 'unset';
  return shown === '' ? 'choose…' : undefined;
}

function hintOf({ format, readable, nullable, maxLength, defaultValue }: Attribute, row: Row | undefined): string {
  const hints: string[] = [];
  if (!readable && row !== undefined) hints.push('Write-only: empty keeps the value.');
  if (!readable && row === undefined) hints.push('Write-only: the API never shows it again.');
  if (format === 'timestamp') hints.push('In UTC.');
  if (row === undefined && defaultValue !== undefined) hints.push(`The default is ${String(defaultValue)}.`);
  else if (readable && nullable) hints.push('Empty means unset.');
  if (maxLength !== undefined) hints.push(`At most ${maxLength} characters.`);
  return hints.join(' ');
}
