import { expect } from 'chai';
import { entityTag, epochMarks, isCurrent, precondition, stateIn, stateOf } from '#adapters/http/answer/entity-tags';
import { digest } from '#adapters/http/api/digest';
import { ApiError } from '#adapters/http/api/errors';
import { readConditions } from '#adapters/http/request/conditions';

const resource = { type: 'person', id: '7', version: 3 } as const;
const MARK = { shown: 'mark' };
const represented = { resource, variant: 'variant', needsDigest: false, isPart: false };

describe('An entity tag', () => {
  it('has a state, which holds the epoch, type, id and version', () => {
    const state = stateOf(resource, MARK);
    expect(stateIn(entityTag(represented, MARK, () => '').replaceAll('"', ''))).to.equal(state);
    const others = [
      stateOf(resource, { shown: 'other' }),
      stateOf({ ...resource, type: 'computer' }, MARK),
      stateOf({ ...resource, id: '73' }, MARK),
      stateOf({ ...resource, id: '73', version: 1 }, MARK),
      stateOf({ ...resource, version: 33 }, MARK),
    ];
    expect(new Set([state, ...others]).size).to.equal(6);
  });

  it('holds a digest of the text only where the text shows other resources', () => {
    const tagOf = (needsDigest: boolean, text: string): string =>
      entityTag({ ...represented, needsDigest }, MARK, () => digest(text));
    expect(tagOf(false, 'a')).to.equal(tagOf(false, 'b'));
    expect(tagOf(true, 'a')).not.to.equal(tagOf(true, 'b'));
    expect(stateIn(tagOf(true, 'a'))).to.equal(stateIn(tagOf(false, 'b')));
  });

  it('says that it is of a part, and is of the same state', () => {
    const [part, whole] = [true, false].map((isPart) =>
      entityTag({ ...represented, needsDigest: isPart, isPart }, MARK, () => digest('a')).replaceAll('"', ''),
    );
    expect(part).to.match(/^[A-Za-z0-9._-]+$/);
    expect(part).not.to.equal(whole);
    expect(stateIn(part ?? '')).to.equal(stateIn(whole ?? ''));
  });

  it('cannot be made of a resource whose version was not read', () => {
    expect(() => stateOf({ type: 'person', id: '7' }, MARK)).to.throw('version');
  });

  it('without a dot is of no state', () => {
    expect(stateIn('x')).to.equal('');
    expect(stateIn('')).to.equal('');
  });
});

describe('epochMarks', () => {
  it('names each epoch and timeline, without showing the epoch', async () => {
    let timeline: number | undefined = 1;
    let epoch = '0123456789abcdef0123456789abcdef';
    const markOf = epochMarks({ epoch: async () => epoch, positions: { timeline: () => timeline } }, false);
    const first = await markOf();
    expect(first)
      .to.have.property('shown')
      .that.matches(/^[A-Za-z0-9_-]{22}$/);
    expect(await markOf()).to.deep.equal(first);
    expect(first).not.to.deep.equal({ shown: digest(epoch) });
    epoch = 'fedcba9876543210fedcba9876543210';
    const second = await markOf();
    expect(second).not.to.deep.equal(first);
    timeline = 2;
    expect(await markOf()).not.to.equal(second);
  });
});

function outcomeOf(headers: Readonly<Record<string, string>>, tag: string): string {
  const lines = Object.fromEntries(Object.entries(headers).map(([name, value]) => [name, [value]]));
  try {
    return isCurrent(readConditions(lines, true).conditions, tag) ? 'not modified' : 'sent';
  } catch (error) {
    if (!(error instanceof ApiError)) throw error;
    const header = error.errors[0]?.meta?.['header'];
    return typeof header === 'string' ? header : 'refused without a header';
  }
}

describe('precondition', () => {
  const tagOf = (isPart: boolean, version = 3): string =>
    entityTag(
      { ...represented, resource: { ...resource, version }, needsDigest: isPart, isPart },
      MARK,
      () => 'digest',
    );
  const [part, whole, old] = [tagOf(true), tagOf(false), tagOf(false, 2)];
  /** The error's detail if the condition fails. */
  const refusalOf = (ifMatch: string, replacesSet: boolean): string | undefined => {
    const { conditions } = readConditions({ 'if-match': [ifMatch] }, false);
    const guard = precondition(conditions, { type: 'person', replacesSet, mark: MARK });
    try {
      guard({ type: 'person', id: '7', version: 3, attributes: {}, targets: {} });
      return undefined;
    } catch (error) {
      if (!(error instanceof ApiError)) throw error;
      return error.errors[0]?.detail;
    }
  };

  for (const [sent, other, replacing] of [
    [whole, undefined, undefined],
    ['*', undefined, undefined],
    [part, undefined, 'replaces the whole set'],
    [`${part}, ${tagOf(true)}`, undefined, 'replaces the whole set'],
    [`${part}, ${whole}`, undefined, undefined],
    [`${part}, W/${whole}`, undefined, 'replaces the whole set'],
    [`${part}, ${old}`, undefined, 'replaces the whole set'],
    [old, 'read it again', 'read it again'],
    [`W/${part}`, 'read it again', 'read it again'],
  ] as const)
    it(`of If-Match: ${sent} ${replacing === undefined ? 'lets' : 'does not let'} a write replace a set`, () => {
      for (const [replacesSet, expected] of [
        [false, other],
        [true, replacing],
      ] as const) {
        const refusal = refusalOf(sent, replacesSet);
        if (expected === undefined) expect(refusal).to.equal(undefined);
        else expect(refusal).to.include(expected);
      }
    });
});

describe('isCurrent', () => {
  for (const header of ['"a"', 'W/"a"', '"b", "a"', '"b",W/"a"', '"x,y", "a"', '*', ' * '])
    it(`finds the tag "a" in If-None-Match: ${header}`, () => {
      expect(outcomeOf({ 'if-none-match': header }, '"a"')).to.equal('not modified');
    });

  for (const header of ['', '"b"', 'a', '"a', '"A"', '"a,b"', '"x", "ab"', '"a", nonsense'])
    it(`does not find the tag "a" in If-None-Match: ${header}`, () => {
      expect(outcomeOf({ 'if-none-match': header }, '"a"')).to.equal('sent');
    });

  it('sends an answer where nothing is asked', () => {
    expect(outcomeOf({}, '"a"')).to.equal('sent');
  });

  it('knows an answer without a tag only by *', () => {
    expect(outcomeOf({ 'if-none-match': '*' }, '')).to.equal('not modified');
    expect(outcomeOf({ 'if-none-match': '""' }, '')).to.equal('sent');
    expect(outcomeOf({ 'if-match': '""' }, '')).to.equal('If-Match');
    expect(outcomeOf({ 'if-match': '*' }, '')).to.equal('sent');
  });

  for (const header of ['"b"', 'W/"a"', '"ab"'])
    it(`refuses If-Match: ${header}, even if the client has the answer`, () => {
      expect(outcomeOf({ 'if-match': header, 'if-none-match': '*' }, '"a"')).to.equal('If-Match');
    });

  for (const header of ['"a"', '"b", "a"', '*'])
    it(`accepts If-Match: ${header}`, () => {
      expect(outcomeOf({ 'if-match': header }, '"a"')).to.equal('sent');
      expect(outcomeOf({ 'if-match': header, 'if-none-match': '"a"' }, '"a"')).to.equal('not modified');
    });
});
