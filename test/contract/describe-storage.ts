import { describeBounds } from './bounds.ts';
import { describeChanges } from './changes.ts';
import { describeJudgedChanges } from './judged-changes.ts';
import { describeConcurrencyAcrossTypes } from './concurrency-across-types.ts';
import { describeConcurrencyInCircles } from './concurrency-in-circles.ts';
import { describeConcurrencyOfLists } from './concurrency-of-lists.ts';
import { describeLiveChanges } from './live-changes.ts';
import { describeReads } from './reads.ts';
import { describeReadsByPath } from './reads-by-path.ts';
import { describeRepositories } from './repositories.ts';
import { describeRepositoriesOfLinks } from './repositories-of-links.ts';
import type { CurrentUnitOfWork, StorageUnderTest } from './storage-under-test.ts';

/** @param deadlocks see `StorageUnderTest` */
export type StorageSuite = (current: CurrentUnitOfWork, deadlocks: () => number | undefined) => void;

/** The suites that cover every type of any model. */
export const suitesOfAnyModel: readonly StorageSuite[] = [
  describeRepositories,
  describeRepositoriesOfLinks,
  describeReads,
  describeReadsByPath,
  describeBounds,
  describeChanges,
  describeJudgedChanges,
  describeLiveChanges,
  describeConcurrencyAcrossTypes,
  describeConcurrencyInCircles,
  describeConcurrencyOfLists,
];

/** Runs suites of the ports against a storage. `open` is called once and returns an empty storage. */
export function describeStorage(
  name: string,
  open: () => Promise<StorageUnderTest>,
  suites: readonly StorageSuite[],
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

    for (const suite of suites) suite(current, () => storage?.deadlocks?.());
  });
}
