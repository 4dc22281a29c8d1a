import { errorObject, type ErrorObject } from '../api/errors.ts';

/** The preconditions of a request (RFC 9110, 13.1). Dates are not supported, because no response has a Last-Modified. */
export interface Conditions {
  readonly ifMatch: TagList | undefined;
  readonly ifNoneMatch: TagList | undefined;
}

export const unconditional: Conditions = { ifMatch: undefined, ifNoneMatch: undefined };

export function isConditional({ ifMatch, ifNoneMatch }: Conditions): boolean {
  return ifMatch !== undefined || ifNoneMatch !== undefined;
}

/** The lines of each header, by its name in lower case. Node's `headers` would join them. */
export type HeaderLines = Readonly<Partial<Record<string, readonly string[]>>>;

/** @returns the conditions, and a problem for each malformed header. Reads ignore a malformed If-None-Match, which only makes the response longer. */
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

// The value of If-Match and If-None-Match (RFC 9110, 8.8.3 and 13.1).

export type TagList =
  /** `*`: any representation. */
  { readonly kind: 'any' } | { readonly kind: 'tags'; readonly tags: readonly EntityTag[] };

export interface EntityTag {
  /** Without its quotes. */
  readonly text: string;
  readonly isWeak: boolean;
}

/**
 * Parses the lines of one header field. Each is a list of its own, which may have empty elements.
 * @returns undefined if it is malformed or names no tag
 * @example readTagList(['"a,b", , W/"c"']) // { kind: 'tags', tags: [{ text: 'a,b', isWeak: false }, { text: 'c', isWeak: true }] }
 */
export function readTagList(lines: readonly string[]): TagList | undefined {
  if (lines.length === 1 && lines[0]?.trim() === '*') return { kind: 'any' };
  const tags: EntityTag[] = [];
  for (const line of lines) {
    const found = tagsIn(line);
    if (found === undefined) return undefined;
    tags.push(...found);
  }
  return tags.length === 0 ? undefined : { kind: 'tags', tags };
}

/** One element, possibly empty, and the comma after it. */
const ELEMENT = /[ \t]*(?:(?<weak>W\/)?"(?<text>[\x21\x23-\x7e\x80-\xff]*)"[ \t]*)?(?:,|$)/y;

function tagsIn(line: string): readonly EntityTag[] | undefined {
  const tags: EntityTag[] = [];
  ELEMENT.lastIndex = 0;
  while (ELEMENT.lastIndex < line.length) {
    const element = ELEMENT.exec(line);
    if (element === null) return undefined;
    const { text, weak } = element.groups ?? {};
    if (text !== undefined) tags.push({ text, isWeak: weak !== undefined });
  }
  return tags;
}
