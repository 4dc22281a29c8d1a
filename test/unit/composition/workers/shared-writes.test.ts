import { expect } from 'chai';
import type { Position } from '#application/model/log-position';
import { SharedWrites } from '#composition/workers/shared-writes';

describe('The writes that workers share', () => {
  it('are answered once all others that are still there know of them', async () => {
    const sharing = new SharedWrites();
    const known: Position[] = [];
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
