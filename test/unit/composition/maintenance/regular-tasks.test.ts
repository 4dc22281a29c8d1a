import { expect } from 'chai';
import { MemoryChanges } from '#adapters/memory/changes';
import { StorageUnavailableError } from '#application/model/errors';
import { unobserved, type Observation } from '#application/ports/observation';
import { purgeAnswersHourly, purgeChangesHourly, settleRegularly } from '#composition/maintenance/regular-tasks';
import { eventually } from '../../../support/eventually.ts';

const SOON_MILLIS = 5;

describe('The purge of stored answers', () => {
  it('goes on until a batch is not full, and starts again later', async () => {
    const batches = [200, 200, 30, 0, 7];
    const seen: Observation[] = [];
    const limits = new Set<number>();
    const purging = purgeAnswersHourly(
      {
        purgeAnswers: async (limit) => {
          limits.add(limit);
          return batches.shift() ?? 0;
        },
      },
      (observation) => seen.push(observation),
      SOON_MILLIS,
    );
    await eventually('all batches are purged', () => batches.length === 0);
    await purging.stop();
    expect(seen).to.deep.equal([200, 200, 30, 7].map((number) => ({ kind: 'answers purged', number })));
    expect([...limits]).to.deep.equal([200]);
  });

  it('reports a failure, and tries again', async () => {
    const seen: Observation[] = [];
    const error = new StorageUnavailableError('away');
    const purging = purgeAnswersHourly(
      { purgeAnswers: () => (seen.length < 2 ? Promise.reject(error) : Promise.resolve(1)) },
      (observation) => seen.push(observation),
      SOON_MILLIS,
    );
    await eventually('it works again', () => seen.length > 2);
    await purging.stop();
    expect(seen.slice(0, 3)).to.deep.equal([
      { kind: 'purge failed', error },
      { kind: 'purge failed', error },
      { kind: 'answers purged', number: 1 },
    ]);
  });

  it('stops between two batches', async () => {
    let batches = 0;
    const purging = purgeAnswersHourly(
      {
        purgeAnswers: async () => {
          batches += 1;
          return 200;
        },
      },
      ({ kind }) => expect(kind).to.equal('answers purged'),
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
    const purging = purgeAnswersHourly(unitOfWork, unobserved, SOON_MILLIS);
    await purging.stop();
    await new Promise((resolve) => setTimeout(resolve, 50));
    expect(batches).to.equal(0);
  });
});

describe('The feed of changes', () => {
  const feed = new MemoryChanges();

  it('is purged of what is older than it is kept', async () => {
    const [asked, seen]: [number[], Observation[]] = [[], []];
    const changes = Object.assign(Object.create(feed) as MemoryChanges, {
      purge: async (seconds: number) => {
        asked.push(seconds);
        return asked.length === 1 ? 3 : 0;
      },
    });
    const purging = purgeChangesHourly({ changes }, 77, (observation) => seen.push(observation), SOON_MILLIS);
    await eventually('it is purged twice', () => asked.length > 1);
    await purging.stop();
    expect([...new Set(asked)]).to.deep.equal([77]);
    expect(seen).to.deep.equal([{ kind: 'changes purged', number: 3 }]);
  });

  it('is settled and measured again and again, whether that fails or not', async () => {
    const error = new StorageUnavailableError('away');
    const seen: Observation[] = [];
    let settled = 0;
    const changes = Object.assign(Object.create(feed) as MemoryChanges, {
      settle: async () => {
        settled += 1;
        if (settled === 1) throw error;
      },
      measure: async () => ({ pending: settled, oldestSeconds: 7 }),
    });
    const settling = settleRegularly({ changes }, (observation) => seen.push(observation), SOON_MILLIS);
    await eventually('it is settled three times', () => settled > 2);
    await settling.stop();
    expect(seen.slice(0, 3)).to.deep.equal([
      { kind: 'feed measured', pending: 1, oldestSeconds: 7 },
      { kind: 'settling failed', error },
      { kind: 'feed measured', pending: 2, oldestSeconds: 7 },
    ]);
  });
});
