import type { Transaction } from '../../../application/ports/unit-of-work.ts';
import type { Guard } from '../../../application/writing.ts';
import type { ResourceType } from '../../../application/model/schema.ts';
import type { Entity } from '../../../domain/entity.ts';
import { entityTag, type Represented } from '../conditions/entity-tag.ts';
import { precondition } from '../conditions/precondition.ts';
import type { Document } from '../jsonapi/documents/render-document.ts';
import type { Answer, Api, ApiRequest, Handler } from './handler.ts';

/**
 * Checks the query string and the document of a request that writes, without the storage.
 * @throws ApiError
 */
export type PrepareWrite = (request: ApiRequest) => PreparedWrite;

/**
 * Runs the use case and renders what it stored, so that what cannot be rendered is not stored. Has no other effect: a collision runs it again.
 * @param guard called with the locked target; with undefined by a write that has none
 */
export type PreparedWrite = (transaction: Transaction, guard?: Guard<Entity | undefined>) => Promise<WriteAnswer>;

export interface WriteAnswer {
  readonly status: 200 | 201;
  readonly document: Document;
  readonly headers?: Readonly<Record<string, string>>;
  /** What a GET would show now; undefined: nothing. */
  readonly represents?: Represented;
}

/**
 * Handles requests by a write in a transaction of its own.
 * @param target as of `precondition`
 */
export function inTransaction(
  { use, epochMark }: Api,
  prepare: PrepareWrite,
  target: ResourceType | undefined,
): Handler {
  return async (request) => {
    const write = prepare(request);
    const mark = await epochMark();
    const guard = precondition(request.conditions, { type: target, mark });
    return toAnswer(await use.unitOfWork.write((transaction) => write(transaction, guard)), mark);
  };
}

/** @param mark of the epoch */
function toAnswer({ status, document, headers, represents }: WriteAnswer, mark: string): Answer {
  const text = JSON.stringify(document);
  const tag = represents === undefined ? {} : { ETag: entityTag(represents, mark, text) };
  return { status, headers: { ...headers, ...tag }, text };
}
