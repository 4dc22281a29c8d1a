// The token or API key of the explorer's user: of this tab alone, and never in the address.
import { signal } from '@preact/signals';
import { keepInTab, recallInTab } from './storage.ts';

const storedAs = 'explorer.credential';
/** The data to undo the last bulk change. */
export const undoStoredAs = 'explorer.undo';

let credential = recallInTab(storedAs);

/** Waits for somebody to sign in, with `true`, or to cancel; undefined while nobody is asked. */
export const signInAsked = signal<((done: boolean) => void) | undefined>(undefined);
let asking: Promise<boolean> | undefined;

export function authorization(): Readonly<Record<string, string>> {
  return credential === undefined ? {} : { Authorization: `Bearer ${credential}` };
}

export function hasCredential(): boolean {
  return credential !== undefined;
}

/** Signing out also removes the data for Undo, which holds values that the user has read. */
export function keepCredential(next: string | undefined): void {
  credential = next;
  keepInTab(storedAs, next);
  if (next === undefined) keepInTab(undoStoredAs, undefined);
}

/** Asks to sign in, once for all requests that wait for it; whether somebody has. */
export function askToSignIn(): Promise<boolean> {
  asking ??= new Promise<boolean>((resolve) => (signInAsked.value = resolve)).finally(() => {
    signInAsked.value = undefined;
    asking = undefined;
  });
  return asking;
}
