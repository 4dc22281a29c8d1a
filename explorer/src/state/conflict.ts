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
  /** The resource as the person had seen it. */
  readonly opened: Version | undefined;
  readonly wish: Wish;
}

/** The write that the person wanted. */
export type Wish =
  { readonly kind: 'save' } | { readonly kind: 'delete' } | { readonly kind: 'linkage'; readonly change: LinkChange };

/** The conflict that the panel asks about. */
export const conflict = signal<Conflict | undefined>(undefined);

/**
 * Reads what somebody else has stored, if that is why a write was not done, and lets the panel ask what shall be done.
 * @returns the failure where there is nothing to ask
 */
export async function failureOf(answer: Exclude<Answer, Done>, attempted: Attempted): Promise<Failure | undefined> {
  if (answer.kind === 'overtaken') return undefined;
  if (!isRefusedWith(answer, 'precondition-failed')) return answer;
  const { resource, id, opened } = attempted;
  const found = await get(detailPath(api.value, resource, id), { quiet: true });
  if (found.kind !== 'done') return found.kind === 'overtaken' ? answer : found;
  const first = versionOf(found.document, found.headers);
  const now = first === undefined ? undefined : await readAsFar(first, () => opened?.row);
  // With the same tag nothing has changed: a proxy has spoiled the tag, and trying again would not help.
  if (now === undefined || now.tag === opened?.tag) return answer;
  const { open } = question.value;
  if (open?.type === resource.type && open.id === id) conflict.value = { ...attempted, now };
  else announce(`${resource.label} ${id} was not changed: somebody else has changed it meanwhile.`);
  return undefined;
}
