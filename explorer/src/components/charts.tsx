import type { JSX } from 'preact';
import type { Resource } from '../model/api.ts';
import { chartedOf } from '../model/charted.ts';
import type { Bar as Counted, Chart } from '../model/charts.ts';
import { charts } from '../state/charts.ts';
import { chooseBar, isChosen } from '../state/choose-bar.ts';
import { reload } from '../state/loaded.ts';
import { ChartFrame } from './chart-frame.tsx';

/** Charts of the filtered resources. A click on a bar adds its condition to the filter, or removes it. */
export function Charts({ resource }: { readonly resource: Resource }): JSX.Element | null {
  const { type, charts: counted, loading, failed } = charts.value;
  const drawn = type === resource.type ? counted : [];
  if (failed) {
    return (
      <p class="muted charts-failed">
        The charts could not be drawn.{' '}
        <button type="button" class="button small" onClick={reload}>
          Try again
        </button>
      </p>
    );
  }
  if (!loading && drawn.length === 0) return null;
  return (
    <section class={loading ? 'charts stale' : 'charts'} aria-label="Charts" aria-busy={loading}>
      {drawn.length === 0
        ? chartedOf(resource).map((charted) => <ChartFrame key={charted.field.name} charted={charted} />)
        : drawn.map((chart) => <Bars key={chart.charted.field.name} chart={chart} resource={resource} />)}
    </section>
  );
}

interface Properties {
  readonly chart: Chart;
  readonly resource: Resource;
}

function Bars({ chart, resource }: Properties): JSX.Element {
  const most = Math.max(1, ...chart.bars.map(({ count }) => count));
  const hasChosen = chart.bars.some(isChosen);
  return (
    <ChartFrame charted={chart.charted}>
      {chart.bars.map((bar) => (
        <li key={bar.label} class={hasChosen && !isChosen(bar) ? 'dimmed' : undefined}>
          <Bar bar={bar} most={most} chart={chart} resource={resource} />
        </li>
      ))}
    </ChartFrame>
  );
}

function Bar({
  bar,
  most,
  chart,
  resource,
}: Properties & { readonly bar: Counted; readonly most: number }): JSX.Element {
  const { label, count } = bar;
  const height = count === 0 ? 0 : Math.max(2, Math.round((count / most) * 100));
  const noun = count === 1 ? resource.label.toLowerCase() : resource.plural;
  const number = count.toLocaleString('en');
  const chosen = isChosen(bar);
  return (
    <button
      type="button"
      class="bar"
      aria-pressed={chosen}
      title={`${label}: ${number} ${noun}${count === 0 ? '' : chosen ? '; click to see all again' : '; click to filter'}`}
      disabled={count === 0 && !chosen}
      onClick={() => chooseBar(chart, bar)}
    >
      <svg viewBox="0 0 10 100" preserveAspectRatio="none" aria-hidden="true" focusable="false">
        <rect x="0" width="10" y={100 - height} height={height} rx="0.6" />
      </svg>
      <span class="hidden">{chart.charted.field.name} </span>
      <span class="bar-label">{label}</span>
      <span class="bar-count">{number}</span>
      <span class="hidden"> {noun}</span>
    </button>
  );
}
