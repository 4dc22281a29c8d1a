import type { Seed, SownUnit } from '@jsonapi-person-computer/server/model';

const DEFAULT_AUTHORS = 5;

export const seed: Seed = {
  counted: 'authors',
  defaultCount: DEFAULT_AUTHORS,
  meaning: `how many authors, each with a book (default: ${DEFAULT_AUTHORS})`,
  units: async (count: number, number: number) =>
    Array.from({ length: count }, (_, index) => authorWithBook(number + index)),
};

function authorWithBook(number: number): SownUnit {
  const author = { type: 'author', attributes: { pen_name: `Author ${number}`, living: number % 2 === 0 } };
  const book = {
    type: 'book',
    attributes: { title: `Book ${number}`, price: 100 * number },
    links: { authors: [author] },
  };
  return [author, book];
}
