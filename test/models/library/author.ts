import { boolean, date, email, optional, resource, text } from '#domain/resource';

/** Its relationships to books, as author and as editor, are declared on the other side. */
export const author = resource('author', {
  attributes: {
    penName: text(60),
    contact: optional(email(120)),
    bornOn: optional(date()),
    living: boolean(),
  },
  relationships: {},
  rules: [],
});

/**
 * The pen name, followed by the year of birth if it is known.
 * @example creditOf({ penName: 'George Eliot', bornOn: '1819-11-22' }) // 'George Eliot (born 1819)'
 */
export function creditOf({ penName, bornOn }: { readonly penName: string; readonly bornOn: string | null }): string {
  return bornOn === null ? penName : `${penName} (born ${bornOn.slice(0, 4)})`;
}
