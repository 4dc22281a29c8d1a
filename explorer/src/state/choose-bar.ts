// Bars as filters: at most one bar of a chart is chosen at a time.
import { isSame, type Bar, type Chart } from '../model/charts.ts';
import { filterJson, filterTree } from '../model/filter-json.ts';
import { newGroup } from '../model/filter-tree.ts';
import { api } from './api.ts';
import { filter, setFilter } from './filter.ts';
import { question } from './question.ts';

export function isChosen({ condition }: Bar): boolean {
  return question.value.filter.some((member) => isSame(member, condition));
}

/** Adds the condition of a bar to the filter, replacing that of another bar; removes it if it is already there. */
export function chooseBar({ bars }: Chart, bar: Bar): void {
  const before = filterJson(filter.value);
  const others = before.filter((member) => !bars.some(({ condition }) => isSame(member, condition)));
  const isAdded = !before.some((member) => isSame(member, bar.condition));
  const kept = others.length < before.length ? filterTree(api.value, others) : filter.value;
  if (!isAdded) return setFilter(kept);
  const added = filterTree(api.value, [bar.condition]);
  const isList = kept.join === 'and' && !kept.negated;
  setFilter(isList ? { ...kept, members: [...kept.members, ...added.members] } : newGroup([kept, ...added.members]));
}
