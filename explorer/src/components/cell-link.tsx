import { useSignal } from '@preact/signals';
import type { JSX } from 'preact';
import type { Relationship, Resource } from '../model/api.ts';
import type { Included, Row } from '../model/documents.ts';
import type { Link } from '../model/draft.ts';
import { moveOf, type LinkChange } from '../model/link-change.ts';
import { membersOf } from '../model/members.ts';
import { api } from '../state/api.ts';
import type { Failure } from '../state/send.ts';
import { changeLinkage } from '../state/writes.ts';
import { CellForm, useEditedCell } from './cell-form.tsx';
import { nameOf, nameOfRow } from './chip.tsx';
import { Picker } from './picker.tsx';

interface Properties {
  readonly resource: Resource;
  readonly row: Row;
  readonly relationship: Relationship;
  readonly included: Included;
}

/** Edits a to-one relationship in a list cell with the panel's search. Choosing a resource saves immediately. */
export function CellLink({ resource, row, relationship, included }: Properties): JSX.Element {
  const { name } = relationship;
  const failure = useSignal<Failure | undefined>(undefined);
  const saving = useSignal(false);
  const cell = useEditedCell(resource, row, relationship, () => undefined);
  const linked = membersOf(row, name);
  const [before] = linked.map((to) => ({ ...to, label: nameOf(to, included) }));
  const change = async (kind: LinkChange['kind'], to: Link): Promise<void> => {
    if (saving.value) return;
    saving.value = true;
    const move = moveOf(api.value, relationship, to);
    const link = { kind, resource, id: row.id, label: nameOfRow(row), relationship, to, before, move };
    failure.value = (await cell.read()) ?? (await changeLinkage(link));
    saving.value = false;
    if (failure.value === undefined) cell.end(true);
  };
  const leave = (): boolean => {
    if (!saving.value) cell.end(false);
    return true;
  };
  return (
    <CellForm
      resource={resource}
      row={row}
      field={relationship}
      cell={cell}
      isBusy={saving.value}
      failure={failure.value}
      leave={leave}
    >
      <Picker
        resource={resource}
        relationship={relationship}
        of={row.id}
        linked={linked}
        onPick={(to) => void change('link', to)}
      />
      {before !== undefined && !relationship.required && (
        <button type="button" class="button small" onClick={() => void change('unlink', before)}>
          Unlink {before.label}
        </button>
      )}
    </CellForm>
  );
}
