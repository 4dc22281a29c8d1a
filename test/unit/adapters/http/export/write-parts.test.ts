import { expect } from 'chai';
import { writeParts } from '#adapters/http/export/write-parts';
import type { ResourceRecord } from '#application/model/query';
import type { ListPart } from '#application/reading/stream-resources';

const records = (from: number, count: number): readonly ResourceRecord[] =>
  Array.from({ length: count }, (_, at) => ({ type: 'person', id: String(from + at), attributes: {}, linkage: {} }));

const lines = (width: number) => (each: readonly ResourceRecord[]) =>
  each.map(({ id }) => `${id.padEnd(width)}\n`).join('');

async function* partsOf(...sizes: readonly number[]): AsyncGenerator<ListPart, void, undefined> {
  let from = 0;
  for (const size of sizes) {
    yield { place: 'data', records: records(from, size) };
    from += size;
  }
}

async function piecesOf(text: AsyncIterable<string>): Promise<readonly string[]> {
  const pieces: string[] = [];
  for await (const piece of text) pieces.push(piece);
  return pieces;
}

describe('Writing a long list in pieces', () => {
  it('writes the head, then every record in order', async () => {
    const pieces = await piecesOf(writeParts(partsOf(1, 500, 0, 250), { head: 'head\n', write: lines(0) }));
    expect(pieces.join('')).to.equal(`head\n${lines(0)(records(0, 751))}`);
  });

  it('keeps the pieces small', async () => {
    const pieces = await piecesOf(writeParts(partsOf(500, 500), { head: '', write: lines(1000) }));
    expect(pieces.length).to.be.above(5);
    expect(Math.max(...pieces.map(({ length }) => length))).to.be.below(200_000);
  });

  it('has the head without records, and nothing without either', async () => {
    expect(await piecesOf(writeParts(partsOf(), { head: 'head\n', write: lines(0) }))).to.deep.equal(['head\n']);
    expect(await piecesOf(writeParts(partsOf(), { head: '', write: lines(0) }))).to.deep.equal([]);
  });

  it('yields nothing before records are read, so that an error can still be answered', async () => {
    const failing: AsyncIterable<ListPart> = {
      [Symbol.asyncIterator]: () => ({ next: () => Promise.reject(new Error('away')) }),
    };
    const outcome = await writeParts(failing, { head: 'head\n', write: lines(0) })
      .next()
      .catch((error: unknown) => error);
    expect(outcome).to.be.instanceOf(Error).with.property('message', 'away');
  });
});
