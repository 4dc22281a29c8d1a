import { expect } from 'chai';
import { ApiError } from '#adapters/http/api/errors';
import { Subscribers, type Subscription } from '#adapters/http/handlers/subscribers';

const stays = new AbortController().signal;

describe('Subscribers', () => {
  /** Joins as often as is allowed. */
  function joinAll(subscribers: Subscribers, subject: string | undefined): Subscription[] {
    const joined: Subscription[] = [];
    try {
      for (;;) joined.push(subscribers.join(subject, stays));
    } catch (error) {
      if (!(error instanceof ApiError)) throw error;
      expect(error.status).to.equal(503);
      expect(error.errors.map(({ code }) => code)).to.deep.equal(['too-many-subscribers']);
      expect(error.headers).to.deep.equal({ 'Retry-After': '5' });
      return joined;
    }
  }

  it('are limited in number; without a policy, one client may take all places', () => {
    const subscribers = new Subscribers({ maxSubscribers: 7 });
    const joined = joinAll(subscribers, undefined);
    expect(joined).to.have.length(7);
    expect(subscribers.number).to.equal(7);
    joined[0]?.leave();
    expect(subscribers.number).to.equal(6);
    expect(joinAll(subscribers, undefined)).to.have.length(1);
  });

  for (const [maxSubscribers, share] of [
    [1, 1],
    [4, 1],
    [9, 1],
    [10, 2],
    [100, 20],
  ] as const)
    it(`may include ${share} of one subject if ${maxSubscribers} are allowed`, () => {
      const subscribers = new Subscribers({ maxSubscribers });
      const joined = joinAll(subscribers, 'key:a');
      expect(joined).to.have.length(share);
      const others = Math.min(share, maxSubscribers - share);
      expect(joinAll(subscribers, 'key:b')).to.have.length(others);
      for (const { leave } of joined) leave();
      expect(joinAll(subscribers, 'key:a')).to.have.length(share);
    });

  it('end when their own client leaves', () => {
    const subscribers = new Subscribers({ maxSubscribers: 3 });
    const closed = new AbortController();
    const [going, staying] = [subscribers.join('key:a', closed.signal), subscribers.join(undefined, stays)];
    closed.abort();
    expect([going.signal.aborted, staying.signal.aborted]).to.deep.equal([true, false]);
    expect(subscribers.join(undefined, closed.signal).signal.aborted).to.equal(true);
  });

  it('all end when the process stops, including those that join afterwards', () => {
    const subscribers = new Subscribers({ maxSubscribers: 5 });
    const joined = [subscribers.join('key:a', stays), subscribers.join(undefined, stays)];
    subscribers.stop();
    joined.push(subscribers.join(undefined, stays));
    expect(joined.map(({ signal }) => signal.aborted)).to.deep.equal([true, true, true]);
    for (const { leave } of joined) leave();
    expect(subscribers.number).to.equal(0);
  });
});
