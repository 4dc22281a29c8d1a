// A temporary failure to load data. The page shows it once, wherever it occurred, and retries automatically.
import { computed } from '@preact/signals';
import { detail } from './detail.ts';
import { list } from './list.ts';
import { isTemporary } from './send.ts';

/** The temporary failure that kept the list or the resource in the panel from loading. */
export const outage = computed(() => {
  return [list.value.failure, detail.value.failure].find((failure) => failure !== undefined && isTemporary(failure));
});
