// POST of atomic operations: each is read like its single request, then all run in order in one transaction.
import { nobody } from '#application/model/actor';
import { NEW } from '#domain/relationships';
import type { ResourceIdentifier } from '#application/model/query';
import type { WriteTransaction } from '#application/writing/write-transaction';
import { lockAll, type WriteScope } from '#application/writing/lock-all';
import type { EpochMark } from '../answer/entity-tags.ts';
import type { AtomicResult } from '../answer/render-document.ts';
import { answerResults, resultOf, type WriteAnswer } from '../answer/write-answer.ts';
import { resourceOf, type EveryResource } from '../api/resource-description.ts';
import { isWrite, operationCodeOf, operationKindOf, operationsOf, primaryOf } from '../api/operations.ts';
import { nameOf, readOperations } from '../request/atomic-operations.ts';
import { documentIn } from '../request/body.ts';
import { unconditional } from '../request/conditions.ts';
import type { Reference } from '../request/linkage.ts';
import { refuseParameters } from '../request/syntax/query-string.ts';
import { referencesOf, withIds, type Write } from '../request/write.ts';
import type { Api, Handler } from './handler.ts';
import { guardOf, runWrite, shownLinkage, viewWritten } from './run-write.ts';
import type { Transact } from './transact.ts';

export function runOperations(api: Api, transact: Transact): Handler {
  const { linkTo, limits, permissions, resources } = api;
  // Hidden types are included so that an operation on one is refused exactly as its single request is.
  const set: EveryResource = { ...resources, ...api.set };
  const operations = operationsOf(limits, set)
    .filter(isWrite)
    .filter((each) => operationCodeOf(each) !== undefined);
  const offered = { operations, set, resources, permissions, linkTo };
  const runOne = operationRunner(api);
  return async (request) => {
    refuseParameters(request.queryString);
    const writes = readOperations(documentIn(request.body), offered, limits);
    const scope = writeScopeOf(writes, resources);
    return transact(request, async (transaction, mark): Promise<WriteAnswer> => {
      const locked = await lockAll(transaction, scope);
      const ids = new Map<string, string>();
      const results: AtomicResult[] = [];
      for (const write of writes) results.push(await runOne(locked, write, ids, mark));
      return answerResults(results, linkTo);
    });
  };
}

type RunOne = (
  transaction: WriteTransaction,
  write: Write,
  ids: Map<string, string>,
  mark: EpochMark,
) => Promise<AtomicResult>;

/** Runs one operation, and records the id of the resource that it adds. */
function operationRunner(api: Api): RunOne {
  const { read: readRequest, linkTo, limits } = api;
  return async (transaction, sent, ids, mark) => {
    const write = withIds(sent, (reference) => ids.get(nameOf(reference)) ?? '');
    const conditions = { ...unconditional, ifMatch: write.ifMatch };
    const { answer } = operationKindOf(write.operation);
    const showsResource = answer === 'created' || answer === 'resource';
    // The result of any other write is empty, so nothing is read for it.
    const read = showsResource ? await readRequest(write.operation, { actor: nobody, queryString: '' }) : undefined;
    const shown = answer === 'resource' && read !== undefined ? shownLinkage(read, transaction) : [];
    const written = await runWrite(transaction, api, write, guardOf(write, conditions, mark), shown);
    if (answer === 'created' && written !== undefined && sent.identity?.lid !== undefined)
      ids.set(nameOf(sent.identity), written.id);
    if (written === undefined || read === undefined) return {};
    return resultOf(await viewWritten(transaction, written, read, limits.maxIncluded), { read, linkTo });
  };
}

/** The resources that writes can touch, except those they add. Local identifiers are left out: their resources do not exist yet. */
function writeScopeOf(writes: readonly Write[], resources: EveryResource): WriteScope {
  const identifierOf = ({ type, id, lid }: Reference): readonly ResourceIdentifier[] => {
    const resource = resourceOf(type, resources);
    return resource === undefined || lid !== undefined ? [] : [{ type: resource.type, id }];
  };
  const namedBy = (some: readonly Write[]): readonly ResourceIdentifier[] =>
    some.flatMap((write) => referencesOf(write).flatMap(identifierOf));
  const deletions = writes.filter(({ operation }) => operationKindOf(operation).action === 'delete');
  const removals = deletions.filter(({ operation }) => operation.relationship === undefined);
  return {
    named: namedBy(writes),
    linked: namedBy(writes.filter(({ sentLinks }) => sentLinks.length > 0)),
    relinked: writes.flatMap((write) => relinkedBy(write)).flatMap(identifierOf),
    removed: removals.flatMap(({ target }) => identifierOf(target)),
    removesAdded: removals.some(({ target }) => target.lid !== undefined),
    removedTargets: deletions.flatMap(({ operation, target }) =>
      operation.relationship === undefined
        ? []
        : [
            {
              type: operation.resource.type,
              id: target.lid === undefined ? target.id : NEW,
              relationship: operation.relationship.field.stored,
            },
          ],
    ),
    added: writes.flatMap(({ operation }) =>
      operationKindOf(operation).action === 'create' ? [primaryOf(operation).type] : [],
    ),
  };
}

/** The resource whose relationships an operation changes as a whole. */
function relinkedBy({ operation, target, identity, sentLinks }: Write): readonly Reference[] {
  const { action, body, overwrites } = operationKindOf(operation);
  if (overwrites !== true || action === 'delete') return [];
  if (body !== 'changed resource') return [target];
  return sentLinks.length === 0 || identity === undefined ? [] : [identity];
}
