// Moves the keyboard focus to the list, and back to its previous place when the panel closes.
import { keyOf, type Identifier } from '../model/documents.ts';

/** The id of the box that selects the rows of a page. */
export const selectPageId = 'select-page';

/** The id of the search field. */
export const searchId = 'search';

/** The id of the element that opens a resource of the list. */
export function rowLinkId(row: Identifier): string {
  return `row-${keyOf(row)}`;
}

/** Makes the skip link focus the list or the content without changing the part of the address after `#`, which holds the question. */
export function followSkipLink(): void {
  document.querySelector('.skip')?.addEventListener('click', (event) => {
    event.preventDefault();
    const row = document.querySelector<HTMLElement>('.row-link');
    (row ?? document.getElementById('main'))?.focus();
  });
}

/**
 * Moves the focus to an element.
 * @returns moves it back: to where it was, if that is still there, else to the row of the list or the list itself
 */
export function moveFocus(to: HTMLElement | null, row: Identifier | undefined): () => void {
  const before = document.activeElement;
  to?.focus();
  return () => {
    // If the user has moved the focus elsewhere in the meantime, it stays there.
    if (document.activeElement !== document.body && to?.isConnected === false) return;
    const usable = before instanceof HTMLElement && before !== document.body && before.isConnected;
    const target = usable ? before : document.getElementById(row === undefined ? 'main' : rowLinkId(row));
    (target ?? document.getElementById('main'))?.focus();
  };
}
