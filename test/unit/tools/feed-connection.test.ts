import { expect } from 'chai';
import { judgeConnection, type Expected, type Received } from '../../policies/feed-connection.ts';
import { FeedFault, type FeedObject } from '../../policies/feed-pages.ts';

// The whole feed: c0, the list of computers to be read again (r1), c2, r3, c4. The position pN has N entries before it.
const whole: readonly Expected[] = ['c0', 'r1', 'c2', 'r3', 'c4'].map((id, index) => {
  const isRefetch = id.startsWith('r');
  const cursor = `p${index + 1}`;
  const object: FeedObject = {
    type: 'change',
    id,
    attributes: isRefetch ? { action: 'refetch', at: '', resource_type: 'computer' } : { action: 'deleted', at: '' },
    meta: { page: { cursor } },
  };
  const [told, type] = isRefetch
    ? [undefined, 'computer']
    : [{ type: 'person' as const, id, action: 'deleted' }, 'person'];
  return { item: { id, cursor, at: '', told, type, object }, index };
});

/** Frames: an object and its `id`, as in `c0 p1`; a position; or `end`. Each arrives a millisecond after the one before. `+2000` adds a pause. */
type Script = readonly string[];

function judge(script: Script, expected = whole, after?: string): readonly string[] | undefined {
  let at = 0;
  const received = script.flatMap((line): readonly Received[] => {
    at += line.startsWith('+') ? Number(line) : 1;
    const [name = '', id = name] = line.split(' ');
    if (name.startsWith('+')) return [];
    if (name === 'end') return [{ at, event: { event: 'end', id: undefined, data: { code: 'stream-timeout' } } }];
    const event = name.startsWith('p') ? 'position' : name.startsWith('r') ? 'refetch' : 'change';
    const object = whole.find(({ item }) => item.id === name)?.item.object;
    return [{ at, event: { event, id, data: object ?? {} } }];
  });
  const connection = { after, openedAt: 0, received, text: '' };
  return judgeConnection(connection, expected, (position) => Number(position.slice(1)))?.map(({ item }) => item.id);
}

describe('The judge of a stream', () => {
  it('accepts everything that pages show', () => {
    expect(judge(['p0', 'c0 p1', 'r1 p2', 'c2 p3', '+1000', 'r3 p4', 'c4 p5'])).to.deep.equal([]);
  });

  it('accepts waiting refetches, and the position before them as the id', () => {
    expect(judge(['p0', 'c0 p1', 'r1 p2', 'c2 p3', 'c4 p3', '+1000', 'r3 p5'])).to.deep.equal([]);
    expect(judge(['p0', 'c0 p1', 'c2 p1', 'c4 p1', 'r3 p5'])).to.deep.equal([]);
    expect(judge(['p0', 'c0 p1', 'r1 p2', 'c2 p3', 'c4 p3', 'r3 p5', 'end'])).to.deep.equal([]);
  });

  it('returns the entries not sent yet', () => {
    expect(judge([])).to.equal(undefined);
    expect(judge(['p0'])).to.deep.equal(['c0', 'c2', 'c4', 'r1', 'r3']);
    expect(judge(['p0', 'c0 p1', 'r1 p2'])).to.deep.equal(['c2', 'c4', 'r3']);
    expect(judge(['p2', 'c2 p3'])).to.deep.equal(['c4', 'r3']);
    expect(judge(['p5'])).to.deep.equal([]);
  });

  it('expects only matching entries from a stream with filters', () => {
    const persons = whole.filter(({ item }) => item.type === 'person');
    expect(judge(['p0', 'c0 p1', 'c2 p3', 'c4 p5'], persons)).to.deep.equal([]);
  });

  const faults: Readonly<Record<string, readonly [script: Script, fault: string]>> = {
    'loses a change': [['p0', 'c2 p3'], 'instead of'],
    'repeats a change': [['p0', 'c0 p1', 'c0 p1'], 'instead of'],
    'sends more than there is': [['p4', 'c4 p5', 'c4 p5'], 'instead of undefined'],
    'moves on without a change': [['p0', 'p1'], 'which is not told'],
    'moves on without a refetch': [['p0', 'c0 p1', 'c2 p3'], 'which is not told'],
    'forgets a waiting refetch': [['p0', 'c0 p1', 'r1 p2', 'c2 p3', 'c4 p5'], 'which is not told'],
    'ends after a waiting refetch': [['p0', 'c0 p1', 'r1 p2', 'c2 p3', 'c4 p3', 'p5', 'end'], 'which is not told'],
    'gives a change the wrong position': [['p0', 'c0 p0'], 'the id is not the place'],
    'goes back': [['p0', 'c0 p1', 'p0'], 'goes back'],
    'sends a refetch too early': [['p0', 'r1 p0'], 'too early'],
    'sends a refetch twice for one change': [['p0', 'c0 p1', 'r1 p2', 'r1 p2'], 'tells again'],
    'sends an earlier refetch later': [['p0', 'c0 p1', 'c2 p1', 'r3 p4', 'r1 p4'], 'tells again'],
    'sends refetches too often': [['p0', 'c0 p1', 'r1 p2', 'c2 p3', '+900', 'r3 p4'], 'too often'],
    'does not begin with its position': [['c0 p1'], 'the first frame'],
  };
  for (const [what, [script, fault]] of Object.entries(faults))
    it(`finds that a stream ${what}`, () => {
      expect(() => judge(script)).to.throw(FeedFault, fault);
    });

  it('finds that a stream has a wrong beginning or end', () => {
    expect(() => judge(['p1'], whole, 'p0')).to.throw(FeedFault, 'begins at p1, not at p0');
    const ended = { at: 1, event: { event: 'end', id: undefined, data: { code: 'forbidden' } } };
    const connection = { after: undefined, openedAt: 0, received: [ended], text: '' };
    expect(() => judgeConnection(connection, whole, Number)).to.throw(FeedFault, 'ends with');
  });

  it('finds wrong content and a malformed frame', () => {
    const renamed = whole.map(({ item, index }) => ({ item: { ...item, object: { ...item.object, id: 'x' } }, index }));
    expect(() => judge(['p0', 'c0 p1'], renamed)).to.throw(FeedFault, 'instead of');
    expect(() => judge(['p1', 'r1 p2'], renamed)).to.throw(FeedFault, 'which no page tells');
    const connection = { after: undefined, openedAt: 0, received: [], text: 'event: x\n\n' };
    expect(() => judgeConnection(connection, whole, Number)).to.throw(FeedFault, 'a malformed frame');
  });
});
