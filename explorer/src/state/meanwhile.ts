// What somebody else has done to the resource in the panel, until the person has acknowledged it.
import { signal } from '@preact/signals';
import { keyOf } from '../model/documents.ts';
import type { Open } from '../model/question.ts';
import type { Version } from '../model/version.ts';
import { reloads } from './loaded.ts';

export interface Meanwhile {
  /** The version that the person has seen. Writes are still for that one, so they are not done unseen. */
  readonly opened: Version;
  readonly isGone: boolean;
}

interface Noted extends Meanwhile {
  readonly key: string;
  /** Whoever loads everything once more sees what is stored now. */
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
