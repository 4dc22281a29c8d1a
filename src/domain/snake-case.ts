// Models declare names in camel case; documents, paths, tables and columns use snake case.

/** The type of `snakeCase(name)`. */
export type SnakeCase<Name extends string, Before extends string = ''> = Name extends `${infer First}${infer Rest}`
  ? `${StartsWord<Before, First> extends true ? '_' : ''}${Lowercase<First>}${SnakeCase<Rest, First>}`
  : Name;

type StartsWord<Before extends string, Letter extends string> =
  IsCapital<Letter> extends true ? (Before extends '' ? false : IsCapital<Before> extends true ? false : true) : false;

type IsCapital<Letter extends string> = Letter extends Lowercase<Letter> ? false : true;

/**
 * Puts an underscore before each capital that follows a lower-case letter or a digit.
 * @example snakeCase('bookCopy') // 'book_copy'
 * @example snakeCase('isbn13URL') // 'isbn13_url'
 */
export function snakeCase<const Name extends string>(name: Name): SnakeCase<Name> {
  return name.replaceAll(/(?<=[a-z0-9])[A-Z]/g, '_$&').toLowerCase() as SnakeCase<Name>;
}
