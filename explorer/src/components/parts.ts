// Loaded by later.tsx.
export { BulkBar } from './bulk-bar.tsx';
export { FilterBuilder } from './filter-builder.tsx';
export { Panel } from './panel.tsx';
