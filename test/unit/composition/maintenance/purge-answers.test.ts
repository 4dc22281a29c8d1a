import { expect } from 'chai';
import { StorageUnavailableError } from '#application/model/errors';
import { purgeHourly } from '#composition/maintenance/purge-answers';
import { eventually } from '../../../support/eventually.ts';

const SOON_MILLIS = 5;

describe('The purge of stored answers', () => {
  it('goes on until a batch is not full, and starts again later', async () => {
    const batches = [200, 200, 30, 0, 7];
    const purged: number[] = [];
    const limits = new Set<number>();
    const purging = purgeHourly(
      {
        purgeAnswers: async (limit) => {
          limits.add(limit);
          return batches.shift() ?? 0;
        },
      },
      { onPurged: (number) => purged.push(number), onFailure: unexpected },
      SOON_MILLIS,
    );
    await eventually('all batches are purged', () => batches.length === 0);
    await purging.stop();
    expect(purged).to.deep.equal([200, 200, 30, 7]);
    expect([...limits]).to.deep.equal([200]);
  });

  it('reports a failure, and tries again', async () => {
    const failures: unknown[] = [];
    const purged: number[] = [];
    const error = new StorageUnavailableError('away');
    const purging = purgeHourly(
      { purgeAnswers: () => (failures.length < 2 ? Promise.reject(error) : Promise.resolve(1)) },
      { onPurged: (number) => purged.push(number), onFailure: (failure) => failures.push(failure) },
      SOON_MILLIS,
    );
    await eventually('it works again', () => purged.length > 0);
    await purging.stop();
    expect(failures).to.deep.equal([error, error]);
  });

  it('stops between two batches', async () => {
    let batches = 0;
    const purging = purgeHourly(
      {
        purgeAnswers: async () => {
          batches += 1;
          return 200;
        },
      },
      { onPurged: () => undefined, onFailure: unexpected },
      SOON_MILLIS,
    );
    await eventually('it has begun', () => batches > 0);
    await purging.stop();
    const before = batches;
    await new Promise((resolve) => setTimeout(resolve, 250));
    expect(batches).to.equal(before);
  });

  it('purges nothing once it is stopped', async () => {
    let batches = 0;
    const unitOfWork = {
      purgeAnswers: async () => {
        batches += 1;
        return 0;
      },
    };
    const purging = purgeHourly(unitOfWork, { onPurged: unexpected, onFailure: unexpected }, SOON_MILLIS);
    await purging.stop();
    await new Promise((resolve) => setTimeout(resolve, 50));
    expect(batches).to.equal(0);
  });
});

function unexpected(what: unknown): never {
  throw new Error(String(what));
}
