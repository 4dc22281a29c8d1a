import { expect } from 'chai';
import { OwnNewestWrite } from '#adapters/persistence/replication/newest-write';
import type { LogPosition } from '#application/model/log-position';
import { SharedNewestWrite, SharedWrites } from '#composition/processes/shared-newest-write';

describe('The writes that workers share', () => {
  it('are answered once all others that are still there know of them', async () => {
    const sharing = new SharedWrites();
    const known: LogPosition[] = [];
    const writer = sharing.join(() => Promise.reject(new Error('its own')));
    sharing.join(() => Promise.reject(new Error('gone')));
    sharing.join(async (position) => {
      await new Promise(setImmediate);
      known.push(position);
    });
    await writer.wrote({ timeline: 1, offset: 7n });
    expect(known).to.deep.equal([{ timeline: 1, offset: 7n }]);
  });
});

describe('The newest write of several workers', () => {
  for (const [problem, share] of [
    ['do not answer', () => new Promise(() => undefined)],
    ['are gone', () => Promise.reject(new Error('closed'))],
  ] as const)
    it(`is known here even if the others ${problem}`, async () => {
      const newest = new SharedNewestWrite(new OwnNewestWrite(), share);
      await newest.raise({ timeline: 1, offset: 7n });
      expect(newest.position).to.deep.equal({ timeline: 1, offset: 7n });
    });
});
