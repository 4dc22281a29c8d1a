// The rows that are selected for a bulk change.
import { computed, effect, signal, untracked } from '@preact/signals';
import type { Resource } from '../model/api.ts';
import type { Json } from '../model/json.ts';
import { wholeFilter } from '../model/requests.ts';
import { api } from './api.ts';
import { list } from './list.ts';
import { question, resource } from './question.ts';

interface Selection {
  readonly ids: ReadonlySet<string>;
  /** True if every match is selected, on every page. */
  readonly all: boolean;
}

const nothing: Selection = { ids: new Set(), all: false };

export const selection = signal<Selection>(nothing);

export const selectedCount = computed(() => {
  const { ids, all } = selection.value;
  return all ? (list.value.rows?.count ?? 0) : ids.size;
});

/** The start of a range selected with Shift. */
let anchor: string | undefined;

/** Clears the selection when the list or the filter changes. Another page or sort order keeps it. */
export function followSelection(): void {
  let selected = '';
  effect(() => {
    const shown = resource.value;
    const key = shown === undefined ? '' : JSON.stringify([shown.type, wholeFilter(shown, question.value)]);
    if (key === selected) return;
    selected = key;
    untracked(clearSelection);
  });
}

export function clearSelection(): void {
  select(new Set());
}

export function select(ids: ReadonlySet<string>, all = false): void {
  anchor = undefined;
  selection.value = ids.size === 0 && !all ? nothing : { ids, all };
}

export function isSelected(id: string): boolean {
  const { ids, all } = selection.value;
  return all || ids.has(id);
}

/** @param range true to include all rows of the page between the last toggled one and this one */
export function toggle(id: string, selected: boolean, range: boolean): void {
  const shown = (list.value.rows?.rows ?? []).map((row) => row.id);
  // Deselecting one of all matches leaves the other rows of this page selected.
  const ids = new Set(selection.value.all ? shown : selection.value.ids);
  const ends = [shown.indexOf(id), range && anchor !== undefined ? shown.indexOf(anchor) : -1].filter((at) => at >= 0);
  const changed = shown.slice(Math.min(...ends), Math.max(...ends) + 1);
  for (const other of changed) {
    if (selected) ids.add(other);
    else ids.delete(other);
  }
  select(ids);
  anchor = id;
}

/** Selects all rows of the page, or none of them. */
export function togglePage(selected: boolean): void {
  const ids = new Set(selection.value.all ? [] : selection.value.ids);
  for (const { id } of list.value.rows?.rows ?? []) {
    if (selected) ids.add(id);
    else ids.delete(id);
  }
  select(ids);
}

/** Filters that together match the selected resources. */
export type Selected = readonly (readonly Json[])[];

export function selectedFilters(shown: Resource): Selected {
  const { ids, all } = selection.value;
  return all ? [wholeFilter(shown, question.value)] : filtersOf([...ids]);
}

/** A request line has room for a few hundred identifiers. */
const mostIds = 200;

/** Filters by identifiers, each short enough for a request. */
export function filtersOf(ids: readonly string[]): Selected {
  const most = Math.min(mostIds, api.value.limits.maxListValues);
  return Array.from({ length: Math.ceil(ids.length / most) }, (_, part) => [
    { name: 'id', op: 'in_', val: ids.slice(part * most, (part + 1) * most) },
  ]);
}
