import { expect } from 'chai';
import { depth, parseDepth, parseSeed, seedOf } from '../../support/depth.ts';

describe('The depth of the tests', () => {
  it('is gate or campaign, and any other text is refused', () => {
    expect(['gate', 'campaign'].map(parseDepth)).to.deep.equal(['gate', 'campaign']);
    for (const text of ['', 'Campaign', 'all']) expect(() => parseDepth(text), text).to.throw('TEST_DEPTH must be');
  });

  it('accepts a seed only in the campaign', () => {
    expect(parseSeed('7', 'campaign')).to.equal(7);
    expect(parseSeed(undefined, 'campaign')).to.equal(undefined);
    expect(parseSeed(undefined, 'gate')).to.equal(undefined);
    expect(() => parseSeed('7', 'gate')).to.throw('TEST_SEED needs TEST_DEPTH=campaign');
    expect(() => parseSeed('seven', 'campaign')).to.throw('TEST_SEED must be an integer');
  });

  it('fixes every seed in the gate', () => {
    const fixed = -1;
    expect(seedOf('this test', fixed) === fixed).to.equal(depth === 'gate');
  });
});
