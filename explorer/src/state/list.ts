import { computed } from '@preact/signals';
import { listPath } from '../model/requests.ts';
import { api } from './api.ts';
import { load } from './loaded.ts';
import { question, resource } from './question.ts';

const path = computed(() => {
  const shown = resource.value;
  return shown === undefined ? undefined : listPath(api.value, shown, question.value);
});

/** The page of the list that the question asks for. */
export const list = load(path, (before, now) => before.split('?')[0] === now.split('?')[0]);
