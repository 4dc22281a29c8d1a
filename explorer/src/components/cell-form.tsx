import type { ComponentChildren, JSX, RefObject } from 'preact';
import { useEffect, useLayoutEffect, useRef } from 'preact/hooks';
import type { Field, Resource } from '../model/api.ts';
import type { Row } from '../model/documents.ts';
import { actionIn } from '../model/keys.ts';
import { endEdit } from '../state/cell-edit.ts';
import { readForCell } from '../state/save-cell.ts';
import type { Failure } from '../state/send.ts';
import { cellFormId, editNext, focusIn } from './cell-moves.ts';
import { Errors } from './errors.tsx';

export interface EditedCell {
  readonly form: RefObject<HTMLFormElement | null>;
  /** False once the cell shows its value again. */
  readonly isOpen: RefObject<boolean>;
  /** Shows the value again. */
  readonly end: (isSaved: boolean) => void;
  /** Reads the version that the cell changes, once unless that fails. */
  readonly read: () => Promise<Failure | undefined>;
}

/** @param gone called if the cell disappears while it is edited, for example with its row */
export function useEditedCell(resource: Resource, row: Row, field: Field, gone: () => void): EditedCell {
  const form = useRef<HTMLFormElement>(null);
  const isOpen = useRef(true);
  const reading = useRef<Promise<Failure | undefined>>(undefined);
  const end = (isSaved: boolean): void => {
    isOpen.current = false;
    endEdit(row, field.name, isSaved);
  };
  const read = (): Promise<Failure | undefined> => {
    const pending = reading.current ?? readForCell(resource, row.id);
    reading.current = pending;
    void pending.then((unread) => {
      if (unread !== undefined && reading.current === pending) reading.current = undefined;
    });
    return pending;
  };
  useEffect(() => {
    void read();
    return () => {
      if (!isOpen.current) return;
      end(false);
      gone();
    };
  }, []);
  return { form, isOpen, end, read };
}

interface Properties {
  readonly resource: Resource;
  readonly row: Row;
  readonly field: Field;
  readonly cell: EditedCell;
  readonly isBusy: boolean;
  readonly failure: Failure | undefined;
  /** What else is wrong. */
  readonly also?: string | undefined;
  /** Called for Enter; undefined if Enter has another meaning. */
  readonly save?: () => void;
  /**
   * Called when the focus leaves the cell.
   * @returns false if Tab must stay in it
   */
  readonly leave: () => boolean;
  readonly children: ComponentChildren;
}

/** The form in an edited cell: its keys, and its errors. */
export function CellForm({ resource, row, field, cell, isBusy, failure, also, ...rest }: Properties): JSX.Element {
  const id = cellFormId(row, field.name);
  useLayoutEffect(() => focusIn(cell.form.current), []);
  const step = (event: KeyboardEvent, by: 1 | -1): void => {
    const controls = [...(cell.form.current?.elements ?? [])].filter(
      (control) => !control.matches('.calendar-button, .calendar'),
    );
    // From one control of the cell to the next, as usual.
    if (event.target !== controls.at(by === 1 ? -1 : 0)) return;
    if (!rest.leave() || editNext(resource, { id: row.id, field }, by)) event.preventDefault();
  };
  const press = (event: KeyboardEvent): void => {
    const action = actionIn('cell', event);
    if (action === undefined) return;
    if (action === 'next' || action === 'previous') return step(event, action === 'next' ? 1 : -1);
    if (action === 'save' && rest.save === undefined) return;
    event.stopPropagation();
    event.preventDefault();
    if (action === 'save') rest.save?.();
    else cell.end(false);
  };
  return (
    <form
      class={failure === undefined && also === undefined ? 'cell-form' : 'cell-form invalid'}
      id={id}
      ref={cell.form}
      noValidate
      autocomplete="off"
      aria-busy={isBusy}
      onSubmit={(event) => event.preventDefault()}
      onClick={(event) => event.stopPropagation()}
      onKeyDown={press}
      onFocusOut={({ currentTarget, relatedTarget }) => {
        const stays = relatedTarget instanceof Node && currentTarget.contains(relatedTarget);
        if (!stays && document.hasFocus() && cell.isOpen.current) rest.leave();
      }}
    >
      {rest.children}
      <Errors
        id={cellErrorsId(row, field.name)}
        errors={failure?.kind === 'refused' ? failure.errors : []}
        also={failure?.kind === 'unreachable' ? 'The service cannot be reached. Try again.' : also}
      />
    </form>
  );
}

/** The id of the element with the errors of an edited cell. */
export function cellErrorsId(row: Row, field: string): string {
  return `${cellFormId(row, field)}-errors`;
}
