import type { JSX } from 'preact';
import type { Resource } from '../model/api.ts';
import type { Bar as Counted, Chart as Drawn } from '../model/charts.ts';
import { charts } from '../state/charts.ts';
import { isAsked, toggleCondition } from '../state/filter.ts';
import { reload } from '../state/loaded.ts';

/** Charts of what is filtered. A bar adds its condition to the filter, or takes it away. */
export function Charts({ resource }: { readonly resource: Resource }): JSX.Element | null {
  const { type, charts: drawn, loading, failed } = charts.value;
  if (type !== resource.type) return null;
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
  if (drawn.length === 0) return null;
  return (
    <section class={loading ? 'charts stale' : 'charts'} aria-label="Charts" aria-busy={loading}>
      {drawn.map((chart) => (
        <Chart key={chart.field} chart={chart} resource={resource} />
      ))}
    </section>
  );
}

function Chart({ chart, resource }: { readonly chart: Drawn; readonly resource: Resource }): JSX.Element {
  const most = Math.max(1, ...chart.bars.map(({ count }) => count));
  return (
    <figure class="chart">
      <figcaption>
        <strong>{chart.title}</strong> {chart.note !== undefined && <span class="muted">{chart.note}</span>}
      </figcaption>
      <ul class="bars">
        {chart.bars.map((bar) => (
          <li key={bar.label}>
            <Bar bar={bar} most={most} name={chart.title} resource={resource} />
          </li>
        ))}
      </ul>
    </figure>
  );
}

interface BarProperties {
  readonly bar: Counted;
  readonly most: number;
  readonly name: string;
  readonly resource: Resource;
}

function Bar({ bar, most, name, resource }: BarProperties): JSX.Element {
  const { label, count, condition } = bar;
  const height = count === 0 ? 0 : Math.max(2, Math.round((count / most) * 100));
  const counted = `${count} ${count === 1 ? resource.label.toLowerCase() : resource.plural}`;
  return (
    <button
      type="button"
      class="bar"
      aria-pressed={condition !== undefined && isAsked(condition)}
      title={condition === undefined ? `${counted}; no filter says this shortly` : `${counted}; click to filter`}
      disabled={condition === undefined}
      onClick={() => condition !== undefined && toggleCondition(condition)}
    >
      <svg viewBox="0 0 10 100" preserveAspectRatio="none" aria-hidden="true" focusable="false">
        <rect x="0" width="10" y={100 - height} height={height} rx="0.6" />
      </svg>
      <span class="hidden">{name} </span>
      <span class="bar-label">{label}</span>
      <span class="bar-count">{count}</span>
      <span class="hidden"> {count === 1 ? resource.label.toLowerCase() : resource.plural}</span>
    </button>
  );
}
