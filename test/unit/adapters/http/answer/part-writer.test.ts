import { expect } from 'chai';
import { csvWriter } from '#adapters/http/answer/export-writers';
import { writeParts } from '#adapters/http/answer/part-writer';
import type { ResourceRecord } from '#application/model/query';
import type { Part } from '#application/model/view';
import { parse } from '../../../../support/parse-query.ts';

const records = (from: number, count: number): readonly ResourceRecord[] =>
  Array.from({ length: count }, (_, at) => ({ type: 'person', id: String(from + at), attributes: {}, linkage: {} }));

const lines = (width: number) => (each: readonly ResourceRecord[]) =>
  each.map(({ id }) => `${id.padEnd(width)}\n`).join('');

const form = { head: '', separator: '', writeIds: () => '', idSeparator: '' };

async function* partsOf(...sizes: readonly number[]): AsyncGenerator<Part, void, undefined> {
  let from = 0;
  for (const size of sizes) {
    yield { kind: 'records', place: 'data', records: records(from, size) };
    from += size;
  }
  yield { kind: 'end' };
}

async function piecesOf(text: AsyncIterable<string>): Promise<readonly string[]> {
  const pieces: string[] = [];
  for await (const piece of text) pieces.push(piece);
  return pieces;
}

describe('Writing a long list in pieces', () => {
  it('writes the head, then every record in order', async () => {
    const pieces = await piecesOf(writeParts(partsOf(1, 500, 0, 250), { ...form, head: 'head\n', write: lines(0) }));
    expect(pieces.join('')).to.equal(`head\n${lines(0)(records(0, 751))}`);
  });

  it('writes linkage that comes behind its record in its place', async () => {
    const fields = parse('fields[person]=computers', { scope: 'export' }).fields.person;
    const parts = async function* (): AsyncGenerator<Part, void, undefined> {
      const [first, second, third] = records(1, 3).map((record) => ({ ...record, linkage: { computers: ['9'] } }));
      if (first === undefined || second === undefined || third === undefined) throw new Error('too few records');
      const of = { type: 'person', id: second.id, relationship: 'computers' } as const;
      yield { kind: 'records', place: 'data', records: [first] };
      yield { kind: 'records', place: 'data', records: [{ ...second, linkage: {}, omitted: ['computers'] }] };
      yield { kind: 'linkage', of, ids: ['1', '2'] };
      yield { kind: 'linkage', of, ids: ['3'] };
      yield { kind: 'records', place: 'data', records: [third] };
      yield { kind: 'end' };
    };
    const pieces = await piecesOf(writeParts(parts(), csvWriter(fields)));
    expect(pieces.join('')).to.equal('id,computers\r\n1,9\r\n2,1 2 3\r\n3,9\r\n');
  });

  it('keeps the pieces small', async () => {
    const pieces = await piecesOf(writeParts(partsOf(500, 500), { ...form, write: lines(1000) }));
    expect(pieces.length).to.be.above(5);
    expect(Math.max(...pieces.map(({ length }) => length))).to.be.below(200_000);
  });

  it('has the head without records, and nothing without either', async () => {
    expect(await piecesOf(writeParts(partsOf(), { ...form, head: 'head\n', write: lines(0) }))).to.deep.equal([
      'head\n',
    ]);
    expect(await piecesOf(writeParts(partsOf(), { ...form, write: lines(0) }))).to.deep.equal([]);
  });

  it('yields each part before it asks for the next one, which may fail', async () => {
    const pieces = writeParts(partsOf(1, 1), { ...form, head: 'head\n', write: lines(0) });
    expect((await pieces.next()).value).to.equal('head\n0\n');
    expect((await pieces.next()).value).to.equal('1\n');
  });

  it('yields nothing before records are read, so that an error can still be answered', async () => {
    const failing: AsyncIterable<Part> = {
      [Symbol.asyncIterator]: () => ({ next: () => Promise.reject(new Error('away')) }),
    };
    const outcome = await writeParts(failing, { ...form, head: 'head\n', write: lines(0) })
      .next()
      .catch((error: unknown) => error);
    expect(outcome).to.be.instanceOf(Error).with.property('message', 'away');
  });
});
