import { signal } from '@preact/signals';

/** The rows that others have changed or deleted since the list was loaded, by `TYPE/ID`. */
export const marks = signal<ReadonlyMap<string, 'changed' | 'deleted'>>(new Map());
