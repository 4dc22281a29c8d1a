import { Agent } from 'node:http';
import { ApiClient } from '../../support/api-client.ts';
import { onlyTypes } from '../../support/scope.ts';
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
import { describeKinds } from './kinds.ts';
import { describeLists } from './lists.ts';
import { describeLostUpdates } from './lost-updates.ts';
import { describeManyErrors } from './many-errors.ts';
import { describeMessages } from './messages.ts';
import { describeNegotiation } from './negotiation.ts';
import { describeNestedLists } from './nested-lists.ts';
import { describeWrittenResources } from './written-resources.ts';
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
import { describeRelationships } from './relationships.ts';
import { describeResources } from './resources.ts';
import { describeRoutes } from './routes.ts';
import { describeRules } from './rules.ts';
import { describeSparseFieldsets } from './sparse-fieldsets.ts';
import { describeStreams } from './streams.ts';
import { describeTagHistory } from './tag-history.ts';
import { describeToMany } from './to-many.ts';
import { describeToOne } from './to-one.ts';
import { describeTransactions } from './transactions.ts';
import { describeValidation } from './validation.ts';
import { describeWriting } from './writing.ts';

/**
 * The subject of a suite besides HTTP: `type` depends on the declarations of a type, so it is repeated for a type that was added;
 * `storage` can differ on another storage, although the storage contract holds there.
 */
type About = 'type' | 'storage';

const suites: readonly (readonly [Suite, ...(readonly About[])])[] = [
  [describeResources, 'type'],
  [describeAttributes, 'type', 'storage'],
  [describeWrittenResources, 'type', 'storage'],
  [describeDisplayName],
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
  [describeKinds, 'type', 'storage'],
  [describeRelationships, 'type', 'storage'],
  [describeRules, 'type', 'storage'],
  [describeWriting, 'type'],
  [describeValidation, 'type'],
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
  [describeOpenApi, 'type'],
];

const suitesAbout = (subject: About): readonly Suite[] =>
  suites.filter(([, ...about]) => about.includes(subject)).map(([suite]) => suite);

/** The contract of every service, whatever its storage. */
export const everySuite: readonly Suite[] =
  onlyTypes === undefined ? suites.map(([suite]) => suite) : suitesAbout('type');

/** The suites that another storage has to pass besides the storage contract. */
export const storageSuites: readonly Suite[] = suitesAbout('storage');

/**
 * Runs suites against one service. `start` is called once.
 * @param vary what its answers depend on
 */
export function describeApi(
  name: string,
  start: () => Promise<TestService>,
  suites: readonly Suite[] = everySuite,
  vary?: string,
): void {
  describe(name, () => {
    let service: TestService | undefined;
    const running = (): TestService => {
      if (service === undefined) throw new Error('the service is not running');
      return service;
    };

    const agent = new Agent({ keepAlive: true });

    before(async () => {
      service = await start();
    });
    after(async () => {
      agent.destroy();
      await service?.stop();
    });

    for (const suite of suites)
      suite({ client: new ApiClient(() => running().url, agent, vary), statements: () => running().statements });
  });
}

/** Runs a suite for each type that persons own. */
export function ofEveryOwned(suite: (api: ApiUnderTest, items: OwnedResource) => void): Suite {
  return (api) => {
    for (const items of ownedResources) suite(api, items);
  };
}
