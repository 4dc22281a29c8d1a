// The fields that clients see. A field that is not listed is never shown.
import { describeResource, together } from '#adapters/http/api/describe-resource';
import { creditOf } from './author.ts';
import { greetingOf } from './member.ts';

/** Every resource type of the library. */
export const resources = together({
  author: describeResource('author', ({ id, attribute, writeOnly, computed, relationship }) => ({
    id,
    pen_name: attribute('penName', 'George Eliot'),
    contact: writeOnly('contact'),
    born_on: attribute('bornOn', '1819-11-22'),
    living: attribute('living'),
    credit: computed(['penName', 'bornOn'], creditOf),
    books: relationship('books', 'when included'),
    edited_books: relationship('editedBooks', 'always'),
  })),
  book: describeResource('book', ({ id, attribute, writeOnly, relationship }) => ({
    id,
    title: attribute('title', 'Middlemarch'),
    isbn: attribute('isbn', '9780141439549'),
    pages: attribute('pages', 880),
    published_on: attribute('publishedOn', '1871-12-01'),
    price: writeOnly('price', 1299),
    author: relationship('author', 'always'),
    editor: relationship('editor', 'when included'),
    category: relationship('category', 'when included'),
    copies: relationship('copies', 'when included'),
  })),
  book_copy: describeResource(
    'book_copy',
    ({ id, attribute, relationship }) => ({
      id,
      shelf: attribute('shelf', 'B-12'),
      acquired_on: attribute('acquiredOn', '2001-05-14'),
      for_loan: attribute('forLoan'),
      book: relationship('book', 'always'),
      loans: relationship('loans', 'when included'),
    }),
    { label: 'Book copy', plural: 'book_copies' },
  ),
  category: describeResource(
    'category',
    ({ id, attribute, relationship }) => ({
      id,
      code: attribute('code', 'FIC'),
      order: attribute('order', 3),
      books: relationship('books', 'always'),
    }),
    { plural: 'categories' },
  ),
  loan: describeResource('loan', ({ id, attribute, relationship }) => ({
    id,
    lent_at: attribute('lentAt', '2024-03-01T10:15:00.000Z'),
    returned_at: attribute('returnedAt', '2024-03-20T16:40:00.000Z'),
    due_on: attribute('dueOn', '2024-03-29'),
    renewals: attribute('renewals', 0),
    overdue: attribute('overdue'),
    book_copy: relationship('bookCopy', 'when included'),
    member: relationship('member', 'always'),
    collector: relationship('collector', 'when included'),
  })),
  member: describeResource('member', ({ id, attribute, writeOnly, computed, relationship }) => ({
    id,
    card_number: attribute('cardNumber', 'M-1042'),
    pin: writeOnly('pin', '4711'),
    mail: attribute('mail', 'dorothea@example.org'),
    nickname: attribute('nickname', 'Dodo'),
    joined_at: attribute('joinedAt', '2019-11-22T09:00:00.000Z'),
    greeting: computed(['nickname', 'mail'], greetingOf),
    loans: relationship('loans', 'always'),
    collected_loans: relationship('collectedLoans', 'when included'),
  })),
});
