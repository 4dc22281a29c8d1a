import { expect } from 'chai';
import { OwnNewestWrite } from '../../../../src/adapters/persistence/replication/newest-write.ts';
import { SharedNewestWrite } from '../../../../src/composition/workers/shared-newest-write.ts';

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
