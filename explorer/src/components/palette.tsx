import { useSignal } from '@preact/signals';
import type { JSX } from 'preact';
import { useEffect, useId } from 'preact/hooks';
import { actionIn } from '../model/keys.ts';
import { rankOf } from '../model/palette.ts';
import { closeDialog, openDialog } from '../state/open-dialog.ts';
import { fixedEntries, type PaletteEntry } from '../state/palette.ts';
import { go } from '../state/question.ts';
import { nameOfRow } from './chip.tsx';
import { useFoundResources, type FoundResource, type FoundResources } from './found-resources.ts';
import { Icon } from './icon.tsx';
import { Modal } from './modal.tsx';
import { foundOf, stepFrom } from './picker.tsx';

export function PaletteButton(): JSX.Element {
  return (
    <button type="button" class="button palette-button" onClick={() => (openDialog.value = { kind: 'palette' })}>
      <Icon name="search" />
      Find anything
      <kbd aria-hidden="true">Ctrl K</kbd>
    </button>
  );
}

/** Finds whatever the page can show or do while one types. https://www.w3.org/WAI/ARIA/apg/patterns/combobox/ */
export function Palette(): JSX.Element {
  const typed = useSignal('');
  /** The key of the chosen entry; the first one if it is not among those found. */
  const active = useSignal('');
  /** True if Enter was pressed before the query was searched. */
  const isHasty = useSignal(false);
  const id = useId();
  const resources = useFoundResources(typed.value);
  const groups = Map.groupBy([...matching(typed.value), ...resources.found.map(entryOf)], ({ group }) => group);
  const entries = [...groups.values()].flat();
  const index = entries.findIndex(({ key }) => key === active.value);
  const chosen = entries[Math.max(0, index)];
  useEffect(() => {
    document.getElementById(`${id}-chosen`)?.scrollIntoView({ block: 'nearest' });
  }, [chosen?.key]);
  const run = (entry: PaletteEntry): void => {
    closeDialog();
    // Nothing outside of an open dialog takes the focus.
    setTimeout(entry.run);
  };
  useEffect(() => {
    if (!isHasty.value || resources.isSearching) return;
    isHasty.value = false;
    if (chosen !== undefined) run(chosen);
  }, [isHasty.value, resources.isSearching]);
  const press = (event: KeyboardEvent): void => {
    const action = actionIn('results', event);
    if (actionIn('page', event) === 'palette') closeDialog();
    else if (action === 'choose') {
      // What is drawn may be of an earlier query.
      const [first] = matching(typed.value);
      const known = active.value === '' ? first : chosen;
      if (known === undefined) isHasty.value = true;
      else run(known);
    } else if (action === 'next' || action === 'previous') {
      active.value = entries[stepFrom(Math.max(0, index), action === 'next' ? 1 : -1, entries.length)]?.key ?? '';
    } else return;
    event.preventDefault();
  };
  return (
    <Modal class="palette" title="Find anything" isLight>
      <input
        type="text"
        role="combobox"
        aria-label="Find a list, view, action or resource"
        aria-expanded={entries.length > 0}
        aria-controls={`${id}-results`}
        aria-autocomplete="list"
        aria-activedescendant={chosen === undefined ? undefined : `${id}-chosen`}
        placeholder="Find a list, view, action or resource"
        autocomplete="off"
        value={typed.value}
        onInput={({ currentTarget }) => {
          typed.value = currentTarget.value;
          active.value = '';
          isHasty.value = false;
        }}
        onKeyDown={press}
      />
      <div class="palette-results" id={`${id}-results`} role="listbox" aria-label="Results">
        {[...groups].map(([group, own]) => (
          <div key={group} role="group" aria-label={group}>
            <span class="palette-group" aria-hidden="true">
              {group}
            </span>
            {own.map((entry) => (
              <div
                key={entry.key}
                id={entry === chosen ? `${id}-chosen` : undefined}
                role="option"
                class={entry === chosen ? 'option active' : 'option'}
                aria-selected={entry === chosen}
                onClick={() => run(entry)}
              >
                <span>{entry.title}</span>
                <span class="muted">{entry.hint}</span>
              </div>
            ))}
          </div>
        ))}
      </div>
      <p class="palette-state" role="status">
        {stateOf(typed.value, entries.length, resources)}
      </p>
    </Modal>
  );
}

/** The lists, views and actions with all words of a query, the best first. */
function matching(query: string): readonly PaletteEntry[] {
  const ranked = fixedEntries().flatMap((entry) => {
    const rank = rankOf(query, `${entry.title} ${entry.hint}`);
    return rank === undefined ? [] : [{ entry, rank }];
  });
  return ranked.toSorted((one, other) => one.rank - other.rank).map(({ entry }) => entry);
}

function entryOf({ of, row }: FoundResource): PaletteEntry {
  const { type, id } = row;
  return {
    key: `resource ${type}/${id}`,
    group: 'Resources',
    title: nameOfRow(row),
    hint: `${of.label} ${id}`,
    run: () => void go({ open: { type, id } }),
  };
}

function stateOf(query: string, shown: number, { found, count, isSearching, failed }: FoundResources): string {
  if (isSearching) return 'Searching…';
  if (failed.length > 0) return `The search in ${failed.map(({ plural }) => plural).join(' and ')} failed.`;
  if (shown === 0) return 'Nothing found.';
  if (query === '') return 'Type a name, or a type and an id.';
  return foundOf(shown, shown - found.length + count);
}
