// The resource in the panel, if somebody else has changed or deleted it since the user last saw it.
import { computed } from '@preact/signals';
import type { Resource } from '../model/api.ts';
import { differencesOf, isVisible, type Difference } from '../model/differences.ts';
import { isTouched } from '../model/draft.ts';
import { resourceOf } from '../model/fields.ts';
import type { Open } from '../model/question.ts';
import type { Version } from '../model/version.ts';
import { api } from './api.ts';
import { conflict } from './conflict.ts';
import { discard, draftOf, keep } from './drafts.ts';
import { acknowledge, unacknowledged } from './meanwhile.ts';
import { question } from './question.ts';
import { acknowledged, stored } from './versions.ts';

export interface ChangedOpen {
  readonly resource: Resource;
  readonly open: Open;
  /** The version that the user has seen. */
  readonly opened: Version;
  readonly now: Version;
  readonly differences: readonly Difference[];
  readonly isGone: boolean;
  /** True if the user has unsaved changes as well. */
  readonly isTouched: boolean;
}

/** Also undefined while the panel asks about a conflict, and if no visible field has changed. */
export const changedOpen = computed<ChangedOpen | undefined>(() => {
  const { open } = question.value;
  const found = open === undefined || conflict.value !== undefined ? undefined : unacknowledged(open);
  const resource = resourceOf(api.value, open?.type ?? '');
  if (open === undefined || found === undefined || resource === undefined) return undefined;
  const draft = draftOf(open);
  const now = stored(open) ?? found.opened;
  const opened = draft.base ?? acknowledged(open) ?? now;
  const { isGone } = found;
  const all = differencesOf(resource, opened.row, now.row, { values: draft.values, link: undefined });
  const differences = isGone ? [] : all.filter(isVisible);
  if (!isGone && differences.length === 0) return undefined;
  return { resource, open, opened, now, differences, isGone, isTouched: isTouched(draft) };
});

/** Describes the change in one sentence. */
export function sentenceAbout({ resource, open, isGone }: ChangedOpen): string {
  return `${resource.label} ${open.id ?? ''} was ${isGone ? 'deleted' : 'changed'} by somebody else`;
}

/** Drops the user's own changes. */
export function takeStored({ open }: ChangedOpen): void {
  discard(open);
  acknowledge();
}

/** Keeps the user's own changes. Saving them overwrites only the fields that the user has touched. */
export function keepOwn({ open, now }: ChangedOpen): void {
  const draft = draftOf(open);
  if (isTouched(draft)) keep(open, { ...draft, base: now });
  acknowledge();
}
