// A failure that keeps the page from showing what is stored. The page shows it once, wherever it was met, and tries again by itself.
import { computed } from '@preact/signals';
import { detail } from './detail.ts';
import { list } from './list.ts';
import type { Failure } from './send.ts';

/** True if the same request may succeed later. */
export function isTemporary(failure: Failure): boolean {
  return (
    failure.kind === 'unreachable' || !failure.isFinal || failure.errors.some(({ status }) => Number(status) >= 500)
  );
}

/** Why the list or the resource in the panel could not be loaded, if that may pass. */
export const outage = computed(() => {
  return [list.value.failure, detail.value.failure].find((failure) => failure !== undefined && isTemporary(failure));
});
