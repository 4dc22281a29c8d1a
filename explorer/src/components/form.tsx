import { useSignal } from '@preact/signals';
import type { JSX } from 'preact';
import { useEffect, useRef } from 'preact/hooks';
import type { Resource } from '../model/api.ts';
import { fieldOfError, type ApiError, type Row } from '../model/documents.ts';
import { withChecked, withLinks } from '../model/draft-changes.ts';
import { isTouched } from '../model/draft.ts';
import { relationshipsOf } from '../model/fields.ts';
import { formAttributesOf } from '../model/form-attributes.ts';
import { mayDo } from '../model/permitted.ts';
import type { Open } from '../model/question.ts';
import { consequencesOf } from '../model/removal.ts';
import { api } from '../state/api.ts';
import { conflict } from '../state/conflict.ts';
import { create } from '../state/create.ts';
import { ask } from '../state/dialog.ts';
import { discard, discardUntouched, draftOf, keep } from '../state/drafts.ts';
import type { Failure } from '../state/send.ts';
import { keepTyped } from '../state/versions.ts';
import { remove, save } from '../state/writes.ts';
import { nameOfRow } from './chip.tsx';
import { FormFailure, type FailedAttempt } from './form-failure.tsx';
import { FormField } from './form-field.tsx';
import { unfinishedIn } from './kind-input.tsx';
import { LinkInput } from './link-input.tsx';

interface Properties {
  readonly resource: Resource;
  readonly open: Open;
  /** Undefined: a new resource. */
  readonly row: Row | undefined;
}

/** The attributes of one resource. Typed values are kept until they are saved or discarded. */
export function Form({ resource, open, row }: Properties): JSX.Element {
  const failure = useSignal<FailedAttempt | undefined>(undefined);
  const busy = useSignal(false);
  const form = useRef<HTMLFormElement>(null);
  const { id } = open;
  const draft = draftOf(open);
  const errors = failure.value?.of.kind === 'refused' ? failure.value.of.errors : [];
  const fields = new Set(resource.fields.map((field) => field.name));
  const general = errors.filter((error) => !fields.has(fieldOfError(error) ?? ''));
  const errorsOf = (field: string): readonly ApiError[] => errors.filter((error) => fieldOfError(error) === field);
  const label = resource.label.toLowerCase();
  const run = async (what: string, action: () => Promise<Failure | undefined>): Promise<void> => {
    if (busy.value) return;
    busy.value = true;
    const failed = await action();
    busy.value = false;
    failure.value = failed === undefined ? undefined : { of: failed, what, retry: () => void run(what, action) };
  };
  const attributes = formAttributesOf(resource, row === undefined);
  /** True if Save has nothing to do. The button is not disabled then, because it would lose the focus. */
  const isIdle = (): boolean => busy.value || (row !== undefined && !isTouched(draftOf(open)));
  const submit = (): void => {
    const unfinished = unfinishedIn(form.current);
    const names = unfinished.map(({ name }) => name);
    keepTyped(open, withChecked(draftOf(open), attributes, names, row));
    if (unfinished.length > 0) unfinished[0]?.focus();
    else if (isIdle()) return;
    else if (id === undefined) void run(`The ${label} was not created`, () => create(resource));
    else void run(`The ${label} was not saved`, () => save(resource, id));
  };
  const revert = (): void => {
    // Half-typed values exist only in the inputs.
    form.current?.reset();
    discard(open);
    conflict.value = undefined;
  };
  const askAndRemove = async (stored: Row): Promise<void> => {
    const consequences = consequencesOf(api.value, resource, stored);
    const yes = await ask({
      title: `Delete ${label} ${stored.id}?`,
      text: [`${nameOfRow(stored)} will be deleted.`, ...consequences, 'This cannot be undone.'].join(' '),
      yes: 'Delete',
      no: 'Cancel',
    });
    if (yes) await run(`The ${label} was not deleted`, () => remove(resource, stored.id));
  };
  useEffect(() => {
    // The inputs of an earlier panel are gone, along with their half-typed values.
    keep(open, { ...draftOf(open), unfinished: [] });
    return () => discardUntouched(open);
  }, []);
  useEffect(() => {
    if (failure.value !== undefined) form.current?.querySelector<HTMLElement>('[aria-invalid=true]')?.focus();
  }, [failure.value]);
  return (
    <form
      class="form"
      ref={form}
      noValidate
      autocomplete="off"
      aria-labelledby="panel-title"
      onSubmit={(event) => {
        event.preventDefault();
        submit();
      }}
    >
      {failure.value !== undefined && (general.length > 0 || errors.length === 0) && (
        <FormFailure resource={resource} draft={draft} failed={failure.value} errors={general} run={run} />
      )}
      {attributes.map((attribute) => (
        <FormField
          key={attribute.name}
          attribute={attribute}
          row={row}
          draft={draft}
          errors={errorsOf(attribute.name)}
          onDraft={(next) => keepTyped(open, next)}
        />
      ))}
      {row === undefined &&
        relationshipsOf(resource)
          .filter(({ name }) => mayDo(resource, 'create', name))
          .map((relationship) => (
            <LinkInput
              key={relationship.name}
              resource={resource}
              relationship={relationship}
              links={draft.links[relationship.name] ?? []}
              errors={errorsOf(relationship.name)}
              onLinks={(links) => keep(open, withLinks(draft, relationship.name, links))}
            />
          ))}
      <div class="form-buttons">
        {mayDo(resource, row === undefined ? 'create' : 'update') && (
          <button type="submit" class="button primary" aria-disabled={isIdle()}>
            {busy.value ? 'Saving…' : row === undefined ? `Create ${label}` : 'Save'}
          </button>
        )}
        {isTouched(draft) && row !== undefined && (
          <button type="button" class="button" onClick={revert}>
            Revert
          </button>
        )}
        {row !== undefined && mayDo(resource, 'delete') && (
          <button type="button" class="button danger" onClick={() => void askAndRemove(row)}>
            Delete
          </button>
        )}
      </div>
    </form>
  );
}
