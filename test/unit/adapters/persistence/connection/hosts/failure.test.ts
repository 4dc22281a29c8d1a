import { expect } from 'chai';
import { failureOf, type Answer } from '#adapters/persistence/connection/hosts/failure';
import { StorageRefusedError, StorageUnavailableError } from '#application/errors';

const [one, other] = [
  { host: 'db1', port: 5432 },
  { host: '::1', port: 5433 },
];
const standing = { isStandby: true, isReadOnly: true, timeline: 1 };
const withCode = (message: string, code: string): Error => Object.assign(new Error(message), { code });
const refused = withCode('password authentication failed', '28P01');

describe('A search for a host without result', () => {
  const failure = (...answers: readonly Answer[]): Error => failureOf(answers, () => 'is a standby');

  it('says of every host why it was not chosen', () => {
    const error = new AggregateError([new Error('connect ECONNREFUSED ::1:5432'), new Error('and 127.0.0.1')]);
    const { message } = failure({ endpoint: one, error }, { endpoint: other, standing });
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
      { endpoint: other, standing },
    ]) {
      const some = failure({ endpoint: one, error: refused }, answer);
      expect(some).to.be.instanceOf(StorageUnavailableError).and.not.instanceOf(StorageRefusedError);
    }
  });
});
