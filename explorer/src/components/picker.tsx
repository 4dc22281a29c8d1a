import { useSignal } from '@preact/signals';
import type { JSX } from 'preact';
import { useEffect, useId } from 'preact/hooks';
import type { Relationship, Resource } from '../model/api.ts';
import type { Identifier } from '../model/documents.ts';
import type { Link } from '../model/draft.ts';
import { resourceOf } from '../model/fields.ts';
import { actionIn } from '../model/keys.ts';
import { api } from '../state/api.ts';
import { useCandidates, type Candidates } from './candidates.ts';

interface Properties {
  readonly resource: Resource;
  readonly relationship: Relationship;
  /** The id of the resource that gets the link; undefined: a new resource. */
  readonly of: string | undefined;
  readonly linked: readonly Identifier[];
  readonly onPick: (link: Link) => void;
}

/** Finds resources to link as the user types: a combobox with a list. https://www.w3.org/WAI/ARIA/apg/patterns/combobox/ */
export function Picker({ resource, relationship, of, linked, onPick }: Properties): JSX.Element | null {
  const typed = useSignal('');
  const open = useSignal(false);
  /** The id of the chosen option. None is chosen initially, so that Enter does not link a resource that nobody has looked at. */
  const active = useSignal<string | undefined>(undefined);
  const id = useId();
  const related = resourceOf(api.value, relationship.to);
  const isOpen = open.value;
  const candidates = useCandidates(related, { resource, id: of, relationship }, isOpen ? typed.value : undefined);
  const found = (candidates.links ?? []).filter((option) => !linked.some((other) => other.id === option.id));
  const index = isOpen ? found.findIndex((option) => option.id === active.value) : -1;
  const chosen = found[index];
  const lowest = chosen === undefined ? `${id}-list` : `${id}-${chosen.id}`;
  useEffect(() => {
    if (isOpen) document.getElementById(lowest)?.scrollIntoView({ block: 'nearest' });
  }, [isOpen, lowest, candidates]);
  if (related === undefined) return null;
  const close = (): void => {
    active.value = undefined;
    open.value = false;
  };
  const pick = (option: Link): void => {
    typed.value = '';
    close();
    onPick(option);
  };
  const move = (event: KeyboardEvent): void => {
    const action = actionIn('results', event);
    if (action === 'next' || action === 'previous') {
      event.preventDefault();
      if (isOpen) active.value = found[stepFrom(index, action === 'next' ? 1 : -1, found.length)]?.id;
      open.value = true;
    } else if (action === 'choose') {
      // Enter must not submit the surrounding form.
      event.preventDefault();
      if (chosen !== undefined) pick(chosen);
    } else if (actionIn('opened', event) === 'close' && open.value) {
      event.stopPropagation();
      close();
    }
  };
  const verb = relationship.cardinality === 'many' ? 'Add to' : 'Set';
  return (
    <div class="picker">
      <input
        type="text"
        role="combobox"
        aria-label={`${verb} ${relationship.name}`}
        aria-expanded={isOpen}
        aria-controls={`${id}-list`}
        aria-autocomplete="list"
        aria-activedescendant={chosen === undefined ? undefined : lowest}
        placeholder={`${verb} ${relationship.name}: search ${related.plural}`}
        value={typed.value}
        onInput={({ currentTarget }) => {
          typed.value = currentTarget.value;
          active.value = undefined;
          open.value = true;
        }}
        onClick={() => (open.value = true)}
        onKeyDown={move}
        onBlur={close}
      />
      <ul
        class="options"
        id={`${id}-list`}
        role="listbox"
        aria-label={related.plural}
        hidden={!isOpen || found.length === 0}
      >
        {found.map((option) => (
          <li
            key={option.id}
            id={`${id}-${option.id}`}
            role="option"
            class={option === chosen ? 'option active' : 'option'}
            aria-selected={option === chosen}
            // The input keeps the focus, or its blur would close the list before the click.
            onPointerDown={(event) => event.preventDefault()}
            onClick={() => pick(option)}
          >
            <span>{option.label}</span>
            <span class="muted">
              #{option.id}
              {option.id === of && relationship.to === resource.type && ', itself'}
              {option.from !== undefined && `, moves from ${option.from.label}`}
            </span>
          </li>
        ))}
      </ul>
      <p class="picker-state" role="status">
        {isOpen && stateOf(found.length, candidates)}
      </p>
    </div>
  );
}

function stateOf(shown: number, { links, count, failed }: Candidates): string {
  if (failed) return 'The search failed. Keep typing to try again.';
  if (links === undefined) return 'Searching…';
  if (shown === 0) return 'Nothing found.';
  return foundOf(shown, count);
}

/** @example foundOf(8, 943) // '8 of 943 found. Keep typing to narrow the search.' */
export function foundOf(shown: number, count: number): string {
  return count > shown
    ? `${shown} of ${count.toLocaleString('en')} found. Keep typing to narrow the search.`
    : `${shown} found`;
}

/** The next or previous option, around the ends; -1 is none. */
export function stepFrom(index: number, step: 1 | -1, count: number): number {
  if (index === -1) return step === 1 ? 0 : count - 1;
  return (index + step + count) % count;
}
