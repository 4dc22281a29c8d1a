import { expect } from 'chai';
import { perType } from '#domain/schema';
import { fuzzAccess } from '../../fuzz/access-fuzz.ts';
import { fuzz } from '../../fuzz/fuzz.ts';
import { writeRequest } from '../../fuzz/requests.ts';
import { openSeries } from '../../fuzz/series.ts';
import type { Row } from '../../fuzz/subject.ts';
import { unexplainedRows } from '../../fuzz/unexplained-rows.ts';
import { atDepth, seedOf } from '../../support/depth.ts';

// `NODE_OPTIONS=--conditions=library npm run fuzz` sends more; the printed seed and path reproduce a run.

describe('A library under hostile requests', () => {
  const RUNS = atDepth({ gate: 320, campaign: 1000 });

  for (const storage of atDepth({ gate: ['memory'], campaign: ['memory', 'server'] } as const))
    it(`gives no server error, changes nothing that it refuses to change, and adds no metrics (${storage})`, async () => {
      const seed = seedOf(`hostile requests to a library on ${storage}`, 9);
      const { violations, tally, databaseErrors, series } = await fuzz({ storage, runs: RUNS, seed });
      expect(violations.join('\n\n')).to.equal('');
      expect(tally.sent).to.be.at.least(RUNS);
      expect(tally.compared).to.be.above(0);
      expect(databaseErrors['input'] ?? 0).to.equal(0);
      expect(openSeries(series)).to.deep.equal([]);
    });
});

describe('A library with a policy under hostile requests', () => {
  const RUNS = atDepth({ gate: 640, campaign: 3000 });

  it('shows nobody what only others may see, lets nobody write without the right, and repeats no credentials', async () => {
    const seed = seedOf('hostile requests to a library with a policy', 2);
    const { violations, sent, statuses } = await fuzzAccess({ storage: 'memory', runs: RUNS, seed });
    expect(violations.join('\n\n')).to.equal('');
    expect(sent).to.be.at.least(RUNS);
    for (const status of [200, 401, 403]) expect(statuses.get(status), String(status)).to.be.above(RUNS / 30);
  });
});

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
