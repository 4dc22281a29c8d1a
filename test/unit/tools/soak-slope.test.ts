import { expect } from 'chai';
import { slopeOf } from '../../soak/slope.ts';

describe('The slope of memory', () => {
  const samples = (...megabytes: readonly number[]) => megabytes.map((each, minutes) => ({ minutes, megabytes: each }));

  it('is the growth per minute', () => {
    expect(slopeOf(samples(100, 102, 104, 106))).to.be.closeTo(2, 1e-9);
  });

  it('is not distorted by an outlier', () => {
    expect(slopeOf(samples(100, 100, 100, 130, 100, 100, 100))).to.be.closeTo(0, 1e-9);
  });

  it('is zero for a single sample', () => {
    expect(slopeOf(samples(100))).to.equal(0);
  });
});
