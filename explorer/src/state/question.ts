// The question that the page answers, kept in its address.
import { computed, signal } from '@preact/signals';
import { resourceOf } from '../model/fields.ts';
import { emptyQuestion, formatQuestion, parseQuestion, type Open, type Question } from '../model/question.ts';
import { api } from './api.ts';
import { mayLeave } from './drafts.ts';

export const question = signal<Question>(emptyQuestion(''));

/** Undefined while the address cannot be read. */
export const resource = computed(() => {
  const { type, unreadable } = question.value;
  return unreadable.length > 0 ? undefined : resourceOf(api.value, type);
});

/** The kind of the last change. Another change of the same kind replaces its history entry. */
let lastKind: string | undefined;

/** Reads the address now and whenever it changes: links, back and forward. */
export function followAddress(): void {
  const read = (): void => {
    lastKind = undefined;
    question.value = parseQuestion(api.value, location.hash);
  };
  addEventListener('popstate', read);
  read();
}

/**
 * Changes the question, unless the panel has unsaved changes that the user wants to keep.
 * @param kind consecutive changes of one kind, such as typed letters, share a history entry
 */
export async function go(change: Partial<Question>, kind?: string): Promise<void> {
  const leaving = 'open' in change && !isSame(change.open, question.value.open);
  if (!leaving || (await mayLeave(question.value.open))) goNow(change, kind);
}

/** Does the same without asking. */
export function goNow(change: Partial<Question>, kind?: string): void {
  const next = changed(question.value, change);
  const address = formatQuestion(next);
  if (address === formatQuestion(question.value) && question.value.unreadable.length === 0) return;
  if (kind !== undefined && kind === lastKind) history.replaceState(null, '', address);
  else history.pushState(null, '', address);
  lastKind = kind;
  question.value = next;
}

/** The address after a change, for links. */
export function addressOf(change: Partial<Question>): string {
  return formatQuestion(changed(question.value, change));
}

/** A new filter, search, sort order or page size starts at the first page. */
function changed(now: Question, change: Partial<Question>): Question {
  const restarts = ['filter', 'search', 'sort', 'size'].some((name) => name in change);
  return { ...now, unreadable: [], ...(restarts ? { page: 1 } : {}), ...change };
}

function isSame(left: Open | undefined, right: Open | undefined): boolean {
  return left?.type === right?.type && left?.id === right?.id;
}
