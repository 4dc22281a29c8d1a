// The keys of the table.
import { actionIn, type ActionIn } from '../model/keys.ts';

/** The row that each key leads to, from the one with the focus. */
const targets: Readonly<Record<ActionIn<'list'>, (now: number, last: number) => number>> = {
  up: (now) => now - 1,
  down: (now) => now + 1,
  first: () => 0,
  last: (_, last) => last,
};

export function pressInTable(event: KeyboardEvent & { readonly currentTarget: Element }): void {
  const links = [...event.currentTarget.querySelectorAll<HTMLElement>('.row-link')];
  const now = links.findIndex((link) => link === document.activeElement);
  const action = now === -1 ? undefined : actionIn('list', event);
  const target = action === undefined ? undefined : links[targets[action](now, links.length - 1)];
  if (target === undefined) return;
  event.preventDefault();
  target.focus();
}
