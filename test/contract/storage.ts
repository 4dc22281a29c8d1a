import { describeAnswers } from './answers.ts';
import { describeConcurrency } from './concurrency.ts';
import { suitesOfAnyModel, type StorageSuite } from './describe-storage.ts';
import { describeFilters } from './filters.ts';
import { describeReader } from './reader.ts';
import { describeRepositories } from './repositories.ts';
import { describeStreams } from './streams.ts';
import { describeUnitOfWork } from './unit-of-work.ts';
import { describeValues } from './values.ts';
import { describeWalks } from './walks.ts';

/** The contract of every storage of persons and computers. */
export const everySuite: readonly StorageSuite[] = [
  ...suitesOfAnyModel,
  describeValues,
  describeReader,
  describeUnitOfWork,
  describeAnswers,
  describeFilters,
  describeStreams,
  describeWalks,
  describeConcurrency,
];

/** The suites that depend on the way rows are counted. */
export const suitesOfTotals: readonly StorageSuite[] = [
  describeRepositories,
  describeValues,
  describeReader,
  describeUnitOfWork,
  describeWalks,
];
