import { atMost, boolean, date, email, one, optional, resource, text } from '@jsonapi-person-computer/server/model';

/**
 * Books declare the relationships to their authors and editors. `masterpiece` and `editor` form a circle. The attribute `about` is too long to be
 * indexed.
 */
export const author = resource('author', {
  attributes: {
    penName: text(60),
    contact: optional(email(120)),
    bornOn: optional(date()),
    living: boolean(),
    about: optional(text(2000)),
  },
  relationships: { masterpiece: one('book', { inverse: 'masterpieceOf' }) },
  rules: [atMost(20, 'books')],
  fields: ({ attribute, writeOnly, computed, relationship }) => [
    attribute('penName', 'George Eliot'),
    writeOnly('contact'),
    attribute('bornOn', '1819-11-22'),
    attribute('living'),
    attribute('about'),
    computed('credit', ['penName', 'bornOn'], creditOf),
    relationship('books', 'when included'),
    relationship('editedBooks'),
    relationship('masterpiece'),
  ],
});

/**
 * The pen name, followed by the year of birth if it is known.
 * @example creditOf({ penName: 'George Eliot', bornOn: '1819-11-22' }) // 'George Eliot (born 1819)'
 */
function creditOf({ penName, bornOn }: { readonly penName: string; readonly bornOn: string | null }): string {
  return bornOn === null ? penName : `${penName} (born ${bornOn.slice(0, 4)})`;
}
