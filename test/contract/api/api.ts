import { ApiClient } from '../../support/api-client.ts';
import { onlyType } from '../../support/scope.ts';
import type { TestService } from '../../support/test-service.ts';
import type { ApiUnderTest, Suite } from './api-under-test.ts';
import { describeAttributes } from './attributes.ts';
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
import { describeHttpErrors } from './http-errors.ts';
import { describeIdempotency } from './idempotency.ts';
import { describeIdentifiers } from './identifiers.ts';
import { describeInclude } from './include.ts';
import { describeLists } from './lists.ts';
import { describeLostUpdates } from './lost-updates.ts';
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
import { describeOpenApi } from './openapi.ts';
import { ownedResources, type OwnedResource } from './owned-resource.ts';
import { describeOwnedTogether } from './owned-together.ts';
import { describeOwnerRoutes } from './owner-routes.ts';
import { describePreconditions } from './preconditions.ts';
import { describeQueryParameters } from './query-parameters.ts';
import { describeResources } from './resources.ts';
import { describeRoutes } from './routes.ts';
import { describeSparseFieldsets } from './sparse-fieldsets.ts';
import { describeStatements } from './statements.ts';
import { describeStreams } from './streams.ts';
import { describeTagHistory } from './tag-history.ts';
import { describeToMany } from './to-many.ts';
import { describeToOne } from './to-one.ts';
import { describeTransactions } from './transactions.ts';
import { describeValidation } from './validation.ts';
import { describeWriting } from './writing.ts';

/** What depends on the types: their routes, documents, writes and reads. */
const aboutTypes: readonly Suite[] = [
  describeResources,
  describeAttributes,
  describeLists,
  describeCursors,
  ofEveryOwned(describeInclude),
  describeStreams,
  ofEveryOwned(describeExports),
  describeSparseFieldsets,
  describeRoutes,
  describeIdentifiers,
  ofEveryOwned(describeNestedLists),
  ofEveryOwned(describeOwnerRoutes),
  ofEveryOwned(describeToMany),
  ofEveryOwned(describeToOne),
  describeOwnedTogether,
  describeWriting,
  describeValidation,
  describeMessages,
  ofEveryOwned(describeTransactions),
  describeOrderOfChecks,
  ofEveryOwned(describeEntityTags),
  ofEveryOwned(describePreconditions),
  ofEveryOwned(describeLostUpdates),
  ofEveryOwned(describeTagHistory),
  ofEveryOwned(describeIdempotency),
  ofEveryOwned(describeConcurrency),
  describeOwnedAtOnce,
  ofEveryOwned(describeOperations),
  ofEveryOwned(describeOperationRefusals),
  ofEveryOwned(describeOperationConditions),
  ofEveryOwned(describeOperationsAgreement),
  describeOpenApi,
];

/** What is alike for every type. */
const aboutRequests: readonly Suite[] = [
  describeDisplayName,
  describeCursorRefusals,
  describeQueryParameters,
  describeNegotiation,
  describeHeaders,
  describeConsistency,
  describeBodies,
  describeBodyShapes,
  describeHttpErrors,
  describeOperationRequests,
];

/** The contract of every service, whatever its storage. */
export const everySuite: readonly Suite[] = onlyType === undefined ? [...aboutTypes, ...aboutRequests] : aboutTypes;

/**
 * What can differ on another storage, although the storage contract holds there: values on their way, concurrency, transactions, streams,
 * statements.
 */
export const storageSuites: readonly Suite[] = [
  describeAttributes,
  describeCursors,
  describeStreams,
  ofEveryOwned(describeInclude),
  ofEveryOwned(describeExports),
  ofEveryOwned(describeNestedLists),
  ofEveryOwned(describeToMany),
  ofEveryOwned(describeToOne),
  ofEveryOwned(describeTransactions),
  ofEveryOwned(describeConcurrency),
  describeOwnedTogether,
  describeOwnedAtOnce,
  ofEveryOwned(describeLostUpdates),
  ofEveryOwned(describeIdempotency),
  ofEveryOwned(describeOperations),
  ofEveryOwned(describeOperationsAgreement),
  describeStatements,
];

/** Runs suites against one service. `start` is called once. */
export function describeApi(
  name: string,
  start: () => Promise<TestService>,
  suites: readonly Suite[] = everySuite,
): void {
  describe(name, () => {
    let service: TestService | undefined;
    const running = (): TestService => {
      if (service === undefined) throw new Error('the service is not running');
      return service;
    };

    before(async () => {
      service = await start();
    });
    after(() => service?.stop());

    for (const suite of suites)
      suite({ client: new ApiClient(() => running().url), statements: () => running().statements });
  });
}

/** Runs a suite for each type that persons own. */
export function ofEveryOwned(suite: (api: ApiUnderTest, items: OwnedResource) => void): Suite {
  return (api) => {
    for (const items of ownedResources) suite(api, items);
  };
}
