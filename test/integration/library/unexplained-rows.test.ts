import { expect } from 'chai';
import { perType } from '#domain/schema';
import { writeRequest } from '../../fuzz/requests.ts';
import type { Row } from '../../fuzz/subject.ts';
import { unexplainedRows } from '../../fuzz/unexplained-rows.ts';

describe('The search for changes that no request explains, on a library', () => {
  const copy = { id: '14', targets: { book: '13' } };
  const books = [
    { id: '13', targets: { editor: '16', category: '17' } },
    { id: '2', targets: { editor: '3', category: null } },
  ];
  const authors = ['3', '16'].map((id) => ({ id, version: '2', targets: { masterpiece: null } }));
  const categories = [{ id: '17', version: '2', targets: { parent: null } }];
  const before = { ...empty(), author: authors, book: books, book_copy: [copy], category: categories };

  it('explains all that the deletion of a target changes, whatever else that had as its targets', () => {
    const after = {
      ...before,
      author: authors.map((row) => (row.id === '3' ? row : { ...row, version: '3' })),
      category: categories.map((row) => ({ ...row, version: '3' })),
      book: books.slice(1),
      book_copy: [{ id: '14', targets: { book: null } }],
    };
    expect(unexplainedRows([deletion('/book_copies/14/book')], before, after)).to.deep.equal([]);
  });

  it('does not explain changes elsewhere', () => {
    const next = <Of extends object>(row: Of): Of => ({ ...row, version: '3' });
    const after = { ...before, author: authors.map(next), category: categories.map(next) };
    const unexplained = unexplainedRows([deletion('/book_copies/14/book')], before, after);
    expect(unexplained.map(({ row }) => row)).to.deep.equal(['author 3', 'author 16', 'category 17']);
  });
});

function empty() {
  return perType((): readonly Row[] => []);
}

function deletion(target: string) {
  const bytes = writeRequest('DELETE', target, [], undefined);
  const input = { method: 'DELETE', target, headers: [], bytes, document: Buffer.alloc(0), requestId: undefined };
  return { input: { kind: 'request', ...input }, answers: [], fault: undefined } as const;
}
