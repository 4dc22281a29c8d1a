import { useSignal } from '@preact/signals';
import type { JSX } from 'preact';
import { useEffect, useId } from 'preact/hooks';
import type { Relationship, Resource } from '../model/api.ts';
import { parseRows, type Identifier, type Rows } from '../model/documents.ts';
import type { Link } from '../model/draft.ts';
import { inverseOf, resourceOf } from '../model/fields.ts';
import { searchPath } from '../model/requests.ts';
import { api } from '../state/api.ts';
import { get } from '../state/send.ts';
import { nameOf } from './chip.tsx';

const typingPause = 200;

interface Properties {
  readonly resource: Resource;
  readonly relationship: Relationship;
  readonly linked: readonly Identifier[];
  readonly onPick: (link: Link) => void;
}

interface Option extends Link {
  /** What it is linked to now, where it can be linked to one only. */
  readonly now: string | undefined;
}

/** Finds resources to link while one types: a combobox with a list. https://www.w3.org/WAI/ARIA/apg/patterns/combobox/ */
export function Picker({ resource, relationship, linked, onPick }: Properties): JSX.Element | null {
  const typed = useSignal('');
  const open = useSignal(false);
  const options = useSignal<readonly Option[] | undefined>(undefined);
  const failed = useSignal(false);
  const active = useSignal(0);
  const id = useId();
  const related = resourceOf(api.value, relationship.to);
  const text = typed.value;
  const isOpen = open.value;
  const isLinked = (option: Identifier): boolean => linked.some((other) => other.id === option.id);
  useEffect(() => {
    if (!isOpen || related === undefined) return undefined;
    const abort = new AbortController();
    const back = inverseOf(api.value, resource, relationship);
    const single = back?.cardinality === 'one' ? back : undefined;
    const search = async (): Promise<void> => {
      const path = searchPath(api.value, related, text, single);
      const answer = await get(path, { signal: abort.signal, quiet: true });
      if (answer.kind === 'overtaken') return;
      failed.value = answer.kind !== 'done';
      options.value = answer.kind === 'done' ? optionsOf(parseRows(answer.document), single) : undefined;
      active.value = 0;
    };
    const timer = setTimeout(() => void search(), text === '' ? 0 : typingPause);
    return () => {
      clearTimeout(timer);
      abort.abort();
    };
  }, [isOpen, text, related]);
  if (related === undefined) return null;
  const found = (options.value ?? []).filter((option) => !isLinked(option));
  const pick = (option: Option | undefined): void => {
    if (option === undefined) return;
    typed.value = '';
    open.value = false;
    onPick({ type: option.type, id: option.id, label: option.label });
  };
  const move = (event: KeyboardEvent): void => {
    if (event.key === 'ArrowDown' || event.key === 'ArrowUp') {
      event.preventDefault();
      const step = event.key === 'ArrowDown' ? 1 : -1;
      if (open.value) active.value = (active.value + step + found.length) % Math.max(1, found.length);
      open.value = true;
    } else if (event.key === 'Enter' && open.value) {
      event.preventDefault();
      pick(found[active.value]);
    } else if (event.key === 'Escape' && open.value) {
      event.stopPropagation();
      open.value = false;
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
        aria-activedescendant={isOpen && found.length > 0 ? `${id}-${active.value}` : undefined}
        placeholder={`${verb} ${relationship.name}: search ${related.plural}`}
        value={text}
        onInput={({ currentTarget }) => {
          typed.value = currentTarget.value;
          open.value = true;
        }}
        onClick={() => (open.value = true)}
        onKeyDown={move}
        onBlur={() => (open.value = false)}
      />
      <ul
        class="options"
        id={`${id}-list`}
        role="listbox"
        aria-label={related.plural}
        hidden={!isOpen || found.length === 0}
      >
        {found.map((option, index) => (
          <li
            key={option.id}
            id={`${id}-${index}`}
            role="option"
            class={index === active.value ? 'option active' : 'option'}
            aria-selected={index === active.value}
            // The input keeps the focus, or its blur would close the list before the click.
            onPointerDown={(event) => event.preventDefault()}
            onClick={() => pick(option)}
          >
            <span>{option.label}</span>
            <span class="muted">{option.now === undefined ? `#${option.id}` : `moves from ${option.now}`}</span>
          </li>
        ))}
      </ul>
      <p class="picker-state" role="status">
        {isOpen && stateOf(found.length, options.value !== undefined, failed.value)}
      </p>
    </div>
  );
}

function stateOf(found: number, loaded: boolean, failed: boolean): string {
  if (failed) return 'The search failed. Type on to try again.';
  if (!loaded) return 'Searching…';
  return found === 0 ? 'Nothing found.' : `${found} found`;
}

function optionsOf({ rows, included }: Rows, back: Relationship | undefined): readonly Option[] {
  const named = new Map([...included, ...rows.map((row) => [`${row.type}/${row.id}`, row] as const)]);
  return rows.map((row) => {
    const [now] = back === undefined ? [] : (row.linkage[back.name] ?? []);
    return {
      type: row.type,
      id: row.id,
      label: nameOf(row, named),
      now: now === undefined ? undefined : nameOf(now, included),
    };
  });
}
