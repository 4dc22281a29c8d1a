// What the stream has told since the list was loaded.
import { computed, signal } from '@preact/signals';
import { awaiting, merged, type Heard } from '../model/told.ts';
import { api } from './api.ts';
import { list } from './list.ts';
import { question, resource } from './question.ts';

/** The last change of each resource, and of each type that is to be read again. */
export const heard = signal<ReadonlyMap<string, Heard>>(new Map());

export function hear(changes: readonly Heard[]): void {
  heard.value = merged(heard.value, changes, list.value.since);
}

/** The number of changes that the list shows once it is read again; `some` if it is not known. */
export const waiting = computed<number | 'some'>(() => {
  const { rows, since } = list.value;
  const shown = resource.value;
  if (rows === undefined || shown === undefined) return 0;
  const later = [...heard.value.values()].filter(({ heardAt }) => heardAt >= since);
  return awaiting(api.value, shown, question.value, later);
});

/** @example wordsOf(3) // '3 changes: show' */
export function wordsOf(count: number | 'some'): string {
  if (count === 'some') return 'Changes: show';
  return `${count.toLocaleString('en')} ${count === 1 ? 'change' : 'changes'}: show`;
}
