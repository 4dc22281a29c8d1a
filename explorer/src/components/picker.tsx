import { useSignal } from '@preact/signals';
import type { JSX } from 'preact';
import { useEffect, useId } from 'preact/hooks';
import type { Relationship, Resource } from '../model/api.ts';
import { candidatesPath } from '../model/candidates.ts';
import { parseRows, type Identifier, type Rows } from '../model/documents.ts';
import type { Link } from '../model/draft.ts';
import { exclusiveBack, resourceOf } from '../model/fields.ts';
import { api } from '../state/api.ts';
import { get } from '../state/send.ts';
import { nameOf, nameOfRow } from './chip.tsx';

const typingPause = 200;

interface Properties {
  readonly resource: Resource;
  readonly relationship: Relationship;
  /** What will be linked; undefined: a new resource. */
  readonly of: string | undefined;
  readonly linked: readonly Identifier[];
  readonly onPick: (link: Link) => void;
}

/** Finds resources to link while one types: a combobox with a list. https://www.w3.org/WAI/ARIA/apg/patterns/combobox/ */
export function Picker({ resource, relationship, of, linked, onPick }: Properties): JSX.Element | null {
  const typed = useSignal('');
  const open = useSignal(false);
  const options = useSignal<readonly Link[] | undefined>(undefined);
  const failed = useSignal(false);
  /** Undefined: none is chosen yet, so that Enter links nothing that nobody has looked at. */
  const active = useSignal<number | undefined>(undefined);
  const id = useId();
  const related = resourceOf(api.value, relationship.to);
  const text = typed.value;
  const isOpen = open.value;
  const isLinked = (option: Identifier): boolean => linked.some((other) => other.id === option.id);
  useEffect(() => {
    if (!isOpen || related === undefined) return undefined;
    const abort = new AbortController();
    const end = { resource, id: of, relationship };
    const search = async (): Promise<void> => {
      const path = candidatesPath(api.value, related, end, text);
      const answer = await get(path, { signal: abort.signal, quiet: true });
      if (answer.kind === 'overtaken') return;
      failed.value = answer.kind !== 'done';
      options.value =
        answer.kind === 'done'
          ? optionsOf(parseRows(answer.document), exclusiveBack(api.value, resource, relationship))
          : undefined;
      active.value = undefined;
    };
    const timer = setTimeout(() => void search(), text === '' ? 0 : typingPause);
    return () => {
      clearTimeout(timer);
      abort.abort();
    };
  }, [isOpen, text, related]);
  if (related === undefined) return null;
  const found = (options.value ?? []).filter((option) => !isLinked(option));
  const pick = (option: Link): void => {
    typed.value = '';
    open.value = false;
    onPick(option);
  };
  const move = (event: KeyboardEvent): void => {
    if (event.key === 'ArrowDown' || event.key === 'ArrowUp') {
      event.preventDefault();
      if (open.value) active.value = stepFrom(active.value, event.key === 'ArrowDown' ? 1 : -1, found.length);
      open.value = true;
    } else if (event.key === 'Enter') {
      // Neither does it send the form around it.
      event.preventDefault();
      const chosen = isOpen ? found[active.value ?? -1] : undefined;
      if (chosen !== undefined) pick(chosen);
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
        aria-activedescendant={isOpen && active.value !== undefined ? `${id}-${active.value}` : undefined}
        placeholder={`${verb} ${relationship.name}: search ${related.plural}`}
        value={text}
        onInput={({ currentTarget }) => {
          typed.value = currentTarget.value;
          active.value = undefined;
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
            <span class="muted">
              #{option.id}
              {option.from !== undefined && `, moves from ${option.from.label}`}
            </span>
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

/** The next or previous option, around the ends. */
function stepFrom(active: number | undefined, step: 1 | -1, count: number): number | undefined {
  if (count === 0) return undefined;
  if (active === undefined) return step === 1 ? 0 : count - 1;
  return (active + step + count) % count;
}

function optionsOf({ rows, included }: Rows, back: Relationship | undefined): readonly Link[] {
  return rows.map((row) => {
    const [from] = back === undefined ? [] : (row.linkage[back.name] ?? []);
    return {
      type: row.type,
      id: row.id,
      label: nameOfRow(row),
      from: from === undefined ? undefined : { ...from, label: nameOf(from, included) },
    };
  });
}
