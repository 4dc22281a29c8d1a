import { expect } from 'chai';
import { parseDepth, parseSeed } from '../../support/depth.ts';

describe('The depth of the tests', () => {
  it('is of the gate or of the campaign, and another text is refused', () => {
    expect(['gate', 'campaign'].map(parseDepth)).to.deep.equal(['gate', 'campaign']);
    for (const text of ['', 'Campaign', 'all']) expect(() => parseDepth(text), text).to.throw('TEST_DEPTH must be');
  });

  it('allows a seed to be given in the campaign alone', () => {
    expect(parseSeed('7', 'campaign')).to.equal(7);
    expect(parseSeed(undefined, 'campaign')).to.equal(undefined);
    expect(parseSeed(undefined, 'gate')).to.equal(undefined);
    expect(() => parseSeed('7', 'gate')).to.throw('TEST_SEED needs TEST_DEPTH=campaign');
    expect(() => parseSeed('seven', 'campaign')).to.throw('TEST_SEED must be an integer');
  });
});
