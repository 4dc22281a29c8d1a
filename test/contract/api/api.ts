import { onlyTypes } from '../../support/scope.ts';
import type { ApiUnderTest, Suite } from './api-under-test.ts';
import { describeBodies } from './bodies.ts';
import { describeBodyShapes } from './body-shapes.ts';
import { describeConsistency } from './consistency.ts';
import { describeConcurrency } from './concurrency.ts';
import { describeCursorRefusals } from './cursor-refusals.ts';
import { describeCursors } from './cursors.ts';
import { describeDisplayName } from './display-name.ts';
import { describeEntityTags } from './entity-tags.ts';
import { describeExports } from './exports.ts';
import { describeHeaders } from './headers.ts';
import { describeHiddenColumn } from './hidden-column.ts';
import { describeHttpErrors } from './http-errors.ts';
import { describeIdempotency } from './idempotency.ts';
import { describeIdentifiers } from './identifiers.ts';
import { describeInclude } from './include.ts';
import { describeLists } from './lists.ts';
import { describeLostUpdates } from './lost-updates.ts';
import { describeManyErrors } from './many-errors.ts';
import { describeMessages } from './messages.ts';
import { describeNegotiation } from './negotiation.ts';
import { describeNestedLists } from './nested-lists.ts';
import { describeOperationsAgreement } from './operations-agreement.ts';
import { describeOperationConditions } from './operations-conditions.ts';
import { describeOperationRefusals } from './operations-refusals.ts';
import { describeOperationRequests } from './operations-requests.ts';
import { describeOperations } from './operations.ts';
import { describeOrderOfChecks } from './order-of-checks.ts';
import { describeOwnedAtOnce } from './owned-at-once.ts';
import { ownedResources, type OwnedResource } from './owned-resource.ts';
import { describeOwnedTogether } from './owned-together.ts';
import { describeOwnerRoutes } from './owner-routes.ts';
import { describePreconditions } from './preconditions.ts';
import { describeQueryParameters } from './query-parameters.ts';
import { describeResources } from './resources.ts';
import { describeRoutes } from './routes.ts';
import { describeSparseFieldsets } from './sparse-fieldsets.ts';
import { describeStreams } from './streams.ts';
import { suitesAbout, suitesOfAnyModel, type DeclaredSuite } from './suites.ts';
import { describeTagHistory } from './tag-history.ts';
import { describeToMany } from './to-many.ts';
import { describeToOne } from './to-one.ts';
import { describeTransactions } from './transactions.ts';
import { describeWriting } from './writing.ts';

const suites: readonly DeclaredSuite[] = [
  ...suitesOfAnyModel,
  [describeResources, 'type'],
  [describeDisplayName],
  [describeHiddenColumn],
  [describeLists, 'type'],
  [describeCursors, 'storage'],
  [describeCursorRefusals],
  [ofEveryOwned(describeInclude), 'type', 'storage'],
  [describeStreams, 'storage'],
  [ofEveryOwned(describeExports), 'type', 'storage'],
  [describeSparseFieldsets, 'type'],
  [describeQueryParameters],
  [describeRoutes, 'type'],
  [describeIdentifiers, 'type'],
  [ofEveryOwned(describeNestedLists), 'type', 'storage'],
  [ofEveryOwned(describeOwnerRoutes), 'type'],
  [ofEveryOwned(describeToMany), 'type', 'storage'],
  [ofEveryOwned(describeToOne), 'type', 'storage'],
  [describeOwnedTogether, 'type', 'storage'],
  [describeWriting, 'type'],
  [describeMessages, 'type'],
  [describeManyErrors],
  [ofEveryOwned(describeTransactions), 'storage'],
  [describeOrderOfChecks],
  [ofEveryOwned(describeEntityTags), 'type'],
  [ofEveryOwned(describePreconditions)],
  [ofEveryOwned(describeLostUpdates), 'storage'],
  [ofEveryOwned(describeTagHistory), 'type'],
  [describeNegotiation],
  [describeHeaders],
  [describeConsistency],
  [describeBodies],
  [describeBodyShapes],
  [describeHttpErrors],
  [ofEveryOwned(describeIdempotency), 'storage'],
  [ofEveryOwned(describeConcurrency), 'storage'],
  [describeOwnedAtOnce, 'storage'],
  [ofEveryOwned(describeOperations), 'type', 'storage'],
  [ofEveryOwned(describeOperationRefusals)],
  [ofEveryOwned(describeOperationConditions)],
  [ofEveryOwned(describeOperationsAgreement), 'type', 'storage'],
  [describeOperationRequests],
];

/** The contract of every service, whatever its storage. */
export const everySuite: readonly Suite[] =
  onlyTypes === undefined ? suites.map(([suite]) => suite) : suitesAbout(suites, 'type');

/** The suites that another storage has to pass besides the storage contract. */
export const storageSuites: readonly Suite[] = suitesAbout(suites, 'storage');

/** Runs a suite for each type that persons own. */
export function ofEveryOwned(suite: (api: ApiUnderTest, items: OwnedResource) => void): Suite {
  return (api) => {
    for (const items of ownedResources) suite(api, items);
  };
}
