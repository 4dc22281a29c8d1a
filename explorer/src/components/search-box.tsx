import { useSignal } from '@preact/signals';
import type { JSX } from 'preact';
import { useRef } from 'preact/hooks';
import type { Resource } from '../model/api.ts';
import { searchedOf } from '../model/fields.ts';
import { searchId } from '../state/focus.ts';
import { go, question } from '../state/question.ts';
import { Icon } from './icon.tsx';

const typingPause = 250;

/** Searches all text fields at once, in addition to the filter. `/` moves the focus to it. */
export function SearchBox({ resource }: { readonly resource: Resource }): JSX.Element {
  const typed = useSignal<string | undefined>(undefined);
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  const { search } = question.value;
  const type = (value: string): void => {
    typed.value = value;
    clearTimeout(timer.current);
    timer.current = setTimeout(() => {
      typed.value = undefined;
      void go({ search: value }, 'search');
    }, typingPause);
  };
  const places = searchedOf(resource).map(({ name }) => name);
  return (
    <div class="search" role="search">
      <Icon name="search" />
      <input
        id={searchId}
        type="search"
        aria-label={`Search ${resource.plural}`}
        aria-keyshortcuts="/"
        placeholder={`Search ${[...places, 'id'].join(', ')}`}
        value={typed.value ?? search}
        onInput={({ currentTarget }) => type(currentTarget.value)}
      />
      <kbd aria-hidden="true">/</kbd>
    </div>
  );
}
