// Keeps the focus nearby when the focused element disappears. Browsers would move it to the top of the page.

/** Moves the focus to the closest remaining ancestor with a `tabindex`, else to the list. */
export function followFocus(): void {
  /** The last focused element and its ancestors, from the inside out. */
  let path: readonly EventTarget[] = [];
  document.addEventListener('focusin', (event) => (path = event.composedPath()));
  // A click elsewhere takes the focus away on purpose.
  document.addEventListener('pointerdown', () => (path = []));
  const keep = (): void => {
    const [last] = path;
    if (document.activeElement !== document.body || !(last instanceof Element)) return;
    if (last.isConnected && !last.matches(':disabled')) return;
    const place = path.slice(1).find((around) => {
      return around instanceof HTMLElement && around.isConnected && around.hasAttribute('tabindex');
    });
    const target = place instanceof HTMLElement ? place : document.getElementById('main');
    target?.focus({ preventScroll: true });
  };
  new MutationObserver(keep).observe(document.body, { subtree: true, childList: true, attributeFilter: ['disabled'] });
}
