// The named views, stored in the browser for each service.
import { signal } from '@preact/signals';
import { parseViews, withName, withoutView, withView, writeViews, type SavedView } from '../model/views.ts';
import { announce } from './announce.ts';
import { ofService, recall, remember } from './storage.ts';

const storedAs = ofService('explorer-views');

export const savedViews = signal(parseViews(recall(storedAs) ?? ''));

/** False after the browser has refused to store them. They then last until the page is closed. */
let isStored = true;

/** @returns false if the browser could not store it */
export function saveView(view: SavedView): boolean {
  return change((views) => withView(views, view));
}

/** @returns false if the browser could not store it */
export function renameView(view: SavedView, name: string): boolean {
  return change((views) => withName(views, view, name));
}

export function removeView(view: SavedView): void {
  change((views) => withoutView(views, view));
  announce(`View “${view.name}” deleted.`, () => saveView(view));
}

function change(changed: (views: readonly SavedView[]) => readonly SavedView[]): boolean {
  // Another tab may have changed them.
  const stored = isStored ? recall(storedAs) : undefined;
  savedViews.value = changed(stored === undefined ? savedViews.value : parseViews(stored));
  isStored = remember(storedAs, writeViews(savedViews.value));
  return isStored;
}
