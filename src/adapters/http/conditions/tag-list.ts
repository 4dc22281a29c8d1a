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

/** One element, possibly empty, and the comma behind it. */
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
