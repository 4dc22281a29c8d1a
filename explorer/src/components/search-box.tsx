import { useSignal } from '@preact/signals';
import type { JSX } from 'preact';
import { useEffect, useRef } from 'preact/hooks';
import type { Resource } from '../model/api.ts';
import { searchedOf } from '../model/fields.ts';
import { go, question } from '../state/question.ts';
import { Icon } from './icon.tsx';

const typingPause = 250;

/** Searches all text fields at once, besides the filter. `/` leads to it. */
export function SearchBox({ resource }: { readonly resource: Resource }): JSX.Element {
  const typed = useSignal<string | undefined>(undefined);
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  const input = useRef<HTMLInputElement>(null);
  const { search } = question.value;
  useEffect(() => {
    const focus = (event: KeyboardEvent): void => {
      if (event.key !== '/' || event.ctrlKey || event.metaKey || event.altKey || isTyping(event.target)) return;
      event.preventDefault();
      input.current?.focus();
      input.current?.select();
    };
    document.addEventListener('keydown', focus);
    return () => document.removeEventListener('keydown', focus);
  }, []);
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
        ref={input}
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

function isTyping(target: EventTarget | null): boolean {
  return (
    target instanceof Element && target.closest('input:not([type=checkbox]), textarea, select, dialog[open]') !== null
  );
}
