// Loaded by later.tsx.
export { BulkBar } from './bulk-bar.tsx';
export { followAttention } from '../state/attention.ts';
export { followCharts } from '../state/charts.ts';
export { followOthers } from '../state/follow-others.ts';
export { followRuns } from '../state/bulk-run.ts';
export { Charts } from './charts.tsx';
export { ExportLinks } from './export-links.tsx';
export { FilterBuilder } from './filter-builder.tsx';
export { followFocus } from '../state/keep-focus.ts';
export { Outage } from './outage.tsx';
export { Panel } from './panel.tsx';
export { RequestBar } from './request-bar.tsx';
export { SortKeys } from './sort-keys.tsx';
export { WaitingChanges } from './waiting-changes.tsx';
export { Who } from './who.tsx';
