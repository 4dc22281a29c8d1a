// The writes of the page. Each function sends one request and, if it succeeds, shows the new state everywhere.
import type { Resource } from '../model/api.ts';
import { identifierJson } from '../model/draft-changes.ts';
import type { Link } from '../model/draft.ts';
import { resourceOf } from '../model/fields.ts';
import { exclusiveBack } from '../model/inverse.ts';
import { rowAfter, sentenceOf, undone, type LinkChange } from '../model/link-change.ts';
import { detailPath } from '../model/members.ts';
import { resourcePath } from '../model/requests.ts';
import { tagOf, versionOf, type Version } from '../model/version.ts';
import { announce } from './announce.ts';
import { api } from './api.ts';
import { conflict, failureOf } from './conflict.ts';
import { discard, draftOf } from './drafts.ts';
import { showChange } from './loaded.ts';
import { goNow } from './question.ts';
import { noteSaved, sendDraft } from './save-draft.ts';
import { sendWrite, type Write } from './send-write.ts';
import { get, type Failure } from './send.ts';
import { inTurn } from './turn.ts';
import { advance, seen } from './versions.ts';

/** Undefined if the write is done, or if the panel asks how to proceed. */
export type Outcome = Promise<Failure | undefined>;

/**
 * Saves the touched fields.
 * @param told the version that a conflict question has shown. Default: the version that the user has seen
 */
export function save(resource: Resource, id: string, told?: Version): Outcome {
  return inTurn(async () => {
    const open = { type: resource.type, id };
    const from = told ?? seen(open);
    const saving = { resource, id, draft: draftOf(open), from, isTold: told !== undefined };
    const answer = await sendDraft(saving);
    if (answer.kind !== 'done') return failureOf(answer, { resource, id, opened: from, wish: { kind: 'save' } });
    noteSaved(saving, answer);
    finish();
    return undefined;
  });
}

/** @param told as for `save` */
export function remove(resource: Resource, id: string, told?: Version): Outcome {
  return inTurn(async () => {
    const open = { type: resource.type, id };
    const from = told ?? seen(open);
    const answer = await sendWrite({ method: 'DELETE', path: resourcePath(resource, id), data: undefined, from });
    if (answer.kind !== 'done') return failureOf(answer, { resource, id, opened: from, wish: { kind: 'delete' } });
    discard(open);
    announce(`${resource.label} ${id} deleted.`);
    finish(() => goNow({ open: undefined }));
    return undefined;
  });
}

/**
 * Links or unlinks a resource.
 * @param told as for `save`
 */
export function changeLinkage(change: LinkChange, told?: Version): Outcome {
  return inTurn(async () => {
    const { resource, id } = change;
    const open = { type: resource.type, id };
    const from = told ?? seen(open);
    const answer = await sendWrite({ ...linkageWrite(change), from });
    if (answer.kind !== 'done') {
      return failureOf(answer, { resource, id, opened: from, wish: { kind: 'linkage', change } });
    }
    const after =
      from === undefined ? undefined : { ...from, row: rowAfter(change, from.row), tag: tagOf(answer.headers) };
    if (after !== undefined) advance(open, told === undefined ? from : undefined, after);
    const back = undone(change);
    announce(sentenceOf(change), back === undefined ? undefined : () => void takeBack(back));
    finish();
    return undefined;
  });
}

function linkageWrite(change: LinkChange): Omit<Write, 'from'> {
  const { kind, resource, id, relationship, to } = change;
  const path = `${resourcePath(resource, id)}/relationships/${relationship.name}`;
  if (relationship.cardinality === 'many') {
    return { method: kind === 'link' ? 'POST' : 'DELETE', path, data: [identifierJson(to)] };
  }
  return { method: 'PATCH', path, data: kind === 'link' ? identifierJson(to) : null };
}

async function takeBack(change: LinkChange): Promise<void> {
  const failure = change.before === undefined ? await linkAgain(change) : await giveBack(change, change.before);
  if (failure !== undefined) announce(`The change to ${change.relationship.name} could not be undone.`);
}

/** Links a resource again, unless it has been linked to another one since. */
async function linkAgain(change: LinkChange): Outcome {
  const { relationship, to } = change;
  const back = exclusiveBack(api.value, relationship);
  const related = resourceOf(api.value, relationship.to);
  if (back === undefined || related === undefined) return changeLinkage(change);
  const found = await get(detailPath(api.value, related, to.id), { quiet: true });
  if (found.kind === 'overtaken') return undefined;
  if (found.kind !== 'done') return found;
  if (versionOf(found.document, found.headers)?.row.linkage[back.name]?.[0] === undefined) return changeLinkage(change);
  announce(`${related.label} ${to.id} was not linked again, because somebody else has linked it since.`);
  return undefined;
}

/** Moves a resource back, unless somebody has moved it since. The panel has not loaded it, so its version is read first. */
async function giveBack(change: LinkChange, holder: Link): Outcome {
  const { resource, id, relationship } = change;
  const found = await get(detailPath(api.value, resource, id), { quiet: true });
  if (found.kind === 'overtaken') return undefined;
  if (found.kind !== 'done') return found;
  const now = versionOf(found.document, found.headers);
  if (now?.row.linkage[relationship.name]?.[0]?.id === holder.id) return changeLinkage(change, now);
  announce(`${resource.label} ${id} was not moved back, because somebody else has moved it since.`);
  return undefined;
}

/** Shows the new state. A conflict question about an older one is dropped. */
function finish(change?: () => void): void {
  conflict.value = undefined;
  showChange(change);
}
