import { expect } from 'chai';
import { perType } from '#domain/schema';
import { writeRequest } from '../../fuzz/requests.ts';
import type { Row } from '../../fuzz/subject.ts';
import { unexplainedRows } from '../../fuzz/unexplained-rows.ts';

describe('The search for changes that no request explains, on a library', () => {
  const copy = { id: '14', targets: { book: '13' } };
  const books = [
    { id: '13', targets: { author: '17', editor: '16', category: null } },
    { id: '2', targets: { author: '3', editor: null, category: null } },
  ];
  const authors = ['3', '16', '17'].map((id) => ({ id, version: '2', targets: {} }));
  const before = { ...empty(), author: authors, book: books, book_copy: [copy] };

  it('explains all that the deletion of a target changes, whatever else that had as its targets', () => {
    const after = {
      ...before,
      author: authors.map((row) => (row.id === '3' ? row : { ...row, version: '3' })),
      book: books.slice(1),
      book_copy: [{ id: '14', targets: { book: null } }],
    };
    expect(unexplainedRows([deletion('/book_copies/14/book')], before, after)).to.deep.equal([]);
  });

  it('does not explain changes elsewhere', () => {
    const after = { ...before, author: authors.map((row) => ({ ...row, version: '3' })) };
    const unexplained = unexplainedRows([deletion('/book_copies/14/book')], before, after);
    expect(unexplained.map(({ row }) => row)).to.deep.equal(['author 3', 'author 16', 'author 17']);
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
