// New resources. A form creates its resource only once, no matter how often it is sent, because all its requests have the same key.
import { newKey } from '@jsonapi-person-computer/client';
import type { Resource } from '../model/api.ts';
import { parseRows } from '../model/documents.ts';
import { toSend, withoutSaved } from '../model/draft-changes.ts';
import type { Attempt, Draft } from '../model/draft.ts';
import { announce } from './announce.ts';
import { discard, draftOf, keep } from './drafts.ts';
import { showChange } from './loaded.ts';
import { goNow } from './question.ts';
import { isDefinite, sendWithKey } from './send-write.ts';
import type { Answer, Done, Failure } from './send.ts';
import { inTurn } from './turn.ts';
import type { Outcome } from './writes.ts';

/** Creates a resource from its form. */
export function create(resource: Resource): Outcome {
  return inTurn(async () => {
    const open = { type: resource.type, id: undefined };
    const draft = draftOf(open);
    const { key, unanswered } = draft.attempt ?? { key: newKey(), unanswered: [] };
    keep(open, { ...draft, attempt: { key, unanswered: [...unanswered, { ...draft, attempt: undefined }] } });
    const answer = await post(resource, draft, key);
    if (answer.kind === 'done') {
      showCreated(resource, draft, answer);
      return undefined;
    }
    const now = draftOf(open);
    if (isDefinite(answer) && now.attempt?.key === key) keep(open, { ...now, attempt: { key, unanswered } });
    return answer.kind === 'overtaken' ? undefined : answer;
  });
}

/**
 * Opens the resource that an earlier attempt has created, with everything typed since as unsaved changes. To find it, sends that attempt again:
 * because its key has been used, this creates nothing and returns the original response.
 */
export function openCreated(resource: Resource, { key, unanswered }: Attempt): Outcome {
  return inTurn(async () => {
    let failure: Failure | undefined;
    for (const draft of unanswered) {
      const answer = await post(resource, draft, key);
      if (answer.kind === 'done') {
        showCreated(resource, draft, answer);
        return undefined;
      }
      if (answer.kind !== 'overtaken') failure = answer;
    }
    return failure;
  });
}

/** Creates another resource, although an earlier attempt has already created one. */
export function createAnother(resource: Resource): Outcome {
  const open = { type: resource.type, id: undefined };
  keep(open, { ...draftOf(open), attempt: undefined });
  return create(resource);
}

function post(resource: Resource, draft: Draft, key: string): Promise<Answer> {
  const data = toSend(resource, draft, undefined);
  return sendWithKey({ method: 'POST', path: resource.path, data, from: undefined }, key);
}

function showCreated(resource: Resource, sent: Draft, { document, headers }: Done): void {
  const { type, label } = resource;
  const open = { type, id: undefined };
  // A response that was too long to store is repeated without the resource.
  const id = parseRows(document).rows[0]?.id ?? headers.get('Location')?.split('/').at(-1);
  const later = withoutSaved(draftOf(open), sent);
  discard(open);
  if (id !== undefined) keep({ type, id }, later);
  announce(`${label} ${id ?? ''} created.`);
  showChange(() => goNow({ open: { type, id } }));
}
