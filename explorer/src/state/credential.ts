// The token or API key of whoever uses the explorer: of this tab alone, and never in the address.
import { signal } from '@preact/signals';

const storedAs = 'explorer.credential';

let credential = recall();

/** Waits for somebody to sign in, with `true`, or to cancel; undefined while nobody is asked. */
export const signInAsked = signal<((done: boolean) => void) | undefined>(undefined);
let asking: Promise<boolean> | undefined;

export function authorization(): Readonly<Record<string, string>> {
  return credential === undefined ? {} : { Authorization: `Bearer ${credential}` };
}

export function hasCredential(): boolean {
  return credential !== undefined;
}

export function keepCredential(next: string | undefined): void {
  credential = next;
  try {
    if (next === undefined) sessionStorage.removeItem(storedAs);
    else sessionStorage.setItem(storedAs, next);
  } catch {
    // Browsers can forbid it; then it lasts as long as the page.
  }
}

/** Asks to sign in, once for all requests that wait for it; whether somebody has. */
export function askToSignIn(): Promise<boolean> {
  asking ??= new Promise<boolean>((resolve) => (signInAsked.value = resolve)).finally(() => {
    signInAsked.value = undefined;
    asking = undefined;
  });
  return asking;
}

function recall(): string | undefined {
  try {
    return sessionStorage.getItem(storedAs) ?? undefined;
  } catch {
    return undefined;
  }
}
