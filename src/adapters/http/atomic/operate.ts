// A list of operations: each is checked like the request that it stands for, then they run in turn in one transaction.
import type { Attempt } from '../../../application/writing/attempts.ts';
import { lockAtOnce } from '../../../application/writing/lock-at-once.ts';
import type { Api } from '../handlers/handler.ts';
import type { WriteAnswer } from '../handlers/write-answer.ts';
import type { PrepareWrite } from '../handlers/write.ts';
import { atomic } from '../jsonapi/documents/dialect.ts';
import type { AtomicResult, Document } from '../jsonapi/documents/render-document.ts';
import type { ResourceObject } from '../jsonapi/documents/render-resource.ts';
import { refuseParameters } from '../jsonapi/query/parse-query.ts';
import { checkOperations, type CheckedOperation } from './check-operations.ts';
import { definitionIn, nameOf, withIds, type IdOf } from './local-ids.ts';
import { locateThrown } from './locate-errors.ts';
import { reachOf } from './reach.ts';
import { readList } from './read-list.ts';
import { singleWrites, type SingleWrites } from './single-writes.ts';
import { isOfLinkage } from './write-routes.ts';

/** POST on the operations. */
export function operate(api: Api): PrepareWrite {
  const writes = singleWrites(api);
  return ({ queryString, document }) => {
    refuseParameters(queryString);
    const operations = checkOperations(readList(document()), writes);
    const reach = reachOf(operations);
    return async (attempt) => answerWith(await runAll(await lockAtOnce(attempt, reach), operations, writes));
  };
}

/** @throws ApiError of the first operation that fails */
async function runAll(
  attempt: Attempt,
  operations: readonly CheckedOperation[],
  writes: SingleWrites,
): Promise<readonly AtomicResult[]> {
  const ids = new Map<string, string>();
  const results: AtomicResult[] = [];
  for (const operation of operations) {
    const data = await runOne(attempt, operation, writes, (name) => ids.get(name) ?? '');
    const definition = definitionIn(operation.sent);
    if (definition !== undefined && data !== undefined) ids.set(nameOf(definition.identifier), data.id);
    results.push(data === undefined ? {} : { data });
  }
  return results;
}

/** @returns the resource that the operation has added or changed, if any */
async function runOne(
  attempt: Attempt,
  { sent, index, target }: CheckedOperation,
  writes: SingleWrites,
  idOf: IdOf,
): Promise<ResourceObject | undefined> {
  const operation = withIds(sent, idOf);
  try {
    const written = await writes.prepare(operation)(attempt);
    if (written.status === 204 || isOfLinkage(target.action)) return undefined;
    const { data } = written.document;
    return isResource(data) ? data : undefined;
  } catch (error) {
    throw locateThrown(error, { index, sent, namedBy: target.namedBy }, operation);
  }
}

function isResource(data: Document['data']): data is ResourceObject {
  return data !== undefined && data !== null && 'attributes' in data;
}

function answerWith(results: readonly AtomicResult[]): WriteAnswer {
  if (results.every(({ data }) => data === undefined)) return { status: 204 };
  const { jsonapi, mediaType } = atomic;
  return { status: 200, document: { 'atomic:results': results, jsonapi }, headers: { 'Content-Type': mediaType } };
}
