// Saves the edited fields of a resource, from the form or a list cell.
import type { Resource } from '../model/api.ts';
import { parseRows } from '../model/documents.ts';
import { toSend, withoutSaved } from '../model/draft-changes.ts';
import type { Draft } from '../model/draft.ts';
import { resourcePath } from '../model/requests.ts';
import { tagOf, type Version } from '../model/version.ts';
import { announce } from './announce.ts';
import { draftOf, keep } from './drafts.ts';
import { sendWrite } from './send-write.ts';
import type { Answer, Done } from './send.ts';
import { advance } from './versions.ts';

export interface Saving {
  readonly resource: Resource;
  readonly id: string;
  readonly draft: Draft;
  /** The version to change. */
  readonly from: Version | undefined;
  /** True if a conflict dialog has shown this version. */
  readonly isTold: boolean;
}

export function sendDraft({ resource, id, draft, from }: Saving): Promise<Answer> {
  return sendWrite({ method: 'PATCH', path: resourcePath(resource, id), data: toSend(resource, draft, id), from });
}

/** Remembers the new version, and keeps anything typed during the request. */
export function noteSaved({ resource, id, draft, from, isTold }: Saving, answer: Done): void {
  const open = { type: resource.type, id };
  const after = from === undefined ? undefined : afterSaving(from, answer);
  if (after !== undefined) advance(open, isTold ? undefined : from, after);
  keep(open, { ...withoutSaved(draftOf(open), draft), base: after });
  announce(`${resource.label} ${id} saved.`);
}

function afterSaving(from: Version, { document, headers }: Done): Version {
  const attributes = parseRows(document).rows[0]?.attributes ?? from.row.attributes;
  return { ...from, row: { ...from.row, attributes }, tag: tagOf(headers) };
}
