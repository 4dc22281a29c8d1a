// The parts of the page that its first view does not need. Their code is loaded separately, so that the first view appears sooner.
import { signal } from '@preact/signals';
import { h, type Attributes, type JSX } from 'preact';
import type { Resource } from '../model/api.ts';
import { chartedOf } from '../model/charted.ts';
import { ChartFrame } from './chart-frame.tsx';
import { selectedCount } from '../state/selection.ts';
import type * as Parts from './parts.ts';

const parts = signal<typeof Parts | 'failed' | undefined>(undefined);

/** Loads them right after the first view, so that they are available even if the service becomes unreachable. */
export async function loadParts(): Promise<void> {
  if (typeof parts.value === 'object') return;
  const loaded = await import('./parts.ts').catch(() => 'failed' as const);
  if (loaded !== 'failed') {
    loaded.followAttention();
    loaded.followCharts();
    loaded.followFilter();
    loaded.followFocus();
    loaded.followKeys();
    loaded.followOthers();
    loaded.followRuns();
  }
  parts.value = loaded;
}

/** The parts, for event handlers; undefined until loaded. */
export function loadedParts(): typeof Parts | undefined {
  return typeof parts.value === 'object' ? parts.value : undefined;
}

export const LaterBulkBar = later(
  (loaded) => loaded.BulkBar,
  () => (selectedCount.value > 0 ? <Missing /> : null),
);
export const LaterCellEditor = later((loaded) => loaded.CellEditor);
export const LaterColumnChoices = later((loaded) => loaded.ColumnChoices);
export const LaterDialogs = later((loaded) => loaded.Dialogs, nothing);
export const LaterExportLinks = later((loaded) => loaded.ExportLinks);
export const LaterFilterBuilder = later((loaded) => loaded.FilterBuilder);
export const LaterOutage = later((loaded) => loaded.Outage, nothing);
export const LaterPaletteButton = later((loaded) => loaded.PaletteButton, nothing);
export const LaterPanel = later((loaded) => loaded.Panel);
export const LaterRequestBar = later((loaded) => loaded.RequestBar, nothing);
export const LaterSortKeys = later((loaded) => loaded.SortKeys);
export const LaterViewChoices = later((loaded) => loaded.ViewChoices);
export const LaterWaitingChanges = later((loaded) => loaded.WaitingChanges, nothing);
export const LaterWidthHandle = later((loaded) => loaded.WidthHandle, nothing);
export const LaterWho = later((loaded) => loaded.Who, nothing);

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

/** A component that shows nothing until the parts are loaded. */
function later<Properties>(
  choose: (loaded: typeof Parts) => (properties: Properties) => JSX.Element | null,
  failed: () => JSX.Element | null = Missing,
): (properties: Properties & Attributes) => JSX.Element | null {
  return (properties) => {
    const loaded = parts.value;
    if (loaded === 'failed') return failed();
    return loaded === undefined ? null : h<Properties>(choose(loaded), properties);
  };
}

function nothing(): null {
  return null;
}

/** Browsers may remember that a module could not be loaded, so only a new page helps. */
function Missing(): JSX.Element {
  return (
    <p class="failure" role="alert">
      A part of the page could not be loaded. Reload the page.
    </p>
  );
}
