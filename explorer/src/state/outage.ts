// A failure that keeps the page from showing what is stored. The page shows it once, wherever it was met, and tries again by itself.
import { computed } from '@preact/signals';
import { detail } from './detail.ts';
import { list } from './list.ts';
import { isTemporary } from './send.ts';

/** Why the list or the resource in the panel could not be loaded, if that may pass. */
export const outage = computed(() => {
  return [list.value.failure, detail.value.failure].find((failure) => failure !== undefined && isTemporary(failure));
});
