import { expect } from 'chai';
import { PositionExpiredError } from '#application/model/errors';
import type { FeedPlace } from '#application/model/feed-place';
import type { ChangeQuery } from '#application/ports/change-feed';
import type { UnitOfWork } from '#application/ports/unit-of-work';
import { writeRunner, type RunWrite } from '#application/writing/write-transaction';
import { writes } from '#application/writing/writes';
import type { Attributes, ResourceType } from '#domain/schema';
import { exampleOf, nextIndex, standAlone } from './rows-of-types.ts';
import type { CurrentUnitOfWork } from './storage-under-test.ts';
import { changesSince } from './told.ts';

const [first] = standAlone;

export function describeChanges(current: CurrentUnitOfWork): void {
  describe('the feed of changes', () => {
    let run: RunWrite;
    let since: FeedPlace;

    beforeEach(async () => {
      run = writeRunner(current());
      since = await current().changes.end();
    });

    const create = (type: ResourceType): Promise<string> =>
      run(async (transaction) => (await writes[type].create(transaction, created(type))).id);
    const told = async (query: Partial<ChangeQuery> = {}): Promise<readonly string[]> =>
      (await current().changes.look({ after: since, most: 1000, ...query })).changes.map(
        ({ action, type, id }) => `${action} ${type} ${id}`,
      );

    it('tells the writes in their order', async () => {
      const expected: string[] = [];
      for (const type of standAlone) expected.push(`created ${type} ${await create(type)}`);
      expect(await told()).to.deep.equal(expected);
    });

    it('tells several writes of a transaction as one change of each resource, and none if it ends as it began', async () => {
      for (const type of standAlone) {
        const kept = await run(async (transaction) => {
          const { id } = await writes[type].create(transaction, created(type));
          const gone = await writes[type].create(transaction, created(type));
          await writes[type].remove(transaction, gone.id);
          await writes[type].update(transaction, id, { attributes: created(type).attributes, linkage: {} });
          return id;
        });
        expect(await told()).to.deep.equal([`created ${type} ${kept}`]);
        since = await current().changes.end();
      }
    });

    it('tells nothing of what changes nothing, or is rolled back', async () => {
      for (const type of standAlone) {
        const { attributes } = created(type);
        const id = await run(
          async (transaction) => (await writes[type].create(transaction, { attributes, linkage: {} })).id,
        );
        since = await current().changes.end();
        await run((transaction) => writes[type].update(transaction, id, { attributes, linkage: {} }));
        const failure = new Error('changed its mind');
        const failing = run(async (transaction) => {
          await writes[type].remove(transaction, id);
          throw failure;
        });
        expect(await failing.catch((error: unknown) => error)).to.equal(failure);
        expect(await current().changes.look({ after: since, most: 9 })).to.deep.equal({
          changes: [],
          place: since,
          isEnd: true,
        });
      }
    });

    it('goes on behind every change, and looks at no more than asked', async () => {
      if (first === undefined) throw new Error('no type to create');
      await run(async (transaction) => {
        for (let each = 0; each < 5; each += 1) await writes[first].create(transaction, created(first));
      });
      await create(first);
      const all = await changesSince(current(), since);
      expect(all).to.have.length(6);
      for (const [index, { place }] of all.entries()) {
        expect(await changesSince(current(), place, 1)).to.deep.equal(all.slice(index + 1));
        const { changes, isEnd } = await current().changes.look({ after: place, most: 2 });
        expect(changes).to.deep.equal(all.slice(index + 1, index + 3));
        expect(isEnd).to.equal(index >= 3);
      }
      expect(all.at(-1)?.place).to.deep.equal(await current().changes.end());
    });

    it('tells those of one type or resource, and how far it has looked', async () => {
      const [type, other] = [first, standAlone.at(-1)];
      if (type === undefined || other === undefined || type === other) return;
      const [one] = [await create(type), await create(other)];
      const two = await create(type);
      await create(other);
      expect(await told({ of: [{ type }] })).to.deep.equal([`created ${type} ${one}`, `created ${type} ${two}`]);
      expect(await told({ of: [{ type, id: two }] })).to.deep.equal([`created ${type} ${two}`]);
      expect(await told({ of: [{ type: other, id: '9223372036854775807' }] })).to.deep.equal([]);
      const { place, isEnd } = await current().changes.look({ after: since, most: 2, of: [{ type, id: two }] });
      expect(isEnd).to.equal(false);
      expect(await told({ after: place, of: [{ type }] })).to.deep.equal([`created ${type} ${two}`]);
    });

    it('begins with the oldest change that is kept', async () => {
      if (first === undefined) throw new Error('no type to create');
      const id = await create(first);
      const [last] = (await changesSince(current(), undefined, 500)).slice(-1);
      expect(last).to.include({ action: 'created', type: first, id });
    });

    it('verifies a place without returning changes', async () => {
      if (first === undefined) throw new Error('no type to create');
      const { changes } = current();
      expect(await changes.look({ after: since, most: 0 })).to.deep.equal({ changes: [], place: since, isEnd: true });
      await run(async (transaction) => {
        for (let each = 0; each < 3; each += 1) await writes[first].create(transaction, created(first));
      });
      const places = [since, ...(await changesSince(current(), since)).map(({ place }) => place)];
      for (const [index, after] of places.entries())
        expect(await changes.look({ after, most: 0 })).to.deep.equal({ changes: [], place: after, isEnd: index === 3 });
    });

    it('continues before a change that it has returned, and before the oldest one', async () => {
      if (first === undefined) throw new Error('no type to create');
      const { changes } = current();
      await run(async (transaction) => {
        for (let each = 0; each < 3; each += 1) await writes[first].create(transaction, created(first));
      });
      await create(first);
      const all = await changesSince(current(), since);
      for (const [index, { place, name }] of all.entries())
        expect(await changesSince(current(), { ...place, told: name.n })).to.deep.equal(all.slice(index));
      const { place: beginning } = await changes.look({ after: undefined, most: 0 });
      expect(await changesSince(current(), beginning, 500)).to.deep.equal(
        await changesSince(current(), undefined, 500),
      );
    });

    it('returns an acknowledged write even to readers who do not wait, if nobody else reads', async () => {
      if (first === undefined) throw new Error('no type to create');
      const id = await create(first);
      expect(await told({ settling: 'try' })).to.deep.equal([`created ${first} ${id}`]);
    });

    it('expires the places before purged changes', async () => {
      if (first === undefined) throw new Error('no type to create');
      const { changes } = current();
      await create(first);
      const middle = await changes.end();
      await create(first);
      const end = await changes.end();
      for (let purged = 1; purged > 0;) purged = await changes.purge(0, 1000);
      for (const after of [since, middle])
        for (const most of [0, 1]) expect(await reasonOf(current(), after, most)).to.equal('too-old');
      expect(await changes.look({ after: end, most: 0 })).to.deep.equal({ changes: [], place: end, isEnd: true });
      expect(await changes.look({ after: undefined, most: 0 })).to.deep.equal({ changes: [], place: end, isEnd: true });
    });

    it('refuses places of another feed, and those that it has not reached', async () => {
      const beyond: readonly FeedPlace[] = [
        { ...since, restart: 'another' },
        { ...since, mark: '77' },
        { ...since, seq: since.seq + 1 },
      ];
      for (const after of beyond)
        for (const most of [0, 1]) expect(await reasonOf(current(), after, most)).to.equal('other-history');
    });
  });
}

function created(type: ResourceType): { readonly attributes: Attributes; readonly linkage: Record<string, never> } {
  return { attributes: exampleOf(type, nextIndex()).attributes, linkage: {} };
}

async function reasonOf(unitOfWork: UnitOfWork, after: FeedPlace, most: number): Promise<unknown> {
  const error: unknown = await unitOfWork.changes.look({ after, most }).catch((reason: unknown) => reason);
  return error instanceof PositionExpiredError ? error.reason : error;
}
