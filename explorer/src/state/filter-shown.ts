import { signal } from '@preact/signals';

/** True while the filter builder is shown. */
export const filterShown = signal(false);
