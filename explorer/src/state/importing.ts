import { signal } from '@preact/signals';
import type { Resource } from '../model/api.ts';

/** The type that the open dialog imports; undefined while it is closed. An import under way goes on without it. */
export const importing = signal<Resource | undefined>(undefined);
