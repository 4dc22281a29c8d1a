import { randomBytes } from 'node:crypto';
import { expect } from 'chai';
import { CollisionError } from '#application/model/errors';
import type { Claim, StoredAnswer } from '#application/ports/idempotency-store';
import type { UnitOfWork } from '#application/ports/unit-of-work';
import { writeRunner } from '#application/writing/write-transaction';
import { aNewPerson } from '../support/builders.ts';
import { clear, findIds, queryFor } from './fixtures.ts';
import type { CurrentUnitOfWork } from './storage-under-test.ts';

const [REQUEST, OTHER_REQUEST] = [digest(), digest()];
const HOUR = 3600;

/** The answers to requests that may be repeated. */
export function describeAnswers(unitOfWork: CurrentUnitOfWork): void {
  describe('stored answers', () => {
    beforeEach(() => clear(unitOfWork()));

    for (const [what, answer] of Object.entries(answers))
      it(`come back as they were: ${what}`, async () => {
        const key = digest();
        expect(await keepFirst(unitOfWork(), key, answer)).to.deep.equal({ kind: 'new' });
        expect(await keepFirst(unitOfWork(), key, anAnswer({ body: 'another' }))).to.deep.equal({
          kind: 'answered',
          answer,
        });
      });

    it('are not those of another key, nor of another request under the key', async () => {
      const key = digest();
      await keepFirst(unitOfWork(), key, anAnswer());
      expect(await claimOnly(unitOfWork(), key, OTHER_REQUEST)).to.deep.equal({ kind: 'reused' });
      expect(await claimOnly(unitOfWork(), digest())).to.include({ kind: 'new' });
      expect(await claimOnly(unitOfWork(), key)).to.include({ kind: 'answered' });
    });

    it('are not stored when the transaction fails', async () => {
      const key = digest();
      const failure = await unitOfWork()
        .write(async ({ answers: store }) => {
          const claim = await store.claim(key, REQUEST);
          if (claim.kind === 'new') await claim.keep(anAnswer(), HOUR);
          throw new RangeError('after it was kept');
        })
        .catch((error: unknown) => error);
      expect(failure).to.be.instanceOf(RangeError);
      expect(await claimOnly(unitOfWork(), key, OTHER_REQUEST)).to.include({ kind: 'new' });
    });

    it('do not include a claim for which nothing was kept', async () => {
      const key = digest();
      await claimOnly(unitOfWork(), key);
      expect(await claimOnly(unitOfWork(), key, OTHER_REQUEST)).to.include({ kind: 'new' });
    });

    it('are not in the way of the same work when it runs again after a collision', async () => {
      const [key, seen]: [string, string[]] = [digest(), []];
      await writeRunner(unitOfWork())(async ({ answers: store }) => {
        const claim = await store.claim(key, REQUEST);
        seen.push(claim.kind);
        if (claim.kind === 'new') await claim.keep(anAnswer({ body: `attempt ${seen.length}` }), HOUR);
        if (seen.length === 1) throw new CollisionError('once');
      });
      expect(seen).to.deep.equal(['new', 'new']);
      expect(await claimOnly(unitOfWork(), key)).to.deep.equal({
        kind: 'answered',
        answer: anAnswer({ body: 'attempt 2' }),
      });
    });

    it('count as never stored once their time is over', async () => {
      const key = digest();
      await keepFirst(unitOfWork(), key, anAnswer(), 0);
      expect(await keepFirst(unitOfWork(), key, anAnswer({ body: 'second' }), HOUR, OTHER_REQUEST)).to.deep.equal({
        kind: 'new',
      });
      expect(await claimOnly(unitOfWork(), key, OTHER_REQUEST)).to.deep.equal({
        kind: 'answered',
        answer: anAnswer({ body: 'second' }),
      });
    });

    it('let one of many simultaneous transactions do its work', async () => {
      const key = digest();
      const kinds = await Promise.all(
        Array.from({ length: 20 }, () =>
          unitOfWork().write(async ({ answers: store, repositories }) => {
            const claim = await store.claim(key, REQUEST);
            if (claim.kind !== 'new') return claim.kind;
            await repositories.person.add(aNewPerson({ name: 'once' }));
            await claim.keep(anAnswer(), HOUR);
            return claim.kind;
          }),
        ),
      );
      expect(kinds.filter((kind) => kind === 'new')).to.have.lengthOf(1);
      expect(new Set(kinds)).to.satisfy((all: Set<string>) => !all.has('reused'));
      expect(await findIds(unitOfWork().reader, queryFor('person'))).to.have.lengthOf(1);
    });

    it('are purged once their time is over, and only then, some at a time', async () => {
      while ((await unitOfWork().purgeAnswers(100)) > 0);
      const [lasting, ...over] = [digest(), digest(), digest(), digest()];
      await keepFirst(unitOfWork(), lasting, anAnswer());
      for (const key of over) await keepFirst(unitOfWork(), key, anAnswer(), 0);
      const purged: number[] = [];
      for (let times = 0; times < 3; times += 1) purged.push(await unitOfWork().purgeAnswers(2));
      expect(purged).to.deep.equal([2, 1, 0]);
      expect(await claimOnly(unitOfWork(), lasting)).to.include({ kind: 'answered' });
    });
  });
}

const answers: Readonly<Record<string, StoredAnswer>> = {
  'with all headers': anAnswer(),
  'without any': {
    status: 204,
    location: undefined,
    etag: undefined,
    contentType: undefined,
    body: undefined,
    viewer: undefined,
  },
  'with a viewer': anAnswer({ viewer: 'a-digest_1' }),
  'with an empty body': anAnswer({ body: '' }),
  'with every kind of letter': anAnswer({ body: '{"a":"\u{1F600} é \u2028 \\ \' %s $1 \uFEFF"}' }),
  'with a long body': anAnswer({ body: 'x'.repeat(1_100_000) }),
};

function anAnswer(change: Partial<StoredAnswer> = {}): StoredAnswer {
  const head = { status: 201, location: '/persons/1', etag: '"a"', contentType: 'application/vnd.api+json' };
  return { ...head, body: '{}', viewer: undefined, ...change };
}

function digest(): string {
  return randomBytes(32).toString('hex');
}

/** Keeps an answer, if there is none. */
async function keepFirst(
  unitOfWork: UnitOfWork,
  key: string,
  answer: StoredAnswer,
  seconds = HOUR,
  request = REQUEST,
): Promise<object> {
  return unitOfWork.write(async ({ answers: store }) => {
    const claim = await store.claim(key, request);
    if (claim.kind !== 'new') return claim;
    await claim.keep(answer, seconds);
    return { kind: claim.kind };
  });
}

function claimOnly(unitOfWork: UnitOfWork, key: string, request = REQUEST): Promise<Claim> {
  return unitOfWork.write(({ answers: store }) => store.claim(key, request));
}
