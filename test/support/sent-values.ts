// Places in a request document as errors of JSON:API 1.1 name them: by the nearest value that exists.

/** A place in a document: a JSON Pointer to a value that exists, and the name that is missing there, if any. */
export interface Place {
  readonly pointer: string;
  /** The last name of the pointer, if its value is missing. */
  readonly missing?: string;
  /** True if the missing name is that of an attribute. */
  readonly isAttribute?: boolean;
}

/**
 * The place of a value in a document, or of the nearest value that exists.
 * @param pointer a JSON Pointer to a value that may be missing
 */
export function nearestPlace(document: unknown, pointer: string): Place {
  const names = namesIn(pointer);
  let value = document;
  for (const [index, name] of names.entries()) {
    if (typeof value !== 'object' || value === null || !Object.hasOwn(value, name))
      return {
        pointer: pointerOf(names.slice(0, index)),
        missing: names.at(-1) ?? '',
        isAttribute: names.at(-2) === 'attributes',
      };
    value = (value as Readonly<Record<string, unknown>>)[name];
  }
  return { pointer };
}

/** True if a JSON Pointer resolves to a value of the document. */
export function leadsToValue(document: unknown, pointer: string): boolean {
  return nearestPlace(document, pointer).missing === undefined;
}

/** The names in a JSON Pointer (RFC 6901). */
function namesIn(pointer: string): readonly string[] {
  return pointer
    .split('/')
    .slice(1)
    .map((name) => name.replaceAll('~1', '/').replaceAll('~0', '~'));
}

function pointerOf(names: readonly string[]): string {
  return names.map((name) => `/${name.replaceAll('~', '~0').replaceAll('/', '~1')}`).join('');
}
