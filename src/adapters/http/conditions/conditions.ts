import { errorObject, type ErrorObject } from '../jsonapi/documents/errors.ts';
import { readTagList, type TagList } from './tag-list.ts';

/** The preconditions of a request (RFC 9110, 13.1). Those on dates are not supported, as no answer has a Last-Modified. */
export interface Conditions {
  readonly ifMatch: TagList | undefined;
  readonly ifNoneMatch: TagList | undefined;
}

export const unconditional: Conditions = { ifMatch: undefined, ifNoneMatch: undefined };

export function isConditional({ ifMatch, ifNoneMatch }: Conditions): boolean {
  return ifMatch !== undefined || ifNoneMatch !== undefined;
}

/** By lower-case name, a text for each line; Node's `headers` would join the lines of one name. */
export type HeaderLines = Readonly<Partial<Record<string, readonly string[]>>>;

/** @returns the conditions, and a problem for each malformed header. If it is If-None-Match, reads ignore it: the answer is only longer. */
export function readConditions(
  headers: HeaderLines,
  isRead: boolean,
): { readonly conditions: Conditions; readonly problems: readonly ErrorObject[] } {
  const ifMatch = readHeader(headers, 'If-Match');
  const ifNoneMatch = readHeader(headers, 'If-None-Match');
  return {
    conditions: { ifMatch: ifMatch.tags, ifNoneMatch: ifNoneMatch.tags },
    problems: [...ifMatch.problems, ...(isRead ? [] : ifNoneMatch.problems)],
  };
}

function readHeader(
  headers: HeaderLines,
  name: string,
): { readonly tags: TagList | undefined; readonly problems: readonly ErrorObject[] } {
  const lines = headers[name.toLowerCase()];
  if (lines === undefined) return { tags: undefined, problems: [] };
  const tags = readTagList(lines);
  const detail = `${name} must be * or a list of entity tags, each in double quotes as the service sent it`;
  return {
    tags,
    problems: tags === undefined ? [errorObject('invalid-header', detail, undefined, { header: name })] : [],
  };
}
