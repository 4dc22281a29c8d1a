import type { Transaction } from '../../../application/ports/unit-of-work.ts';
import type { Guard } from '../../../application/writing.ts';
import type { Entity } from '../../../domain/entity.ts';
import type { Document } from '../jsonapi/documents/render-document.ts';
import type { Api, ApiRequest, Handler } from './handler.ts';

/**
 * Checks the query string and the document of a request that writes, without the storage.
 * @throws ApiError
 */
export type PrepareWrite = (request: ApiRequest) => PreparedWrite;

/**
 * Runs the use case and renders what it stored, so that what cannot be rendered is not stored. Has no other effect: a collision runs it again.
 * @param guard called with the locked target, if the write has one
 */
export type PreparedWrite = (transaction: Transaction, guard?: Guard<Entity>) => Promise<WriteAnswer>;

export interface WriteAnswer {
  readonly status: 200 | 201;
  readonly document: Document;
  readonly headers?: Readonly<Record<string, string>>;
}

/** Handles requests by a write in a transaction of its own. */
export function inTransaction({ use }: Api, prepare: PrepareWrite): Handler {
  return async (request) => {
    const write = prepare(request);
    const { document, ...head } = await use.unitOfWork.write((transaction) => write(transaction));
    return { ...head, text: JSON.stringify(document) };
  };
}
