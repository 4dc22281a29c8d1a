import { useSignal } from '@preact/signals';
import type { JSX } from 'preact';
import { useRef } from 'preact/hooks';
import type { Resource } from '../model/api.ts';
import { isSameView, isShown, questionIn, viewOf, type SavedView } from '../model/views.ts';
import { announce } from '../state/announce.ts';
import { api } from '../state/api.ts';
import { question } from '../state/question.ts';
import { removeView, renameView, savedViews, saveView } from '../state/views.ts';
import { Icon, type IconName } from './icon.tsx';
import { Link } from './link.tsx';

/** The saved views of a list, with a form to save the current view or rename one. */
export function ViewChoices({ resource }: { readonly resource: Resource }): JSX.Element {
  const { type, plural } = resource;
  const renamed = useSignal<SavedView | undefined>(undefined);
  const typed = useSignal('');
  const input = useRef<HTMLInputElement>(null);
  const own = savedViews.value.filter((view) => view.type === type && questionIn(api.value, view) !== undefined);
  const startRename = (view: SavedView): void => {
    renamed.value = view;
    typed.value = view.name;
    input.current?.focus();
  };
  const keep = (name: string): void => {
    if (renamed.value !== undefined) {
      if (!renameView(renamed.value, name)) announce(notStored(name));
      return;
    }
    const view = viewOf(question.value, name);
    const isNew = !own.some((other) => isSameView(other, view));
    const said = isNew ? `View “${name}” saved.` : `View “${name}” replaced.`;
    announce(saveView(view) ? said : notStored(name));
  };
  const label = renamed.value === undefined ? 'View name' : `New name for ${renamed.value.name}`;
  return (
    <>
      {own.length === 0 && (
        <p class="muted">Save the filter, search, order, columns and page size of these {plural} under a name.</p>
      )}
      {own.length > 0 && (
        <ul class="views">
          {own.map((view) => (
            <View key={view.name} view={view} onRename={() => startRename(view)} />
          ))}
        </ul>
      )}
      <form
        class="view-name"
        onSubmit={(event) => {
          event.preventDefault();
          const name = typed.value.trim();
          if (name === '') return;
          keep(name);
          typed.value = '';
          renamed.value = undefined;
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
          {renamed.value === undefined ? 'Save view' : 'Rename'}
        </button>
      </form>
    </>
  );
}

const longestName = 60;

function notStored(name: string): string {
  return `The browser could not store view “${name}”, so it lasts until you close this page.`;
}

interface ViewProperties {
  readonly view: SavedView;
  readonly onRename: () => void;
}

function View({ view, onRename }: ViewProperties): JSX.Element | null {
  const { name } = view;
  const to = questionIn(api.value, view);
  if (to === undefined) return null;
  const action = (verb: 'Rename' | 'Delete', icon: IconName, run: () => void): JSX.Element => (
    <button
      type="button"
      class="button small icon-button quiet"
      aria-label={`${verb} ${name}`}
      title={verb}
      onClick={run}
    >
      <Icon name={icon} />
    </button>
  );
  return (
    <li tabIndex={-1}>
      <Link class="view-link" to={to} current={isShown(api.value, view, question.value) ? 'true' : undefined}>
        {name}
      </Link>
      {action('Rename', 'edit', onRename)}
      {action('Delete', 'close', () => removeView(view))}
    </li>
  );
}
