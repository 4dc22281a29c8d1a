// Loaded by later.tsx.
export { FilterBuilder } from './filter-builder.tsx';
export { Panel } from './panel.tsx';
