// The requests and the data that `--links` compares relationships with.
import type { Pool } from 'pg';
import { CONNECTIONS, read, spread, type Request } from './rows.ts';
import { withoutIndexes } from './without-indexes.ts';

/** A one-to-many and a many-to-many relationship with the same links, by their names on both sides. */
export const KINDS = [
  { ofAuthor: 'edited_books', ofBook: 'editor' },
  { ofAuthor: 'books', ofBook: 'authors' },
] as const;
export type Kind = (typeof KINDS)[number];

export interface LinkedSize {
  readonly authors: number;
  readonly books: number;
}

export interface Question {
  readonly title: string;
  readonly requests: (kind: Kind, connection: number, size: LinkedSize) => readonly Request[];
  /** True if the requests are slow: they use one connection, and their rounds take longer. */
  readonly isSlow?: boolean;
  /** The state of the new books before a round, so that every request changes something. */
  readonly newBooks?: 'linked' | 'not linked';
  /** True if it has no target and is only reported. */
  readonly isUnlimited?: boolean;
}

/** New books for each connection: more than it can link or unlink in a round. */
const NEW_BOOKS = 1000;

/** Requests to authors with few books. */
const toAuthors =
  (path: (kind: Kind) => string): Question['requests'] =>
  (kind, connection, { authors }) =>
    spread(connection, authors - 1).map((id) => read(`/authors/${id}${path(kind)}`));

const page = (title: string, query: string): Question => ({
  title: `of an author with 100,000: ${title}`,
  requests: ({ ofAuthor }, _, { authors }) => [read(`/authors/${authors}/${ofAuthor}?${query}`)],
  isSlow: true,
});

const any = (title: string, name: string, op: string, val: string, isSlow = false): Question => ({
  title: `\`any\` with ${title}`,
  requests: ({ ofAuthor }) => {
    const filter = [{ name: ofAuthor, op: 'any', val: { name, op, val } }];
    return [read(`/authors?filter=${JSON.stringify(filter)}&fields[author]=pen_name`)];
  },
  isSlow,
});

const write =
  (method: 'POST' | 'DELETE'): Question['requests'] =>
  ({ ofAuthor }, connection, { authors, books }) =>
    Array.from({ length: NEW_BOOKS }, (_, index) => {
      const place = index * CONNECTIONS + connection;
      return {
        method,
        path: `/authors/${1 + (place % authors)}/relationships/${ofAuthor}`,
        headers: { 'content-type': 'application/vnd.api+json' },
        body: JSON.stringify({ data: [{ type: 'book', id: String(books + 1 + place) }] }),
      };
    });

export const QUESTIONS: readonly Question[] = [
  {
    title: '`/authors?include=…`',
    requests: ({ ofAuthor }) => [read(`/authors?include=${ofAuthor}&fields[author]=pen_name,${ofAuthor}`)],
  },
  {
    title: '`/authors/{id}?include=…`',
    requests: toAuthors(({ ofAuthor }) => `?include=${ofAuthor}&fields[author]=pen_name,${ofAuthor}`),
  },
  any('`id` `eq`', 'id', 'eq', '777'),
  any('`title` `eq`', 'title', 'eq', 'Book 0123456'),
  any('`title` `like`, 10 books', 'title', 'like', 'Book 012345%'),
  any('100 books', 'title', 'like', 'Book 01234%'),
  any('1,000 books', 'title', 'like', 'Book 0123%'),
  any('100,000 books', 'title', 'like', 'Book 01%', true),
  { title: '`/authors/{id}/…`, 9 books', requests: toAuthors(({ ofAuthor }) => `/${ofAuthor}`) },
  { title: 'the same, `sort=title`', requests: toAuthors(({ ofAuthor }) => `/${ofAuthor}?sort=title`) },
  page('page 1', ''),
  page('page 2', 'page[number]=2'),
  page('by cursor', 'page[after]='),
  page('by cursor, no total', 'page[after]=&page[total]=false'),
  page('`sort=title`', 'sort=title'),
  page('`sort=title`, by cursor, no total', 'sort=title&page[after]=&page[total]=false'),
  { title: '`/authors/{id}/relationships/…`', requests: toAuthors(({ ofAuthor }) => `/relationships/${ofAuthor}`) },
  { title: '`POST` of one book there', requests: write('POST'), newBooks: 'not linked' },
  { title: '`DELETE` of one book there', requests: write('DELETE'), newBooks: 'linked' },
  {
    title: '`/books?include=…`',
    requests: ({ ofBook }) => [read(`/books?include=${ofBook}&fields[book]=title,${ofBook}&fields[author]=pen_name`)],
    isUnlimited: true,
  },
];

/** Fills empty tables. The last author has a tenth of the books, and random authors have the others. Editor and author of a book are the same. */
export async function loadLinks(pool: Pool, { authors, books }: LinkedSize): Promise<void> {
  await withoutIndexes(pool, ['author', 'book', 'book_authors'], async () => {
    for (const text of [
      `insert into author (pen_name, living)
        select 'Author ' || substr(md5('author' || n), 1, 8), true from generate_series(1, ${authors}) n`,
      `insert into book (title, price, editor_id)
        select 'Book ' || lpad((n::bigint * 48271 % 1000003)::text, 7, '0'), 999,
          case when n > ${books} then null when n % 10 = 0 then ${authors}
            else 1 + ('x' || substr(md5('editor' || n), 1, 8))::bit(32)::bigint % (${authors} - 1) end
        from generate_series(1, ${books + CONNECTIONS * NEW_BOOKS}) n`,
      'insert into book_authors (from_id, to_id) select id, editor_id from book where editor_id is not null',
    ])
      await pool.query({ text });
  });
  await pool.query({ text: 'vacuum analyze' });
}

/** Links or unlinks the new books and vacuums, so that every round starts with the same tables. */
export async function relinkNewBooks(
  pool: Pool,
  { authors, books }: LinkedSize,
  state: NonNullable<Question['newBooks']>,
): Promise<void> {
  const author = state === 'linked' ? `1 + (id - ${books} - 1) % ${authors}` : 'null';
  for (const text of [
    `update book set editor_id = ${author} where id > ${books}`,
    `delete from book_authors where from_id > ${books}`,
    `insert into book_authors (from_id, to_id) select id, editor_id from book where id > ${books} and editor_id is not null`,
    'vacuum author, book, book_authors',
    'checkpoint',
  ])
    await pool.query({ text });
}
