import { expect } from 'chai';
import { MemoryChanges } from '#adapters/memory/changes';
import { PositionExpiredError } from '#application/model/errors';
import { noRequest } from '#application/model/origin';
import { aPerson } from '../../../support/builders.ts';

const AT = '2026-11-28T12:00:00.000Z';

function keepNumbered(kept: MemoryChanges, count: number): void {
  for (let id = 1; id <= count; id += 1)
    kept.keep(
      [{ before: undefined, after: aPerson({ id: String(id), name: 'x'.repeat(100) }), links: {} }],
      noRequest,
      AT,
    );
}

describe('the changes in memory', () => {
  it('lose the oldest when they take too much memory, and places before these expire', async () => {
    const kept = new MemoryChanges(10_000);
    const start = await kept.end();
    keepNumbered(kept, 100);
    const { changes, isEnd } = await kept.look({ after: undefined, most: 1000 });
    expect(changes.length).to.be.within(5, 50);
    expect(changes.map(({ id }) => Number(id))).to.deep.equal(
      Array.from({ length: changes.length }, (_, index) => 101 - changes.length + index),
    );
    expect(isEnd).to.equal(true);
    const oldest = changes[0];
    if (oldest === undefined) throw new Error('nothing is kept');
    const before = { ...oldest.place, seq: oldest.place.seq - 1 };
    expect((await kept.look({ after: before, most: 1000 })).changes).to.deep.equal(changes);
    for (const after of [start, { ...before, seq: before.seq - 1 }])
      expect(await kept.look({ after, most: 1 }).catch((error: unknown) => error))
        .to.be.instanceOf(PositionExpiredError)
        .with.property('reason', 'too-old');
  });

  it('are purged once they are old enough', async () => {
    const kept = new MemoryChanges();
    keepNumbered(kept, 2);
    expect(await kept.purge(60)).to.equal(0);
    expect((await kept.look({ after: undefined, most: 9 })).changes).to.have.length(2);
    expect(await kept.purge(0)).to.equal(2);
    expect((await kept.look({ after: undefined, most: 9 })).changes).to.deep.equal([]);
    expect(await kept.look({ after: await kept.end(), most: 9 })).to.deep.include({ changes: [], isEnd: true });
  });
});
