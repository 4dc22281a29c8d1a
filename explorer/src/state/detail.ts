import { computed } from '@preact/signals';
import { resourceOf } from '../model/fields.ts';
import { detailPath } from '../model/requests.ts';
import { api } from './api.ts';
import { load } from './loaded.ts';
import { question } from './question.ts';

const path = computed(() => {
  const { open } = question.value;
  const shown = resourceOf(api.value, open?.type ?? '');
  return open?.id === undefined || shown === undefined ? undefined : detailPath(api.value, shown, open.id);
});

/** The resource in the panel. */
export const detail = load(path, (before, now) => before === now);
