// The precondition of an operation: its member `meta.if_match` has what a single request has in `If-Match`.
import { readTagList, type TagList } from '../conditions/tag-list.ts';
import { ApiError, errorObject, type ErrorObject } from '../jsonapi/documents/errors.ts';
import { invalidDocument, isJsonObject, member, wrongForm, type JsonObject } from '../jsonapi/documents/read-json.ts';
import { overwrites } from '../header-use.ts';
import type { WriteAction } from '../operations.ts';
import type { OperationTarget } from './operation-target.ts';

export const IF_MATCH = '/meta/if_match';

/**
 * Reads the precondition of an operation, if it has one. What adds a resource has none, so there the member is not read.
 * @throws ApiError 400
 */
export function readIfMatch(operation: JsonObject, { kind }: WriteAction): TagList | undefined {
  const meta = member(operation, 'meta');
  const value = isJsonObject(meta) ? member(meta, 'if_match') : undefined;
  if (value === undefined || kind === 'create' || kind === 'create related') return undefined;
  if (typeof value !== 'string') throw new ApiError([wrongForm(IF_MATCH, value, 'a string')]);
  const tags = readTagList([value]);
  if (tags !== undefined) return tags;
  const detail = `${IF_MATCH} must be * or a list of entity tags, each in double quotes as the service sent it`;
  throw new ApiError([invalidDocument(IF_MATCH, detail)]);
}

/** The problem with an operation that lacks a required precondition. What the list itself adds has no tag that its client could know. */
export function missingIfMatch(sent: JsonObject, { action, namedBy }: OperationTarget): readonly ErrorObject[] {
  const target = member(sent, namedBy);
  const isAdded = isJsonObject(target) && member(target, 'lid') !== undefined;
  if (!overwrites(action) || isAdded || readIfMatch(sent, action) !== undefined) return [];
  const detail = `${IF_MATCH} is required: the ETag that the resource had when you read it, or * to overwrite whatever is there`;
  return [errorObject('precondition-required', detail, { pointer: IF_MATCH })];
}
