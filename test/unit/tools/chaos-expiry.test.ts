import { expect } from 'chai';
import { ExpiringKey, type Fate } from '../../chaos/expiry/expiring-key.ts';

describe('A key of a chaos run with keys that expire', () => {
  let key: ExpiringKey;
  const answer = (at: number, status: number, text: string, isReplayed: boolean, isOther = false): Fate => {
    const headers = isReplayed ? { 'idempotent-replayed': 'true' } : {};
    return key.learn({ status, text, headers }, { sent: at, answered: at + 10 }, isOther);
  };
  beforeEach(() => {
    key = new ExpiringKey(1000);
    expect(answer(0, 201, 'a', false)).to.equal('done');
  });

  it('is known within its time, and new beyond', () => {
    expect(answer(900, 201, 'a', true)).to.equal('replayed');
    expect(answer(900, 422, '', false, true)).to.equal('reused');
    expect(answer(1011, 201, 'b', false, true)).to.equal('done');
    expect(answer(1900, 201, 'b', true, true)).to.equal('replayed');
    expect(key.done).to.equal(2);
  });

  it('may be both around the end of its time, which only the database knows', () => {
    expect(answer(1005, 201, 'a', true)).to.equal('replayed');
    expect(answer(1005, 201, 'b', false)).to.equal('done');
  });

  it('must not be done twice within its time, known beyond it, or answered otherwise', () => {
    expect(() => answer(980, 201, 'b', false)).to.throw('done twice within its time');
    expect(() => answer(1011, 201, 'a', true)).to.throw('known beyond its time: 201 a');
    expect(() => answer(1011, 422, '', false, true)).to.throw('known beyond its time: 422');
    expect(() => answer(500, 201, 'b', true)).to.throw('answered with 201 b');
    expect(() => answer(500, 409, '', false)).to.throw('answered with 409');
  });
});
