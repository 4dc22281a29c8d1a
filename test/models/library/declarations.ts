// A library: a second model, which proves that the engine depends on no type.
import type { Declaration } from '#domain/resource';
import { author } from './author.ts';
import { bookCopy } from './book-copy.ts';
import { book } from './book.ts';
import { category } from './category.ts';
import { loan } from './loan.ts';
import { member } from './member.ts';

/** Every resource of the library. */
export const declarations = {
  author,
  book,
  book_copy: bookCopy,
  category,
  loan,
  member,
} as const satisfies Readonly<Record<string, Declaration>>;
