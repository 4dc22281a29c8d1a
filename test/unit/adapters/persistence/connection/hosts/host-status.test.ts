import { expect } from 'chai';
import type { SessionTarget } from '#adapters/persistence/connection/driver/server-address';
import {
  noHostError,
  rejectionReason,
  type ProbeResult,
  type HostStatus,
} from '#adapters/persistence/connection/hosts/host-status';
import { StorageRefusedError, StorageUnavailableError } from '#application/model/errors';

const PRIMARY: HostStatus = { isStandby: false, isReadOnly: false, timeline: 3 };

describe('A host', () => {
  const cases: readonly (readonly [
    target: SessionTarget,
    changes: Partial<HostStatus>,
    highest: number,
    why?: RegExp,
  ])[] = [
    ['read-write', {}, 3],
    ['read-write', {}, 4, /^is a former primary, on timeline 3 of 4$/],
    ['read-write', { isReadOnly: true }, 3, /^is read-only$/],
    ['read-write', { isStandby: true, isReadOnly: true }, 3, /^is a standby$/],
    ['primary', {}, 3],
    ['primary', { isReadOnly: true }, 3],
    ['primary', { isStandby: true, isReadOnly: true }, 3, /^is a standby$/],
    ['primary', {}, 4, /^is a former primary/],
    ['any', { isStandby: true, isReadOnly: true }, 4],
  ];
  for (const [target, changes, highest, why] of cases)
    it(`${why === undefined ? 'suits' : 'does not suit'} ${target} with ${JSON.stringify(changes)} of ${highest}`, () => {
      const reason = rejectionReason({ ...PRIMARY, ...changes }, target, highest);
      if (why === undefined) expect(reason).to.equal(undefined);
      else expect(reason).to.match(why);
    });
});

const [one, other] = [
  { host: 'db1', port: 5432 },
  { host: '::1', port: 5433 },
];
const status = { isStandby: true, isReadOnly: true, timeline: 1 };
const withCode = (message: string, code: string): Error => Object.assign(new Error(message), { code });
const refused = withCode('password authentication failed', '28P01');

describe('A search for a host without result', () => {
  const failure = (...answers: readonly ProbeResult[]): Error => noHostError(answers, () => 'is a standby');

  it('says of every host why it was not chosen', () => {
    const error = new AggregateError([new Error('connect ECONNREFUSED ::1:5432'), new Error('and 127.0.0.1')]);
    const { message } = failure({ endpoint: one, error }, { endpoint: other, status });
    expect(message).to.equal(
      'no host takes writes: db1:5432 does not answer: connect ECONNREFUSED ::1:5432, and 127.0.0.1; [::1]:5433 is a standby',
    );
  });

  it('can end by itself unless every host refuses', () => {
    const away = withCode('connect ECONNREFUSED', 'ECONNREFUSED');
    const all = failure({ endpoint: one, error: refused }, { endpoint: other, error: refused });
    expect(all).to.be.instanceOf(StorageRefusedError);
    for (const answer of [
      { endpoint: other, error: away },
      { endpoint: other, status },
    ]) {
      const some = failure({ endpoint: one, error: refused }, answer);
      expect(some).to.be.instanceOf(StorageUnavailableError).and.not.instanceOf(StorageRefusedError);
    }
  });
});
