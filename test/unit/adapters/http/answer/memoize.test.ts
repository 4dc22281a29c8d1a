import { expect } from 'chai';
import { memoize } from '#adapters/http/answer/memoize';

describe('memoize', () => {
  const computed: string[] = [];
  const compute = memoize((text) => {
    computed.push(text);
    if (text === 'wrong') throw new Error(text);
    return { text };
  });
  beforeEach(() => {
    computed.length = 0;
  });

  it('computes a result once and returns the same one again', () => {
    expect(compute('a')).to.equal(compute('a')).and.to.deep.equal({ text: 'a' });
    expect(compute('')).to.equal(compute('')).and.to.deep.equal({ text: '' });
    expect(computed).to.deep.equal(['a', '']);
  });

  it('does not cache errors', () => {
    for (let time = 0; time < 2; time += 1) expect(() => compute('wrong')).to.throw('wrong');
    expect(computed).to.deep.equal(['wrong', 'wrong']);
  });

  it('does not cache results for long texts', () => {
    const long = 'x'.repeat(501);
    compute(long);
    compute(long);
    expect(computed).to.deep.equal([long, long]);
  });

  it('evicts the oldest result after a hundred newer ones', () => {
    compute('oldest');
    compute('kept');
    for (let each = 1; each < 100; each += 1) compute(`newer ${each}`);
    computed.length = 0;
    compute('kept');
    compute('oldest');
    expect(computed).to.deep.equal(['oldest']);
  });
});
