// Named views of lists. A view is the page's address without the page number and the open resource.
import type { Api } from './api.ts';
import { items, member, parseJson, text } from './json.ts';
import { formatQuestion, parseQuestion, type Question } from './question.ts';

export interface SavedView {
  /** Unique among the views of the type. */
  readonly name: string;
  readonly type: string;
  /** The part of the address after `#`. */
  readonly hash: string;
}

export function viewOf(question: Question, name: string): SavedView {
  return { name, type: question.type, hash: formatQuestion({ ...question, page: 1, open: undefined }) };
}

/** The question of a view; undefined if the view refers to something that no longer exists or that the user may not see. */
export function questionIn(api: Api, { hash }: SavedView): Question | undefined {
  const question = parseQuestion(api, hash);
  return question.unreadable.length === 0 ? question : undefined;
}

/** True if the page shows the view. */
export function isShown(api: Api, view: SavedView, question: Question): boolean {
  const shown = questionIn(api, view);
  return shown !== undefined && viewOf(shown, '').hash === viewOf(question, '').hash;
}

/** Adds a view, replacing one with the same name. */
export function withView(views: readonly SavedView[], view: SavedView): readonly SavedView[] {
  const place = views.findIndex((other) => isSameView(other, view));
  return place === -1 ? [...views, view] : views.with(place, view);
}

export function withoutView(views: readonly SavedView[], view: SavedView): readonly SavedView[] {
  return views.filter((other) => !isSameView(other, view));
}

/** Renames a view, replacing one that already has the name. */
export function withName(views: readonly SavedView[], view: SavedView, name: string): readonly SavedView[] {
  const renamed = { ...view, name };
  const others = isSameView(view, renamed) ? views : withoutView(views, renamed);
  return others.map((other) => (isSameView(other, view) ? renamed : other));
}

export function isSameView(one: Omit<SavedView, 'hash'>, other: Omit<SavedView, 'hash'>): boolean {
  return one.type === other.type && one.name === other.name;
}

export function parseViews(written: string): readonly SavedView[] {
  return items(parseJson(written)).flatMap((json) => {
    const [name, type, hash] = ['name', 'type', 'hash'].map((part) => text(member(json, part)));
    return name === undefined || type === undefined || hash === undefined ? [] : [{ name, type, hash }];
  });
}

export function writeViews(views: readonly SavedView[]): string {
  return JSON.stringify(views);
}
