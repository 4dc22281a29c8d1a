import { ApiError, errorObject } from '../api/errors.ts';
import type { BodyLimits } from '../api/limits.ts';
import type { BodyKind } from '../api/operation-traits.ts';
import { isJsonList, isJsonObject, member, membersOf, readJson, type Json } from './syntax/json.ts';

/** A parsed body, or the error of parsing it, which is reported only after the query string has been checked. */
export type ParsedBody = { readonly document: Json } | { readonly fault: ApiError };

/** @param bytes of JSON */
export function parseBody(bytes: Buffer): ParsedBody {
  try {
    return { document: readJson(bytes) };
  } catch (error) {
    if (!(error instanceof ApiError)) throw error;
    return { fault: error };
  }
}

/** @throws ApiError 400 if the body is not a document */
export function documentIn(body: ParsedBody): Json {
  if ('fault' in body) throw body.fault;
  return body.document;
}

// Limits the size of a document, whether the document is valid or not.

/** The member with the operations; its colon is not escaped in pointers. */
export const OPERATIONS = 'atomic:operations';

/** @throws ApiError 413 */
export function checkSize(document: Json, kind: BodyKind, limits: BodyLimits): void {
  if (kind !== 'operations') {
    checkLinkages([document], limits);
    return;
  }
  const { maxOperations } = limits;
  const operations = isJsonObject(document) ? member(document, OPERATIONS) : undefined;
  if (!isJsonList(operations)) return;
  if (operations.length > maxOperations) {
    const detail = `The document lists more than ${maxOperations} operations; send them in several requests`;
    const source = { pointer: `/${OPERATIONS}` };
    throw new ApiError([errorObject('body-too-large', detail, source, { limit: maxOperations })]);
  }
  checkLinkages(operations, limits);
}

/** Counts resource identifiers, valid or not, in all documents together. */
function checkLinkages(documents: readonly Json[], { maxLinkages }: BodyLimits): void {
  if (documents.reduce<number>((sum, each) => sum + countLinkages(each), 0) <= maxLinkages) return;
  const detail = `The document lists more than ${maxLinkages} resource identifiers; send them in several requests`;
  throw new ApiError([errorObject('body-too-large', detail, undefined, { limit: maxLinkages })]);
}

/** Counts the identifiers in the members that can hold linkage: the primary data and that of relationships. */
function countLinkages(document: Json): number {
  const data = isJsonObject(document) ? member(document, 'data') : undefined;
  const relationships = isJsonObject(data) ? member(data, 'relationships') : undefined;
  const related = isJsonObject(relationships) ? membersOf(relationships).map(([, value]) => value) : [];
  const linkages = [data, ...related.map((each) => (isJsonObject(each) ? member(each, 'data') : undefined))];
  return linkages.reduce<number>((sum, each) => sum + (isJsonList(each) ? each.length : 0), 0);
}
