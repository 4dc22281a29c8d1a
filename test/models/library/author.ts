import { boolean, date, email, optional, resource, text } from '@jsonapi-person-computer/server/model';

/** The relationships to books, as author and as editor, are declared on the other side. The attribute `about` is too long to be indexed. */
export const author = resource('author', {
  attributes: {
    penName: text(60),
    contact: optional(email(120)),
    bornOn: optional(date()),
    living: boolean(),
    about: optional(text(2000)),
  },
  fields: ({ attribute, writeOnly, computed, relationship }) => [
    attribute('penName', 'George Eliot'),
    writeOnly('contact'),
    attribute('bornOn', '1819-11-22'),
    attribute('living'),
    attribute('about'),
    computed('credit', ['penName', 'bornOn'], creditOf),
    relationship('books', 'when included'),
    relationship('editedBooks'),
  ],
});

/**
 * The pen name, followed by the year of birth if it is known.
 * @example creditOf({ penName: 'George Eliot', bornOn: '1819-11-22' }) // 'George Eliot (born 1819)'
 */
function creditOf({ penName, bornOn }: { readonly penName: string; readonly bornOn: string | null }): string {
  return bornOn === null ? penName : `${penName} (born ${bornOn.slice(0, 4)})`;
}
