// What people change. Each function sends one request and, when it was done, shows the new state everywhere.
import type { Relationship, Resource } from '../model/api.ts';
import { parseRows, type Identifier } from '../model/documents.ts';
import { identifierJson, toSend, type Draft } from '../model/draft.ts';
import type { Open } from '../model/question.ts';
import { announce } from './announce.ts';
import { discard, forgetSaved } from './drafts.ts';
import { showChange } from './loaded.ts';
import { goNow } from './question.ts';
import { send, type Failure } from './send.ts';

/** Undefined: done. */
type Outcome = Promise<Failure | undefined>;

/** Creates or updates with what was touched. */
export async function save(resource: Resource, open: Open, draft: Draft): Outcome {
  const { id } = open;
  const data = toSend(resource, draft, id);
  const answer =
    id === undefined ? await send('POST', resource.path, data) : await send('PATCH', pathOf(resource, id), data);
  if (answer.kind === 'overtaken') return undefined;
  if (answer.kind !== 'done') return answer;
  forgetSaved(open, draft);
  const created = id === undefined ? parseRows(answer.document).rows[0]?.id : undefined;
  announce(`${resource.label} ${created ?? id ?? ''} ${id === undefined ? 'created' : 'saved'}.`);
  if (id === undefined) discard(open);
  showChange(() => {
    if (id === undefined) goNow({ open: { type: resource.type, id: created } });
  });
  return undefined;
}

export async function remove(resource: Resource, id: string): Outcome {
  const answer = await send('DELETE', pathOf(resource, id));
  if (answer.kind === 'overtaken') return undefined;
  if (answer.kind !== 'done') return answer;
  discard({ type: resource.type, id });
  announce(`${resource.label} ${id} deleted.`);
  showChange(() => goNow({ open: undefined }));
  return undefined;
}

export interface LinkChange {
  readonly resource: Resource;
  readonly id: string;
  readonly relationship: Relationship;
  readonly to: Identifier;
  readonly label: string;
}

/** Links a resource; of a to-one relationship it takes the place of the one before. */
export async function link(change: LinkChange, before: Identifier | undefined): Outcome {
  const { relationship, to, label } = change;
  const toMany = relationship.cardinality === 'many';
  const failure = await changeLinkage(change, toMany ? 'POST' : 'PATCH', toMany ? [to] : to);
  if (failure !== undefined) return failure;
  const undo = toMany || before === undefined ? undefined : (): void => void link({ ...change, to: before }, undefined);
  announce(`Linked ${label} in ${relationship.name}.`, undo);
  return undefined;
}

export async function unlink(change: LinkChange): Outcome {
  const { relationship, to, label } = change;
  const toMany = relationship.cardinality === 'many';
  const failure = await changeLinkage(change, toMany ? 'DELETE' : 'PATCH', toMany ? [to] : null);
  if (failure !== undefined) return failure;
  announce(`Unlinked ${label} from ${relationship.name}.`, () => void link(change, undefined));
  return undefined;
}

async function changeLinkage(
  { resource, id, relationship }: LinkChange,
  method: string,
  to: Identifier | readonly Identifier[] | null,
): Outcome {
  const data = to === null ? null : 'id' in to ? identifierJson(to) : to.map(identifierJson);
  const answer = await send(method, `${pathOf(resource, id)}/relationships/${relationship.name}`, data);
  if (answer.kind === 'refused' || answer.kind === 'unreachable') return answer;
  showChange();
  return undefined;
}

function pathOf({ path }: Resource, id: string): string {
  return `${path}/${encodeURIComponent(id)}`;
}
