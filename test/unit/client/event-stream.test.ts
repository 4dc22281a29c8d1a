import { expect } from 'chai';
import { EventStreamParser, type StreamItem } from '../../../client/src/event-stream.ts';

function parse(pieces: readonly Uint8Array[]): readonly StreamItem[] {
  const parser = new EventStreamParser();
  return pieces.flatMap((piece) => [...parser.parse(piece)]);
}

const bytesOf = (text: string): Uint8Array => new TextEncoder().encode(text);
const event = (data: string, { name = 'message', id = '' } = {}): StreamItem => ({ kind: 'event', name, data, id });

const streams: readonly (readonly [what: string, text: string, items: readonly StreamItem[]])[] = [
  ['an event', 'id: p1\nevent: change\ndata: {}\n\n', [event('{}', { name: 'change', id: 'p1' })]],
  ['lines that end with CR LF', 'data: a\r\n\r\ndata: b\r\n\r\n', [event('a'), event('b')]],
  ['lines that end with CR', 'data: a\r\rdata: b\r\r', [event('a'), event('b')]],
  ['lines that end in several ways', 'data: a\r\ndata: b\n\r\ndata: c\r\n\n', [event('a\nb'), event('c')]],
  ['data of several lines', 'data: a\ndata:\ndata: b\n\n', [event('a\n\nb')]],
  ['a byte order mark', '\u{feff}data: a\n\n', [event('a')]],
  ['a byte order mark that is not the first', 'data: \u{feff}\n\n', [event('\u{feff}')]],
  ['comments', ':\n\n: hello\ndata: a\n\n', [{ kind: 'comment' }, { kind: 'comment' }, event('a')]],
  ['the time to wait', 'retry: 2000\n\n', [{ kind: 'retry', millis: 2000 }]],
  ['no time that is not a number', 'retry: 2s\nretry:\nretry: -1\n\n', []],
  [
    'an id for the events after it',
    'id: p1\ndata: a\n\ndata: b\n\n',
    [event('a', { id: 'p1' }), event('b', { id: 'p1' })],
  ],
  ['an id without an event', 'id: p1\n\ndata: b\n\n', [event('b', { id: 'p1' })]],
  ['an id that is reset', 'id: p1\ndata: a\n\nid\ndata: b\n\n', [event('a', { id: 'p1' }), event('b')]],
  ['no id with NUL', 'id: p1\0\ndata: a\n\n', [event('a')]],
  ['the name of one event only', 'event: end\ndata: a\n\ndata: b\n\n', [event('a', { name: 'end' }), event('b')]],
  ['no event without data', 'event: end\n\ndata: b\n\n', [event('b')]],
  ['data that is empty', 'data\n\n', [event('')]],
  ['one space before a value', 'data:a\n\ndata:  b\n\n', [event('a'), event(' b')]],
  ['no unknown field', 'other: 1\ndata: a\n data: b\n\n', [event('a')]],
  ['no event that is cut short', 'data: a\n\ndata: b\n', [event('a')]],
  ['characters of several bytes', 'data: é€😀\n\n', [event('é€😀')]],
];

describe('A stream of events has', () => {
  for (const [what, text, items] of streams) {
    it(`${what}, in one piece`, () => {
      expect(parse([bytesOf(text)])).to.deep.equal(items);
    });

    it(`${what}, cut anywhere`, () => {
      const bytes = bytesOf(text);
      for (let cut = 0; cut <= bytes.length; cut += 1)
        expect(parse([bytes.subarray(0, cut), bytes.subarray(cut)]), `cut at ${cut}`).to.deep.equal(items);
      expect(parse(Array.from(bytes, (byte) => Uint8Array.of(byte)))).to.deep.equal(items);
    });
  }

  it('a long line in many pieces, in time that grows with its length', () => {
    const pieces = Array.from({ length: 20_000 }, () => bytesOf('x'.repeat(100)));
    const start = performance.now();
    const [item] = parse([bytesOf('data: '), ...pieces, bytesOf('\n\n')]);
    expect(item).to.include({ kind: 'event' });
    expect(item).to.have.property('data').with.lengthOf(2_000_000);
    // Joining the pieces each time takes more than 10 s.
    expect(performance.now() - start).to.be.lessThan(3000);
  });
});
