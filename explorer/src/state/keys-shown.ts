import { signal } from '@preact/signals';

/** True while the dialog with the keys is open. */
export const keysShown = signal(false);
