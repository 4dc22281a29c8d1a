import { signal } from '@preact/signals';

/** What others have done to rows of the list since it was loaded, by `TYPE/ID`. */
export const marks = signal<ReadonlyMap<string, 'changed' | 'deleted'>>(new Map());
