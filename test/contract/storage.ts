import { describeAnswers } from './answers.ts';
import { describeConcurrencyAcrossTypes } from './concurrency-across-types.ts';
import { describeConcurrencyOfLists } from './concurrency-of-lists.ts';
import { describeConcurrency } from './concurrency.ts';
import { describeFilters } from './filters.ts';
import { describeReader } from './reader.ts';
import { describeRepositories } from './repositories.ts';
import type { StorageUnderTest } from './storage-under-test.ts';
import { describeStreams } from './streams.ts';
import { describeUnitOfWork } from './unit-of-work.ts';
import { describeWalks } from './walks.ts';

export type { StorageUnderTest } from './storage-under-test.ts';

/** Runs every suite of the ports against a storage. `open` is called once and returns an empty storage. */
export function describeStorage(name: string, open: () => Promise<StorageUnderTest>): void {
  describe(name, () => {
    let storage: StorageUnderTest | undefined;
    const current = (): StorageUnderTest['unitOfWork'] => {
      if (storage === undefined) throw new Error('the storage is not open');
      return storage.unitOfWork;
    };

    before(async () => {
      storage = await open();
    });
    after(() => storage?.close());

    describeRepositories(current);
    describeReader(current);
    describeUnitOfWork(current);
    describeAnswers(current);
    describeFilters(current);
    describeStreams(current);
    describeWalks(current);
    describeConcurrency(current);
    describeConcurrencyAcrossTypes(current, () => storage?.deadlocks?.() ?? 0);
    describeConcurrencyOfLists(current, () => storage?.deadlocks?.() ?? 0);
  });
}
