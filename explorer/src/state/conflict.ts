import { signal } from '@preact/signals';
import type { Resource } from '../model/api.ts';
import type { LinkChange } from '../model/link-change.ts';
import { detailPath } from '../model/members.ts';
import { versionOf, type Version } from '../model/version.ts';
import { announce } from './announce.ts';
import { api } from './api.ts';
import { question } from './question.ts';
import { readAsFar } from './read-members.ts';
import { isRefusedWith } from './send-write.ts';
import { get, type Answer, type Done, type Failure } from './send.ts';

/** A write that was not done, because somebody else had changed the resource. */
export interface Conflict extends Attempted {
  readonly now: Version;
}

interface Attempted {
  readonly resource: Resource;
  readonly id: string;
  /** The resource as the user had seen it. */
  readonly opened: Version | undefined;
  readonly wish: Wish;
}

/** The write that the user wanted. */
export type Wish =
  { readonly kind: 'save' } | { readonly kind: 'delete' } | { readonly kind: 'linkage'; readonly change: LinkChange };

/** The conflict that the panel asks about. */
export const conflict = signal<Conflict | undefined>(undefined);

/**
 * If a write was not done because somebody else has changed the resource, reads its stored state and lets the panel ask how to proceed.
 * @returns the failure if there is nothing to ask
 */
export async function failureOf(answer: Exclude<Answer, Done>, attempted: Attempted): Promise<Failure | undefined> {
  if (answer.kind === 'overtaken') return undefined;
  if (!isRefusedWith(answer, 'precondition-failed')) return answer;
  const { resource, id, opened } = attempted;
  const found = await get(detailPath(api.value, resource, id), { quiet: true });
  if (found.kind !== 'done') return found.kind === 'overtaken' ? answer : found;
  const first = versionOf(found.document, found.headers);
  const now = first === undefined ? undefined : await readAsFar(first, () => opened?.row);
  // The same tag means that nothing has changed: a proxy has altered the tag, and trying again would not help.
  if (now === undefined || now.tag === opened?.tag) return answer;
  const { open } = question.value;
  if (open?.type === resource.type && open.id === id) conflict.value = { ...attempted, now };
  else announce(`${resource.label} ${id} was not changed, because somebody else has changed it.`);
  return undefined;
}
