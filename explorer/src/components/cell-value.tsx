import { useSignal } from '@preact/signals';
import type { JSX } from 'preact';
import { useRef } from 'preact/hooks';
import type { Attribute, Resource } from '../model/api.ts';
import type { Row } from '../model/documents.ts';
import { shownIn, withChecked, withTyped, withUnfinished } from '../model/draft-changes.ts';
import { emptyDraft, isTouched } from '../model/draft.ts';
import { farDateWords } from '../model/far-dates.ts';
import { keepForForm, saveCell } from '../state/save-cell.ts';
import type { Failure } from '../state/send.ts';
import { seen } from '../state/versions.ts';
import { CellForm, cellErrorsId, useEditedCell } from './cell-form.tsx';
import { Value } from './cell.tsx';
import { KindInput, unfinishedIn, unfinishedWords } from './kind-input.tsx';

interface Properties {
  readonly resource: Resource;
  readonly row: Row;
  readonly attribute: Attribute;
}

/** Edits an attribute in a list cell with the form's input. Leaving the cell saves it; it stays open if that fails. */
export function CellValue({ resource, row, attribute }: Properties): JSX.Element {
  const { type, id } = row;
  const { name, format, nullable, values } = attribute;
  const begun = useRef(row.attributes[name]);
  const draft = useSignal(emptyDraft);
  const failure = useSignal<Failure | undefined>(undefined);
  const saving = useSignal(false);
  const keepTyped = (): void => {
    if (isTouched(draft.value)) keepForForm({ type, id }, draft.value, seen({ type, id }));
  };
  const cell = useEditedCell(resource, row, attribute, () => {
    if (!saving.value) keepTyped();
  });
  const isUnfinished = draft.value.unfinished.length > 0;
  const save = async (): Promise<void> => {
    if (saving.value) return;
    const half = unfinishedIn(cell.form.current).map((input) => input.name);
    draft.value = withChecked(draft.value, [attribute], half, row);
    if (half.length > 0) return;
    if (!isTouched(draft.value)) return cell.end(false);
    saving.value = true;
    failure.value = await saveCell(resource, id, draft.value, cell.read());
    saving.value = false;
    if (failure.value === undefined) cell.end(true);
    // The cell is gone.
    else if (!cell.isOpen.current) keepTyped();
  };
  const leave = (): boolean => {
    // This input has already failed.
    if (failure.value === undefined) void save();
    return draft.value.unfinished.length === 0;
  };
  const now = row.attributes[name];
  const isOvertaken = isTouched(draft.value) && JSON.stringify(now) !== JSON.stringify(begun.current);
  const asked = farDateWords(format, draft.value.values[name], new Date().getUTCFullYear());
  return (
    <CellForm
      resource={resource}
      row={row}
      field={attribute}
      cell={cell}
      isBusy={saving.value}
      failure={failure.value}
      also={isUnfinished ? unfinishedWords(format) : undefined}
      save={() => void save()}
      leave={leave}
    >
      <KindInput
        format={format}
        choices={values}
        class="field-input"
        name={name}
        aria-label={`${name} of ${resource.label} ${id}${format === 'timestamp' ? ', UTC' : ''}`}
        aria-invalid={isUnfinished || failure.value !== undefined}
        aria-describedby={cellErrorsId(row, name)}
        value={shownIn(draft.value, attribute, row)}
        empty={nullable ? 'unset' : undefined}
        onTyped={(typed, isHalf) => {
          failure.value = undefined;
          draft.value = isHalf ? withUnfinished(draft.value, name) : withTyped(draft.value, attribute, typed, row);
        }}
      />
      {asked !== undefined && (
        <p class="muted" role="status">
          {asked}
        </p>
      )}
      {isOvertaken && (
        <p class="muted" role="status">
          Stored now: <Value value={now} />
        </p>
      )}
    </CellForm>
  );
}
