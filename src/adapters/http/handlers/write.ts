// POST, PATCH and DELETE on one resource or relationship: reads the write, runs it and returns the stored result.
import { NotFoundError } from '#application/model/errors';
import type { ViewedResource } from '#application/model/view';
import { isRestricted } from '#application/access/restrict-query';
import { findParent } from '#application/reading/find-resource';
import type { WriteTransaction } from '#application/writing/write-transaction';
import { lockVisible } from '#application/writing/locks';
import { NEW } from '#domain/relationships';
import type { Attributes } from '#domain/schema';
import type { DocumentRendering } from '../answer/render-document.ts';
import { answerDeleted, answerWritten, type WriteAnswer } from '../answer/write-answer.ts';
import { firstStep, refuseFirst, type FoundProblem } from '../api/check-steps.ts';
import { bareFormat } from '../api/media-types.ts';
import { operationKindOf, relationshipIn, type WriteOperation } from '../api/operations.ts';
import { documentIn } from '../request/body.ts';
import { isConditional } from '../request/conditions.ts';
import { forbiddenFields } from '../request/permission.ts';
import { refuseParameters } from '../request/syntax/query-string.ts';
import { readOnlyProblems } from '../request/sent-attributes.ts';
import { lidProblems } from '../request/lids.ts';
import { pathTarget, readWrite, withIds, type Write } from '../request/write.ts';
import type { Api, Handler, ReceivedRequest } from './handler.ts';
import { guardOf, runWrite, shownLinkage, viewWritten } from './run-write.ts';
import type { Transact } from './transact.ts';

export function writeResource(api: Api, operation: WriteOperation, transact: Transact): Handler {
  const { query } = operationKindOf(operation);
  return async (request) => {
    if (query === 'none') refuseParameters(request.queryString);
    const read = query === 'none' ? undefined : await api.read(operation, request);
    const { sent, pending } = readRequest(operation, request, api);
    return transact(request, async (transaction, mark) => {
      await refuseInvalid(transaction, sent, pending);
      const guard = guardOf(sent, request.conditions, mark);
      const shown = read === undefined ? [] : shownLinkage(read, transaction);
      const written = await runWrite(transaction, api, sent, guard, shown);
      if (written === undefined || read === undefined) return answerDeleted(bareFormat(request.dialect), api.linkTo);
      const viewed = await viewWritten(transaction, written, read, api.limits.maxIncluded);
      return answer(transaction, sent, viewed, { read, path: request.path, linkTo: api.linkTo });
    });
  };
}

/**
 * Reads the write of a request.
 * @returns the write, and problems to report together with those of read-only attributes, which need the stored resource
 * @throws ApiError with the other problems
 */
function readRequest(
  operation: WriteOperation,
  request: ReceivedRequest,
  api: Pick<Api, 'permissions' | 'resources'>,
): { readonly sent: Write; readonly pending: readonly FoundProblem[] } {
  const found: FoundProblem[] = [];
  const { body } = operationKindOf(operation);
  const document = body === undefined ? null : documentIn(request.body);
  const context = { basePointer: '', takesLids: request.dialect.version === '1.1', found };
  // The only local identifier that is valid is that of the new resource.
  const sent = withIds(readWrite(operation, pathTarget(operation, request.id), document, context), () => NEW);
  found.push(...lidProblems(sent));
  found.push(...forbiddenFields(sent, api));
  const first = firstStep(found);
  const comesFirst = isConditional(request.conditions) || request.keyed !== undefined;
  const isPending = sent.readOnly.length > 0 && !comesFirst && (first === 'attributes' || first === 'linkage types');
  if (!isPending) refuseFirst(found);
  return { sent, pending: found };
}

/** @throws ApiError if there are problems, including read-only attributes */
async function refuseInvalid(
  transaction: WriteTransaction,
  sent: Write,
  pending: readonly FoundProblem[],
): Promise<void> {
  if (pending.length === 0) return;
  const stored = await findStored(transaction, sent);
  refuseFirst([...(stored === undefined ? [] : readOnlyProblems(sent.readOnly, stored, 'attributes')), ...pending]);
}

/** The attributes of the resource that a write would change, if the actor sees one. */
async function findStored(
  transaction: WriteTransaction,
  { operation, target: { id }, identity }: Write,
): Promise<Attributes | undefined> {
  const { resource } = operation;
  if (operationKindOf(operation).primaryType === 'own') {
    const { visible } = await lockVisible(transaction, [{ type: resource.type, id }]);
    return visible[resource.type].get(id)?.attributes;
  }
  const { stored, to } = relationshipIn(operation).field;
  const { visible } = await lockVisible(transaction, [{ type: resource.type, id, moves: [stored] }]);
  const target = visible[resource.type].get(id)?.targets[stored];
  return target === identity?.id ? visible[to].get(target ?? '')?.attributes : undefined;
}

async function answer(
  transaction: WriteTransaction,
  { operation, target, sentLinks }: Write,
  viewed: ViewedResource,
  rendering: DocumentRendering,
): Promise<WriteAnswer> {
  // The change may have emptied the relationship in the path, which then has no resource to show.
  const isRelated =
    operationKindOf(operation).answer === 'resource' && operationKindOf(operation).primaryType === 'related';
  if (!isRelated || (sentLinks.length === 0 && !isRestricted(transaction.permissions)))
    return answerWritten(operation, viewed, rendering);
  const { stored } = relationshipIn(operation).field;
  const from = { type: operation.resource.type, id: target.id, relationship: stored };
  try {
    const { parent, relatedId } = await findParent(transaction.reader, from);
    // If a type refers to itself, the change may have given the relationship in the path another target.
    if (relatedId !== undefined && relatedId !== viewed.record.id) return untagged(operation, viewed, rendering);
    return answerWritten(operation, viewed, rendering, relatedId === undefined ? parent : undefined);
  } catch (error) {
    if (!(error instanceof NotFoundError)) throw error;
    // The change may have hidden the resource in the path.
    return untagged(operation, viewed, rendering);
  }
}

/** A response without an entity tag, because a GET of the same path would not show the resource. */
function untagged(operation: WriteOperation, viewed: ViewedResource, rendering: DocumentRendering): WriteAnswer {
  const { represents: _nothing, ...answered } = answerWritten(operation, viewed, rendering);
  return answered;
}
