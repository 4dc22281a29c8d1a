// The named views, stored in the browser for each service.
import { signal } from '@preact/signals';
import { parseViews, withName, withoutView, withView, writeViews, type SavedView } from '../model/views.ts';
import { announce } from './announce.ts';
import { ofService, recall, remember } from './storage.ts';

const storedAs = ofService('explorer-views');

export const savedViews = signal(parseViews(recall(storedAs) ?? ''));

export function saveView(view: SavedView): void {
  change((views) => withView(views, view));
}

export function renameView(view: SavedView, name: string): void {
  change((views) => withName(views, view, name));
}

export function removeView(view: SavedView): void {
  change((views) => withoutView(views, view));
  announce(`View “${view.name}” deleted.`, () => saveView(view));
}

function change(changed: (views: readonly SavedView[]) => readonly SavedView[]): void {
  // Another tab may have changed them.
  const stored = recall(storedAs);
  savedViews.value = changed(stored === undefined ? savedViews.value : parseViews(stored));
  remember(storedAs, writeViews(savedViews.value));
}
