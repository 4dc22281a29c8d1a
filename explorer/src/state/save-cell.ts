// Saves a cell of the list as the form saves its resource. The list has no entity tags, so the resource is read when the cell is opened.
import type { Resource } from '../model/api.ts';
import { keyOf, parseRows, type Row } from '../model/documents.ts';
import type { Draft } from '../model/draft.ts';
import { detailPath } from '../model/members.ts';
import type { Open } from '../model/question.ts';
import { versionOf, type Version } from '../model/version.ts';
import { api } from './api.ts';
import { conflict, failureOf } from './conflict.ts';
import { draftOf, keep } from './drafts.ts';
import { list } from './list.ts';
import { goNow } from './question.ts';
import { noteSaved, sendDraft } from './save-draft.ts';
import { isRefusedWith } from './send-write.ts';
import { get, type Failure } from './send.ts';
import { inTurn } from './turn.ts';
import { noteRead, seen } from './versions.ts';
import type { Outcome } from './writes.ts';

/**
 * Reads the version that a cell changes, after the writes before it, and shows its values in the row.
 * @returns the failure if it could not be read
 */
export function readForCell(resource: Resource, id: string): Outcome {
  return inTurn(async () => {
    const answer = await get(detailPath(api.value, resource, id), { quiet: true });
    if (answer.kind === 'refused') return answer;
    const version = answer.kind === 'done' ? versionOf(answer.document, answer.headers) : undefined;
    if (version === undefined) return { kind: 'unreachable' };
    noteRead(version);
    showInRow(version.row);
    return undefined;
  });
}

/**
 * Saves what was typed into a cell. If somebody else was faster, the panel opens with it and asks.
 * @param reading of `readForCell`
 */
export function saveCell(resource: Resource, id: string, draft: Draft, reading: Promise<Failure | undefined>): Outcome {
  return inTurn(async () => {
    const unread = await reading;
    if (unread !== undefined) return unread;
    const open = { type: resource.type, id };
    const from = seen(open);
    const saving = { resource, id, draft, from, isTold: false };
    const answer = await sendDraft(saving);
    if (answer.kind === 'done') {
      noteSaved(saving, answer);
      conflict.value = undefined;
      for (const row of parseRows(answer.document).rows) showInRow(row);
      return undefined;
    }
    if (answer.kind === 'refused' && isRefusedWith(answer, 'precondition-failed')) {
      keepForForm(open, draft, from);
      goNow({ open });
    }
    return failureOf(answer, { resource, id, opened: from, wish: { kind: 'save' } });
  });
}

/** Leaves what was typed into a cell to the form. */
export function keepForForm(open: Open, { values }: Draft, base: Version | undefined): void {
  const now = draftOf(open);
  keep(open, { ...now, values: { ...now.values, ...values }, base: now.base ?? base });
}

/** Shows the attributes of a resource in its row, without reloading the list. */
function showInRow({ type, id, attributes }: Row): void {
  const { rows } = list.value;
  if (rows === undefined) return;
  const changed = rows.rows.map((row) => {
    return keyOf(row) === keyOf({ type, id }) ? { ...row, attributes: { ...row.attributes, ...attributes } } : row;
  });
  list.value = { ...list.value, rows: { ...rows, rows: changed } };
}
