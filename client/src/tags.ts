const TAG = Symbol('entity tag');

/** A document whose answer had an entity tag: that of the state of a resource of this type. */
export interface Tagged<Type extends string> {
  readonly [TAG]: EntityTag<Type>;
}

interface EntityTag<Type extends string> {
  readonly text: string;
  /** Only in types: a tag of a computer is none of a person. */
  readonly type?: Type;
}

/** The state that a write requires: that of a document, that of a tag, or any (`*`). */
export type Match<Type extends string> = Tagged<Type> | string;

/** Keeps the tag of an answer with its document. It is neither enumerated nor part of its JSON. */
export function keepTag(document: unknown, tag: string | null): void {
  if (tag === null || typeof document !== 'object' || document === null) return;
  Object.defineProperty(document, TAG, { value: { text: tag } });
}

/**
 * The entity tag of a document, such as `"k3.person.1.7"`, to be stored beyond this process.
 * @throws Error if it has none: it is a copy, or a proxy has removed the tag
 */
export function tagOf(document: Tagged<string>): string {
  if (!Object.hasOwn(document, TAG))
    throw new Error('the document has no entity tag: give the one that was read, not a copy of it');
  return document[TAG].text;
}

/** The value of `If-Match`. */
export function matching(match: Match<string>): string {
  return typeof match === 'string' ? match : tagOf(match);
}
