// The parts of the page that its first view does not need. Their code is loaded apart, so that the first view appears sooner.
import { signal } from '@preact/signals';
import type { JSX } from 'preact';
import type { Resource } from '../model/api.ts';
import { chartedOf } from '../model/charted.ts';
import { ChartFrame } from './chart-frame.tsx';
import { selectedCount } from '../state/selection.ts';
import type * as Parts from './parts.ts';

const parts = signal<typeof Parts | 'failed' | undefined>(undefined);

/** Loads them as soon as the first view is there: they are at hand even if the service is gone by then. */
export async function loadParts(): Promise<void> {
  if (typeof parts.value === 'object') return;
  const loaded = await import('./parts.ts').catch(() => 'failed' as const);
  if (loaded !== 'failed') {
    loaded.followAttention();
    loaded.followCharts();
    loaded.followFocus();
    loaded.followOthers();
    loaded.followRuns();
  }
  parts.value = loaded;
}

export function LaterPanel(): JSX.Element | null {
  const loaded = parts.value;
  if (loaded === 'failed') return <Missing />;
  return loaded === undefined ? null : <loaded.Panel />;
}

export function LaterWho(): JSX.Element | null {
  const loaded = parts.value;
  return typeof loaded === 'object' ? <loaded.Who /> : null;
}

export function LaterWaitingChanges(): JSX.Element | null {
  const loaded = parts.value;
  return typeof loaded === 'object' ? <loaded.WaitingChanges /> : null;
}

export function LaterOutage(): JSX.Element | null {
  const loaded = parts.value;
  return typeof loaded === 'object' ? <loaded.Outage /> : null;
}

export function LaterRequestBar(): JSX.Element | null {
  const loaded = parts.value;
  return typeof loaded === 'object' ? <loaded.RequestBar /> : null;
}

export function LaterExportLinks(properties: Parameters<typeof Parts.ExportLinks>[0]): JSX.Element | null {
  const loaded = parts.value;
  if (loaded === 'failed') return <Missing />;
  return loaded === undefined ? null : <loaded.ExportLinks {...properties} />;
}

export function LaterSortKeys({ resource }: { readonly resource: Resource }): JSX.Element | null {
  const loaded = parts.value;
  if (loaded === 'failed') return <Missing />;
  return loaded === undefined ? null : <loaded.SortKeys resource={resource} />;
}

export function LaterBulkBar({ resource }: { readonly resource: Resource }): JSX.Element | null {
  const loaded = parts.value;
  if (loaded === 'failed') return selectedCount.value > 0 ? <Missing /> : null;
  return loaded === undefined ? null : <loaded.BulkBar resource={resource} />;
}

export function LaterFilterBuilder({ resource }: { readonly resource: Resource }): JSX.Element | null {
  const loaded = parts.value;
  if (loaded === 'failed') return <Missing />;
  return loaded === undefined ? null : <loaded.FilterBuilder resource={resource} />;
}

export function LaterCharts({ resource }: { readonly resource: Resource }): JSX.Element {
  const loaded = parts.value;
  if (loaded === 'failed') return <Missing />;
  if (loaded !== undefined) return <loaded.Charts resource={resource} />;
  return (
    <div class="charts">
      {chartedOf(resource).map((charted) => (
        <ChartFrame key={charted.field.name} charted={charted} />
      ))}
    </div>
  );
}

/** Browsers may remember that a module could not be loaded, so only a new page helps. */
function Missing(): JSX.Element {
  return (
    <p class="failure" role="alert">
      A part of the page could not be loaded. Reload the page.
    </p>
  );
}
