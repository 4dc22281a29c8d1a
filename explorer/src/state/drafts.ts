// Unsaved changes by resource. They outlive the panel, so that nothing typed is lost.
import { computed, signal } from '@preact/signals';
import { emptyDraft, isTouched, type Draft } from '../model/draft.ts';
import type { Open } from '../model/question.ts';
import { ask } from './dialog.ts';

const drafts = signal<ReadonlyMap<string, Draft>>(new Map());

/** The resources with unsaved changes. */
export const unsaved = computed(() => {
  return [...drafts.value].flatMap(([key, draft]) => (isTouched(draft) ? [parseKey(key)] : []));
});

export function draftOf(open: Open): Draft {
  return drafts.value.get(draftKey(open)) ?? emptyDraft;
}

/** Keeps a draft, or forgets it if it has neither changes nor preset links. */
export function keep(open: Open, draft: Draft): void {
  const next = new Map(drafts.value);
  if (isTouched(draft) || Object.keys(draft.preset).length > 0) next.set(draftKey(open), draft);
  else next.delete(draftKey(open));
  drafts.value = next;
}

export function discard(open: Open): void {
  keep(open, emptyDraft);
}

/** Forgets a draft that changes nothing. */
export function discardUntouched(open: Open): void {
  if (!isTouched(draftOf(open))) discard(open);
}

/** Asks before a panel with unsaved changes is left. */
export async function mayLeave(open: Open | undefined): Promise<boolean> {
  if (open === undefined || !isTouched(draftOf(open))) return true;
  const leave = await ask({
    title: 'Discard unsaved changes?',
    text: 'What you have typed has not been saved.',
    yes: 'Discard',
    no: 'Keep editing',
  });
  if (leave) discard(open);
  return leave;
}

/** Lets the browser ask before the page is closed with unsaved changes. */
export function guardClosing(): void {
  addEventListener('beforeunload', (event) => {
    if (unsaved.value.length > 0) event.preventDefault();
  });
}

function draftKey({ type, id }: Open): string {
  return `${type}/${id ?? ''}`;
}

function parseKey(key: string): Open {
  const [type = '', id = ''] = key.split('/');
  return { type, id: id === '' ? undefined : id };
}
