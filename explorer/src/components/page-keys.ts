// The keys that work anywhere on the page.
import { actionIn, type ActionIn } from '../model/keys.ts';
import { searchId } from '../state/focus.ts';
import { openDialog } from '../state/open-dialog.ts';

const handlers: Readonly<Record<ActionIn<'page'>, () => void>> = {
  palette: () => (openDialog.value = { kind: 'palette' }),
  search: focusSearch,
  keys: () => (openDialog.value = { kind: 'keys' }),
};

export function followKeys(): void {
  document.addEventListener('keydown', (event) => {
    const action = actionIn('page', event);
    if (action === undefined || isDialogOpen() || (types(event) && isTyping(event.target))) return;
    event.preventDefault();
    handlers[action]();
  });
}

function isDialogOpen(): boolean {
  return document.querySelector('dialog[open]') !== null;
}

function types({ ctrlKey, metaKey }: KeyboardEvent): boolean {
  return !ctrlKey && !metaKey;
}

function isTyping(target: EventTarget | null): boolean {
  return target instanceof Element && target.closest('input:not([type=checkbox]), textarea, select') !== null;
}

function focusSearch(): void {
  const input = document.getElementById(searchId);
  input?.focus();
  if (input instanceof HTMLInputElement) input.select();
}
