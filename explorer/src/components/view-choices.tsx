import { useSignal } from '@preact/signals';
import type { JSX } from 'preact';
import { useEffect, useRef } from 'preact/hooks';
import type { Resource } from '../model/api.ts';
import { isSameView, isShown, questionIn, viewOf, type SavedView } from '../model/views.ts';
import { announce } from '../state/announce.ts';
import { api } from '../state/api.ts';
import { question } from '../state/question.ts';
import { removeView, renameView, savedViews, saveView } from '../state/views.ts';
import { Icon } from './icon.tsx';
import { Link } from './link.tsx';

/** The saved views of a list, and a form to save the present one. */
export function ViewChoices({ resource }: { readonly resource: Resource }): JSX.Element {
  const { type, plural } = resource;
  const own = savedViews.value.filter((view) => view.type === type && questionIn(api.value, view) !== undefined);
  const save = (name: string): void => {
    const view = viewOf(question.value, name);
    const isNew = !own.some((other) => isSameView(other, view));
    saveView(view);
    announce(isNew ? `View “${name}” saved.` : `View “${name}” replaced.`);
  };
  return (
    <>
      {own.length === 0 && (
        <p class="muted">Save the filter, search, order, columns and page size of these {plural} under a name.</p>
      )}
      {own.length > 0 && (
        <ul class="views">
          {own.map((view) => (
            <View key={view.name} view={view} />
          ))}
        </ul>
      )}
      <NameForm label="Name of the view" action="Save view" name="" onName={save} />
    </>
  );
}

function View({ view }: { readonly view: SavedView }): JSX.Element | null {
  const renaming = useSignal(false);
  const { name } = view;
  const to = questionIn(api.value, view);
  if (to === undefined) return null;
  if (renaming.value) {
    const rename = (next: string): void => {
      renaming.value = false;
      renameView(view, next);
    };
    return (
      <li tabIndex={-1}>
        <NameForm label={`New name of ${name}`} action="Rename" name={name} onName={rename} />
      </li>
    );
  }
  return (
    <li tabIndex={-1}>
      <Link class="view-link" to={to} current={isShown(api.value, view, question.value) ? 'true' : undefined}>
        {name}
      </Link>
      <button
        type="button"
        class="button small icon-button quiet"
        aria-label={`Rename ${name}`}
        title="Rename"
        onClick={() => (renaming.value = true)}
      >
        <Icon name="edit" />
      </button>
      <button
        type="button"
        class="button small icon-button quiet"
        aria-label={`Delete ${name}`}
        title="Delete"
        onClick={() => removeView(view)}
      >
        <Icon name="close" />
      </button>
    </li>
  );
}

interface NameProperties {
  readonly label: string;
  readonly action: string;
  readonly name: string;
  readonly onName: (name: string) => void;
}

const longestName = 60;

function NameForm({ label, action, name, onName }: NameProperties): JSX.Element {
  const typed = useSignal(name);
  const input = useRef<HTMLInputElement>(null);
  useEffect(() => {
    if (name === '') return;
    input.current?.focus();
    input.current?.select();
  }, []);
  return (
    <form
      class="view-name"
      onSubmit={(event) => {
        event.preventDefault();
        const wanted = typed.value.trim();
        if (wanted === '') return;
        typed.value = '';
        onName(wanted);
      }}
    >
      <input
        type="text"
        ref={input}
        aria-label={label}
        placeholder={label}
        maxLength={longestName}
        value={typed.value}
        onInput={({ currentTarget }) => (typed.value = currentTarget.value)}
      />
      <button type="submit" class="button small">
        {action}
      </button>
    </form>
  );
}
