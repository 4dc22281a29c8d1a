// The filter while it is edited. Complete conditions go into the question as they are typed, incomplete ones wait here.
import { effect, signal, untracked } from '@preact/signals';
import { filterJson, filterTree } from '../model/filter-json.ts';
import { newCondition, newGroup, type Group } from '../model/filter-tree.ts';
import { api } from './api.ts';
import { filterShown } from './filter-shown.ts';
import { go, question, resource } from './question.ts';

const typingPause = 300;

export const filter = signal<Group>(newGroup());

let filteredType = '';
let timer: ReturnType<typeof setTimeout> | undefined;

/** Shows filters that come with the address or from charts. */
export function followFilter(): void {
  effect(() => {
    const { type, filter: asked } = question.value;
    untracked(() => {
      const waits = timer !== undefined && type === filteredType;
      const shown = JSON.stringify(filterJson(filter.value));
      const tree = filterTree(api.value, asked);
      if (waits || (type === filteredType && JSON.stringify(filterJson(tree)) === shown)) return;
      clearTimeout(timer);
      timer = undefined;
      filteredType = type;
      filter.value = tree;
      filterShown.value = asked.length > 0 || filterShown.value;
    });
  });
}

/** Applies an edited filter after a pause. */
export function editFilter(tree: Group): void {
  filter.value = tree;
  clearTimeout(timer);
  timer = setTimeout(() => {
    timer = undefined;
    void go({ filter: filterJson(tree) }, 'filter');
  }, typingPause);
}

/** Applies another filter at once. */
export function setFilter(tree: Group): void {
  clearTimeout(timer);
  timer = undefined;
  filter.value = tree;
  void go({ filter: filterJson(tree) });
}

/** Adds a condition to an empty filter, so the builder never opens empty. */
export function addFirstCondition(): void {
  if (filter.value.members.length > 0) return;
  const condition = resource.value === undefined ? undefined : newCondition(api.value, resource.value);
  if (condition !== undefined) editFilter({ ...filter.value, members: [...filter.value.members, condition] });
}

export function clearFilter(): void {
  clearTimeout(timer);
  timer = undefined;
  filter.value = newGroup();
  filterShown.value = false;
  void go({ filter: [], search: '' });
}
