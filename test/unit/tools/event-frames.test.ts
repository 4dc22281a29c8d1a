import { expect } from 'chai';
import { checkOrder, readFrames } from '../../support/event-frames.ts';

const OPENING = 'retry: 2000\n\nid: pA-_9\nevent: position\ndata: {}\n\n';

describe('The strict reader of frames', () => {
  it('reads each kind, and leaves an incomplete one', () => {
    const change = 'id: pB\nevent: change\ndata: {"id":"c1"}\n\n';
    const refetch = 'id: pB\nevent: refetch\ndata: {"id":"c2"}\n\n';
    const { frames, rest } = readFrames(`${OPENING}${change}:\n\n${refetch}event: end\ndata: {"code":"a-b"}\n\nid: p`);
    expect(frames).to.deep.equal([
      { kind: 'retry', millis: 2000 },
      { kind: 'position', id: 'pA-_9' },
      { kind: 'change', id: 'pB', object: { id: 'c1' } },
      { kind: 'comment' },
      { kind: 'refetch', id: 'pB', object: { id: 'c2' } },
      { kind: 'end', code: 'a-b' },
    ]);
    expect(rest).to.equal('id: p');
    expect(() => checkOrder(frames)).not.to.throw();
  });

  const malformed: Readonly<Record<string, string>> = {
    'an unknown event': 'id: pB\nevent: message\ndata: {}',
    'an unknown field': 'id: pB\nevent: position\ndata: {}\nx: y',
    'a text after a comment': ': hello',
    'an id that is not a position': 'id: 7\nevent: position\ndata: {}',
    'an id at the end': 'id: pB\nevent: end\ndata: {"code":"a"}',
    'no id': 'event: change\ndata: {}',
    'an empty frame': '',
    'a leading line end': '\nid: pB\nevent: position\ndata: {}',
    'carriage returns': 'id: pB\r\nevent: position\r\ndata: {}',
    'a carriage return in a value': 'id: pB\nevent: change\ndata: {"a":"b\rc"}',
    'a line end in a value': 'id: pB\nevent: change\ndata: {"a":"b\nc"}',
    'data of two lines': 'id: pB\nevent: change\ndata: {\ndata: }',
    'data that is not JSON': 'id: pB\nevent: change\ndata: {',
    'data with spaces': 'id: pB\nevent: change\ndata: {"a": 1}',
    'a position with data': 'id: pB\nevent: position\ndata: {"a":1}',
    'an end with more than a code': 'event: end\ndata: {"code":"a","more":1}',
    'an end without a code': 'event: end\ndata: {}',
    'a pause that is not a number': 'retry: soon',
  };
  for (const [what, text] of Object.entries(malformed))
    it(`refuses ${what}`, () => {
      expect(() => readFrames(`${text}\n\n`)).to.throw();
    });

  const disordered: Readonly<Record<string, string>> = {
    'a stream without a beginning': 'id: pB\nevent: position\ndata: {}\n\n',
    'a stream that does not send its position first': 'retry: 2000\n\n:\n\n',
    'a second pause': `${OPENING}retry: 2000\n\n`,
    'an event after the end': `${OPENING}event: end\ndata: {"code":"a"}\n\nid: pB\nevent: position\ndata: {}\n\n`,
  };
  for (const [what, text] of Object.entries(disordered))
    it(`refuses ${what}`, () => {
      const { frames } = readFrames(text);
      expect(() => checkOrder(frames)).to.throw('frames in the order');
    });
});
