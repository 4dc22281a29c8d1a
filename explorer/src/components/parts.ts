// Loaded by later.tsx.
export { BulkBar } from './bulk-bar.tsx';
export { followCharts } from '../state/charts.ts';
export { followRuns } from '../state/bulk-run.ts';
export { Charts } from './charts.tsx';
export { FilterBuilder } from './filter-builder.tsx';
export { followFocus } from '../state/keep-focus.ts';
export { Panel } from './panel.tsx';
export { RequestBar } from './request-bar.tsx';
export { saveFile } from '../state/save-file.ts';
export { Who } from './who.tsx';
