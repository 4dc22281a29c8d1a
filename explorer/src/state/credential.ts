// The user's token or API key, kept in this tab only and never in the address.
import { signal } from '@preact/signals';
import { keepInTab, recallInTab } from './storage.ts';

const storedAs = 'explorer.credential';
/** The data to undo the last bulk change. */
export const undoStoredAs = 'explorer.undo';

let credential = recallInTab(storedAs);

/** Call it with `true` once the user has signed in, or with `false` if they cancel; undefined while nobody is asked. */
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

/** Asks the user to sign in, once for all requests that wait for it. Resolves to false if they cancel. */
export function askToSignIn(): Promise<boolean> {
  asking ??= new Promise<boolean>((resolve) => (signInAsked.value = resolve)).finally(() => {
    signInAsked.value = undefined;
    asking = undefined;
  });
  return asking;
}
