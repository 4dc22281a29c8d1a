// POST, PATCH and DELETE on one resource or relationship: reads the write, runs it and answers with what it has stored.
import { findVisible } from '#application/access/judge-rows';
import { permittedReader } from '#application/access/permitted-reads';
import { NotFoundError } from '#application/model/errors';
import type { RolePermissions } from '#application/model/permissions';
import { isRestricted } from '#application/access/restrict-query';
import { findParent } from '#application/reading/find-resource';
import type { Attempt } from '#application/writing/attempts';
import { lockResources } from '#application/writing/locks';
import type { Attributes } from '#domain/schema';
import { renderers, type TaggedRenderer } from '../answer/tagged-renderers.ts';
import { answerDeleted, answerWritten, type WriteAnswer } from '../answer/write-answer.ts';
import { firstStep, refuseFirst, type FoundProblem } from '../api/check-steps.ts';
import { operationKindOf, primaryOf, relationshipIn, type WriteOperation } from '../api/operations.ts';
import { documentIn } from '../request/body.ts';
import { isConditional } from '../request/conditions.ts';
import { refuseParameters } from '../request/query/parse-query.ts';
import { forbiddenFields } from '../request/permission.ts';
import { readOnlyProblems } from '../request/sent-attributes.ts';
import { pathTarget, readWrite, type Write } from '../request/write.ts';
import type { Api, Handler, ReceivedRequest } from './handler.ts';
import { guardOf, runWrite, shownLinkage, viewWritten, type Written } from './run-write.ts';
import type { Transact } from './transact.ts';

export function writeResource(api: Api, operation: WriteOperation, transact: Transact): Handler {
  const { query, body } = operationKindOf(operation);
  const primary =
    body === 'linkage'
      ? ({ kind: 'changed', relationship: relationshipIn(operation).name } as const)
      : ({ kind: 'resources' } as const);
  const rendererOf = renderers(api, primaryOf(operation), primary);
  return async (request) => {
    if (query === 'none') refuseParameters(request.queryString);
    const renderer = query === 'none' ? undefined : rendererOf(request.queryString, request.actor);
    const { sent, pending } = readRequest(operation, request, api.permissions);
    return transact(request, async (attempt, mark) => {
      await refuseInvalid(attempt, sent, pending);
      const guard = guardOf(sent, request.conditions, mark);
      const view = renderer?.presentation.view;
      const shown = view === undefined ? [] : shownLinkage(view, primaryOf(operation).type, attempt);
      const written = await runWrite(attempt, api.use.writes, sent, guard, shown);
      if (written === undefined || renderer === undefined) return answerDeleted();
      return answer(attempt, sent, written, { ...renderer, path: request.path }, api);
    });
  };
}

/**
 * Reads the write of a request.
 * @returns with the problems that are reported together with those of read-only attributes, which only the stored resource can tell
 * @throws ApiError with the others
 */
function readRequest(
  operation: WriteOperation,
  request: ReceivedRequest,
  permissions: RolePermissions,
): { readonly sent: Write; readonly pending: readonly FoundProblem[] } {
  const found: FoundProblem[] = [];
  const { body } = operationKindOf(operation);
  const document = body === undefined ? null : documentIn(request.body);
  const sent = readWrite(operation, pathTarget(operation, request.id), document, {
    basePointer: '',
    takesLids: false,
    found,
  });
  found.push(...forbiddenFields(sent, permissions));
  const first = firstStep(found);
  const comesFirst = isConditional(request.conditions) || request.keyed !== undefined;
  const isPending = sent.readOnly.length > 0 && !comesFirst && (first === 'attributes' || first === 'linkage types');
  if (!isPending) refuseFirst(found);
  return { sent, pending: found };
}

/** @throws ApiError if there are problems, with those of read-only attributes */
async function refuseInvalid(attempt: Attempt, sent: Write, pending: readonly FoundProblem[]): Promise<void> {
  if (pending.length === 0) return;
  const stored = await findStored(attempt, sent);
  refuseFirst([...(stored === undefined ? [] : readOnlyProblems(sent.readOnly, stored, 'attributes')), ...pending]);
}

/** The attributes of the resource that a write would change, if the actor sees one. */
async function findStored(
  attempt: Attempt,
  { operation, target: { id }, identity }: Write,
): Promise<Attributes | undefined> {
  const { resource } = operation;
  if (operationKindOf(operation).primaryType === 'own') {
    const { visible } = await findVisible(attempt, await lockResources(attempt, [{ type: resource.type, id }]));
    return visible[resource.type].get(id)?.attributes;
  }
  const { stored, to } = relationshipIn(operation).field;
  const { visible } = await findVisible(
    attempt,
    await lockResources(attempt, [{ type: resource.type, id, moves: [stored] }]),
  );
  const target = visible[resource.type].get(id)?.targets[stored];
  return target === identity?.id ? visible[to].get(target ?? '')?.attributes : undefined;
}

async function answer(
  attempt: Attempt,
  sent: Write,
  written: Written,
  renderer: TaggedRenderer & { readonly path: string },
  { limits: { maxIncluded } }: Api,
): Promise<WriteAnswer> {
  const { operation, target, sentLinks } = sent;
  const viewed = await viewWritten(attempt, written, { ...renderer.presentation, maxIncluded });
  // The change may have emptied the relationship in the path, which then shows nothing.
  const isRelated =
    operationKindOf(operation).answer === 'resource' && operationKindOf(operation).primaryType === 'related';
  const mayHide = isRestricted(attempt.permissions);
  if (!isRelated || (sentLinks.length === 0 && !mayHide)) return answerWritten(operation, viewed, renderer);
  const { stored } = relationshipIn(operation).field;
  const from = { type: operation.resource.type, id: target.id, relationship: stored };
  const visible = permittedReader(attempt.reader, attempt.permissions);
  try {
    const { parent, relatedId } = await findParent(visible, from);
    return answerWritten(operation, viewed, renderer, relatedId === undefined ? parent : undefined);
  } catch (error) {
    if (!(error instanceof NotFoundError)) throw error;
    // The change may have hidden what the path starts from: there is nothing to tag then.
    const { represents: _nothing, ...untagged } = answerWritten(operation, viewed, renderer);
    return untagged;
  }
}
