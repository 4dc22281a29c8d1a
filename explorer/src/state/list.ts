import { computed, effect, signal } from '@preact/signals';
import { listPath } from '../model/requests.ts';
import { api } from './api.ts';
import { load } from './loaded.ts';
import { question, resource } from './question.ts';

const path = computed(() => {
  const shown = resource.value;
  return shown === undefined ? undefined : listPath(api.value, shown, question.value);
});

/** Increment it to reload only the list. */
export const listReads = signal(0);

/** The page of the list that the question asks for. */
export const list = load(path, (before, now) => before.split('?')[0] === now.split('?')[0], undefined, listReads);

/** True if the rows shown come from a filter or search. The current question may already be a different one. */
export const listIsFiltered = computed(() => list.value.path?.includes('?filter=') === true);

const slowAfter = 250;

/** True if the list has been loading for so long that its old rows might be mistaken for the result. */
export const listIsSlow = signal(false);

effect(() => {
  listIsSlow.value = false;
  if (!list.value.loading) return undefined;
  const timer = setTimeout(() => (listIsSlow.value = true), slowAfter);
  return () => clearTimeout(timer);
});
