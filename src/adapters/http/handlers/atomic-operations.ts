// POST on the operations: each is read like the request that it stands for, then they run in turn in one transaction.
import { nobody } from '#application/model/actor';
import type { ResourceIdentifier } from '#application/model/query';
import type { Attempt } from '#application/writing/attempts';
import { lockAll, type WriteScope } from '#application/writing/lock-all';
import type { EpochMark } from '../answer/entity-tags.ts';
import type { AtomicResult } from '../answer/render-document.ts';
import { renderers } from '../answer/tagged-renderers.ts';
import { answerResults, resultOf, type WriteAnswer } from '../answer/write-answer.ts';
import type { Resources } from '../api/resource-description.ts';
import { isWrite, operationCodeOf, operationKindOf, operationsOf, primaryOf } from '../api/operations.ts';
import { resourceOf, resources } from '../api/resources.ts';
import { nameOf, readOperations } from '../request/atomic-operations.ts';
import { documentIn } from '../request/body.ts';
import { unconditional } from '../request/conditions.ts';
import type { Reference } from '../request/linkage.ts';
import { refuseParameters } from '../request/query/parse-query.ts';
import { referencesOf, withIds, type Write } from '../request/write.ts';
import type { Api, Handler } from './handler.ts';
import { guardOf, runWrite, shownLinkage, viewWritten } from './run-write.ts';
import type { Transact } from './transact.ts';

export function runOperations(api: Api, transact: Transact): Handler {
  const { linkTo, limits, permissions } = api;
  // What is on a type that the actor does not see is refused like the single request, so it has to be found.
  const known: Resources = { ...resources, ...api.resources };
  const operations = operationsOf(limits, known)
    .filter(isWrite)
    .filter((each) => operationCodeOf(each) !== undefined);
  const offered = { operations, resources: known, permissions, linkTo };
  const runOne = operationRunner(api);
  return async (request) => {
    refuseParameters(request.queryString);
    const writes = readOperations(documentIn(request.body), offered, limits);
    const scope = writeScopeOf(writes);
    return transact(request, async (attempt, mark): Promise<WriteAnswer> => {
      const locked = await lockAll(attempt, scope);
      const ids = new Map<string, string>();
      const results: AtomicResult[] = [];
      for (const write of writes) results.push(await runOne(locked, write, ids, mark));
      return answerResults(results);
    });
  };
}

type RunOne = (attempt: Attempt, write: Write, ids: Map<string, string>, mark: EpochMark) => Promise<AtomicResult>;

/** Runs one operation of a list, and notes the identifier of what it adds. */
function operationRunner(api: Api): RunOne {
  const rendererOf = new Map(
    Object.values(api.resources).map(
      (each) => [each, renderers(api, each, { kind: 'resources' })('', nobody)] as const,
    ),
  );
  return async (attempt, sent, ids, mark) => {
    const write = withIds(sent, (reference) => ids.get(nameOf(reference)) ?? '');
    const conditions = { ...unconditional, ifMatch: write.ifMatch };
    const { answer } = operationKindOf(write.operation);
    const primary = primaryOf(write.operation);
    const renderer = rendererOf.get(primary);
    if (renderer === undefined) throw new Error(`an operation on ${primary.type}, which clients do not know`);
    const shown = answer === 'resource' ? shownLinkage(renderer.presentation.view, primary.type, attempt) : [];
    const written = await runWrite(attempt, api.use.writes, write, guardOf(write, conditions, mark), shown);
    if (answer === 'created' && written !== undefined && sent.identity?.lid !== undefined)
      ids.set(nameOf(sent.identity), written.id);
    // The result of any other write is empty, so nothing is read for it.
    if (written === undefined || (answer !== 'created' && answer !== 'resource')) return {};
    const { maxIncluded } = api.limits;
    return resultOf(await viewWritten(attempt, written, { ...renderer.presentation, maxIncluded }), renderer);
  };
}

/** What writes can touch besides what they add. Local identifiers are left out: their resources do not exist yet. */
function writeScopeOf(writes: readonly Write[]): WriteScope {
  const relinked = writes.map(relinkedBy);
  return {
    named: writes.flatMap((write) => referencesOf(write).flatMap(identifierOf)),
    relinked: relinked.includes('all') ? 'all' : relinked.flatMap((each) => (each === 'all' ? [] : each)),
  };
}

/**
 * The resources whose relationships an operation changes as a whole. When it deletes a related resource, which one that
 * is depends on earlier operations.
 */
function relinkedBy({ operation, target, identity, sentLinks }: Write): readonly ResourceIdentifier[] | 'all' {
  const { action, primaryType, body, overwrites } = operationKindOf(operation);
  if (overwrites !== true) return [];
  if (action === 'delete' && primaryType === 'related') return 'all';
  if (body !== 'changed resource') return identifierOf(target);
  return sentLinks.length === 0 || identity === undefined ? [] : identifierOf(identity);
}

function identifierOf({ type, id, lid }: Reference): readonly ResourceIdentifier[] {
  const resource = resourceOf(type);
  return resource === undefined || lid !== undefined ? [] : [{ type: resource.type, id }];
}
