import { expect } from 'chai';
import type { Answer } from '#adapters/http/answer/answer';
import { toAnswer, type WriteAnswer, type WrittenDocument } from '#adapters/http/answer/write-answer';
import { ApiError } from '#adapters/http/api/errors';
import type { KeyLimits } from '#adapters/http/api/limits';
import { runnerByKey, type RunOnce } from '#adapters/http/handlers/once';
import type { KeyedRequest } from '#adapters/http/request/idempotency-key';
import { MemoryUnitOfWork } from '#adapters/memory/unit-of-work';
import { CollisionError } from '#application/model/errors';
import { writeRunner } from '#application/writing/write-transaction';

const KEYED = { key: 'digest of the key', request: 'digest of the request' };
const LIMITS: KeyLimits = {
  idempotencyTtlSeconds: 60,
  idempotencyMaxAnswerBytes: 1000,
};
const CREATED: WrittenDocument = {
  status: 201,
  headers: { Location: '/persons/1', ETag: '"tag"' },
  document: { meta: { message: 'made' }, jsonapi: { version: '1.0' } },
};

describe('A write that is done once', () => {
  it('refuses its key while it runs, also while it starts over, and frees it whatever comes of it', async () => {
    const { once } = open();
    const [running, mayEnd] = [Promise.withResolvers<undefined>(), Promise.withResolvers<undefined>()];
    let attempts = 0;
    const first = once(KEYED, async () => {
      attempts += 1;
      if (attempts === 1) throw new CollisionError('once');
      running.resolve(undefined);
      await mayEnd.promise;
      throw new RangeError('in the end');
    });
    await running.promise;
    const refused = await failureOf(once(KEYED, never));
    expect(refused).to.be.instanceOf(ApiError).with.nested.property('errors[0].code', 'idempotency-key-in-use');
    expect(refused).to.have.deep.property('headers', { 'Retry-After': '1' });
    mayEnd.resolve(undefined);
    expect(await failureOf(first)).to.be.instanceOf(RangeError);
    expect(attempts).to.equal(2);
    expect((await once(KEYED, async () => CREATED)).status).to.equal(201);
  });

  const written: Readonly<Record<string, readonly [WriteAnswer, repeated: Answer]>> = {
    'with all headers': [
      CREATED,
      {
        status: 201,
        headers: {
          Location: '/persons/1',
          ETag: '"tag"',
          'Content-Type': 'application/vnd.api+json',
          'Idempotent-Replayed': 'true',
        },
        text: '{"meta":{"message":"made"},"jsonapi":{"version":"1.0"}}',
      },
    ],
    'with a media type of its own': [
      { ...CREATED, status: 200, headers: { 'Content-Type': 'application/vnd.api+json;ext="x"' } },
      {
        status: 200,
        headers: { 'Content-Type': 'application/vnd.api+json;ext="x"', 'Idempotent-Replayed': 'true' },
        text: '{"meta":{"message":"made"},"jsonapi":{"version":"1.0"}}',
      },
    ],
    'without a body': [{ status: 204 }, { status: 204, headers: { 'Idempotent-Replayed': 'true' } }],
    'that is too long to be stored': [
      { ...CREATED, document: { meta: { message: 'é'.repeat(500) }, jsonapi: { version: '1.1' } } },
      {
        status: 201,
        headers: {
          Location: '/persons/1',
          'Content-Type': 'application/vnd.api+json',
          'Idempotent-Replayed': 'true',
        },
        text: '{"meta":{"message":"Already done; read the resource"},"jsonapi":{"version":"1.1"}}',
      },
    ],
  };
  for (const [what, [answer, repeated]] of Object.entries(written))
    it(`is repeated from the store: an answer ${what}`, async () => {
      const { once, outcomes } = open();
      const first = await once(KEYED, async () => answer);
      expect(first.headers).to.deep.equal(answer.headers);
      expect(await once(KEYED, never)).to.deep.equal(repeated);
      expect(outcomes).to.deep.equal(['stored', 'replayed']);
    });

  it('is not counted when it fails', async () => {
    const { once, outcomes } = open();
    await failureOf(once(KEYED, () => Promise.reject(new RangeError('no'))));
    await once(KEYED, async () => CREATED);
    expect(await failureOf(once({ ...KEYED, request: 'another' }, never)))
      .to.be.instanceOf(ApiError)
      .with.nested.property('errors[0].code', 'idempotency-key-reused');
    expect(outcomes).to.deep.equal(['stored']);
  });
});

type Run = Parameters<RunOnce>[2];

function open(): {
  readonly once: (keyed: KeyedRequest, run: Run) => Promise<Answer>;
  readonly outcomes: readonly string[];
} {
  const outcomes: string[] = [];
  const once = runnerByKey(LIMITS, (observation) => {
    if (observation.kind === 'keyed answer') outcomes.push(observation.outcome);
  });
  const by = { runWrite: writeRunner(new MemoryUnitOfWork()), viewer: undefined };
  return { once: (keyed, run) => once(by, keyed, run, (written) => toAnswer(written, { shown: 'mark' })), outcomes };
}

function never(): never {
  throw new Error('it must not run');
}

function failureOf(work: Promise<unknown>): Promise<unknown> {
  return work.then(
    () => 'it did not fail',
    (error: unknown) => error,
  );
}
