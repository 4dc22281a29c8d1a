// The changes received since the list was loaded.
import { computed, signal } from '@preact/signals';
import { awaiting, merged, type Heard } from '../model/told.ts';
import { api } from './api.ts';
import { list } from './list.ts';
import { question, resource } from './question.ts';

/** The last change of each resource, and the last `refetch` of each type. */
export const heard = signal<ReadonlyMap<string, Heard>>(new Map());

export function hear(changes: readonly Heard[]): void {
  heard.value = merged(heard.value, changes, list.value.since);
}

/** The number of changes that the list will show after a reload; `some` if it is unknown. */
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
