import { signal } from '@preact/signals';
import type { Resource } from '../model/api.ts';

type Opened =
  | { readonly kind: 'palette' | 'keys' }
  /** A running import continues after its dialog is closed. */
  | { readonly kind: 'import'; readonly resource: Resource };

/** The open dialog, if any. */
export const openDialog = signal<Opened | undefined>(undefined);

export function closeDialog(): void {
  openDialog.value = undefined;
}
