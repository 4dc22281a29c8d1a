// The charts of the filtered resources, drawn again whenever the filter or the data changes.
import { effect, signal, untracked } from '@preact/signals';
import type { Resource } from '../model/api.ts';
import type { Chart } from '../model/charts.ts';
import type { Json } from '../model/json.ts';
import { listPath, wholeFilter } from '../model/requests.ts';
import { api } from './api.ts';
import { chartsShown } from './charts-shown.ts';
import { countCharts } from './count-charts.ts';
import { forgetCounts, noteCount, NotAnswered, type Counted } from './counts.ts';
import { list } from './list.ts';
import { reloads } from './loaded.ts';
import { question, resource } from './question.ts';

export interface Charts {
  readonly type: string;
  readonly charts: readonly Chart[];
  readonly loading: boolean;
  readonly failed: boolean;
}

export const charts = signal<Charts>({ type: '', charts: [], loading: true, failed: false });

/** Starts drawing. Another page or sort order does not redraw the charts, unless the list then has a different count. */
export function followCharts(): void {
  let wanted = '';
  let drawn: number | undefined;
  let reloaded = reloads.value;
  let abort = new AbortController();
  const draw = (shown: Resource, filter: readonly Json[], count: number): void => {
    abort.abort();
    abort = new AbortController();
    if (reloads.peek() !== reloaded) forgetCounts();
    reloaded = reloads.peek();
    noteCount(shown, filter, count);
    void show({ resource: shown, filter, signal: abort.signal });
  };
  effect(() => {
    // If the service refuses the list, it would refuse the charts as well.
    const shown = chartsShown.value && list.value.failure === undefined ? resource.value : undefined;
    const filter = shown === undefined ? [] : wholeFilter(shown, question.value);
    const key = shown === undefined ? '' : JSON.stringify([shown.type, filter, reloads.value]);
    if (key !== wanted) {
      abort.abort();
      drawn = undefined;
      if (shown !== undefined) untracked(() => startOver(shown));
    }
    wanted = key;
    // After all effects, because only then has the list noticed that it must load.
    queueMicrotask(() => {
      const count = shown === undefined || key !== wanted ? undefined : listedCount(shown);
      if (shown === undefined || count === undefined || count === drawn) return;
      drawn = count;
      draw(shown, filter, count);
    });
  });
}

function startOver({ type }: Resource): void {
  const kept = charts.value.type === type ? charts.value.charts : [];
  charts.value = { type, charts: kept, loading: true, failed: false };
}

/** The number of matches, once the list is loaded. The list goes first, because users wait for it. */
function listedCount(shown: Resource): number | undefined {
  const { loading, path, rows } = list.peek();
  return !loading && path === listPath(api.peek(), shown, question.peek()) ? rows?.count : undefined;
}

async function show(counted: Counted): Promise<void> {
  const { type } = counted.resource;
  try {
    const drawn = await countCharts(counted);
    if (!counted.signal.aborted) charts.value = { type, charts: drawn, loading: false, failed: false };
  } catch (error) {
    if (!(error instanceof NotAnswered)) throw error;
    if (!counted.signal.aborted) charts.value = { type, charts: [], loading: false, failed: true };
  }
}
