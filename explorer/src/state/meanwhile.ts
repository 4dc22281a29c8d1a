// A change by somebody else to the resource in the panel, until the user acknowledges it.
import { signal } from '@preact/signals';
import { keyOf } from '../model/documents.ts';
import type { Open } from '../model/question.ts';
import type { Version } from '../model/version.ts';
import { reloads } from './loaded.ts';

export interface Meanwhile {
  /** The version that the user has seen. Writes still require this version, so they cannot silently overwrite the change. */
  readonly opened: Version;
  readonly isGone: boolean;
}

interface Noted extends Meanwhile {
  readonly key: string;
  /** The number of reloads at that time. A reload shows the stored state, so it counts as acknowledgment. */
  readonly reloads: number;
}

const noted = signal<Noted | undefined>(undefined);

export function noteMeanwhile({ type, id = '' }: Open, meanwhile: Meanwhile): void {
  noted.value = { ...meanwhile, key: keyOf({ type, id }), reloads: reloads.value };
}

export function unacknowledged({ type, id = '' }: Open): Meanwhile | undefined {
  const now = noted.value;
  return now?.key === keyOf({ type, id }) && now.reloads === reloads.value ? now : undefined;
}

export function acknowledge(): void {
  noted.value = undefined;
}
