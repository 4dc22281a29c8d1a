import { signal } from '@preact/signals';
import type { Resource } from '../model/api.ts';

type Opened =
  | { readonly kind: 'palette' | 'keys' }
  /** An import under way continues without its dialog. */
  | { readonly kind: 'import'; readonly resource: Resource };

/** The dialog that the user has opened; undefined while there is none. */
export const openDialog = signal<Opened | undefined>(undefined);

export function closeDialog(): void {
  openDialog.value = undefined;
}
