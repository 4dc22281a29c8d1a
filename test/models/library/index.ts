// A second model, which proves that the engine does not depend on persons and computers.
import { model } from '@jsonapi-person-computer/server/model';
import { author } from './author.ts';
import { book } from './book.ts';
import { bookCopy } from './book_copy.ts';
import { category } from './category.ts';
import { loan } from './loan.ts';
import { member } from './member.ts';
import { seed } from './seed.ts';

export default model({
  name: 'library',
  version: '1.0.0',
  description: 'A library: books, their authors, categories, members, loans and copies',
  license: 'MIT',
  types: [author, book, bookCopy, category, loan, member],
  examples: [
    {
      title: 'Create a category',
      path: '/categories',
      body: { data: { type: 'category', attributes: { code: 'FIC', order: 1 } } },
    },
    { title: 'Find it', path: '/categories?filter[code]=FIC' },
  ],
  seed,
});
