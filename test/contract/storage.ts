import { describeAnswers } from './answers.ts';
import { describeConcurrencyAcrossTypes } from './concurrency-across-types.ts';
import { describeConcurrencyOfLists } from './concurrency-of-lists.ts';
import { describeConcurrency } from './concurrency.ts';
import { describeFilters } from './filters.ts';
import { describeReader } from './reader.ts';
import { describeRepositories } from './repositories.ts';
import type { CurrentUnitOfWork, StorageUnderTest } from './storage-under-test.ts';
import { describeStreams } from './streams.ts';
import { describeUnitOfWork } from './unit-of-work.ts';
import { describeWalks } from './walks.ts';

export type { StorageUnderTest } from './storage-under-test.ts';

type Suite = (current: CurrentUnitOfWork, deadlocks: () => number) => void;

const everySuite: readonly Suite[] = [
  describeRepositories,
  describeReader,
  describeUnitOfWork,
  describeAnswers,
  describeFilters,
  describeStreams,
  describeWalks,
  describeConcurrency,
  describeConcurrencyAcrossTypes,
  describeConcurrencyOfLists,
];

/** The suites that depend on the way rows are counted. */
export const suitesOfTotals: readonly Suite[] = [
  describeRepositories,
  describeReader,
  describeUnitOfWork,
  describeWalks,
];

/** Runs suites of the ports against a storage. `open` is called once and returns an empty storage. */
export function describeStorage(
  name: string,
  open: () => Promise<StorageUnderTest>,
  suites: readonly Suite[] = everySuite,
): void {
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

    for (const suite of suites) suite(current, () => storage?.deadlocks?.() ?? 0);
  });
}
