import { signal } from '@preact/signals';

/** True while the builder of the filter is shown. */
export const filterShown = signal(false);
