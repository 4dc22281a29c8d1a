// The suites that follow the descriptions of resources, so that they run on any model.
import type { Suite } from './api-under-test.ts';
import { describeAtMembers } from './at-members.ts';
import { describeAttributes } from './attributes.ts';
import { describeChangesByLinks } from './changes-by-links.ts';
import { describeChangesByTransactions } from './changes-by-transactions.ts';
import { describeChangesOfTypes } from './changes-of-types.ts';
import { describeChangesPages } from './changes-pages.ts';
import { describeChangesParameters } from './changes-parameters.ts';
import { describeConcurrency } from './concurrency.ts';
import { describeCursorWalks } from './cursor-walks.ts';
import { describeCursors } from './cursors.ts';
import { describeEntityTags } from './entity-tags.ts';
import { describeExports } from './exports.ts';
import { describeIdempotency } from './idempotency.ts';
import { describeIdentifiers } from './identifiers.ts';
import { describeInclude } from './include.ts';
import { describeIncludedSetsProfile } from './included-sets-profile.ts';
import { describeIncludedSetsTags } from './included-sets-tags.ts';
import { describeIncludedSets } from './included-sets.ts';
import { describeKinds } from './kinds.ts';
import { describeLists } from './lists.ts';
import { describeLostUpdates } from './lost-updates.ts';
import { describeManyToMany } from './many-to-many.ts';
import { describeMessages } from './messages.ts';
import { describeModernErrors } from './modern-errors.ts';
import { describeModernReads } from './modern-reads.ts';
import { describeModernRequests } from './modern-requests.ts';
import { describeModernWrites } from './modern-writes.ts';
import { describeNestedLists } from './nested-lists.ts';
import { describeOpenApi } from './openapi.ts';
import { describeOperationsAgreement } from './operations-agreement.ts';
import { describeOperationConditions } from './operations-conditions.ts';
import { describeOperations } from './operations.ts';
import { ofEveryOwned } from './owned-resources.ts';
import { describeOwnerRoutes } from './owner-routes.ts';
import { describePreconditions } from './preconditions.ts';
import { describeQueryMethod } from './query-method.ts';
import { describeRelationships } from './relationships.ts';
import { describeResources } from './resources.ts';
import { describeRoutes } from './routes.ts';
import { describeRules } from './rules.ts';
import { describeSelfReferences } from './self-references.ts';
import { describeSparseFieldsets } from './sparse-fieldsets.ts';
import { describeStreams } from './streams.ts';
import { describeTagHistory } from './tag-history.ts';
import { describeTexts } from './texts.ts';
import { describeToMany } from './to-many.ts';
import { describeToOne } from './to-one.ts';
import { describeTransactions } from './transactions.ts';
import { describeValidation } from './validation.ts';
import { describeWrittenResources } from './written-resources.ts';

/**
 * The subject of a suite besides HTTP: `type` depends on the declarations of a type, so it is repeated on another model;
 * `storage` can differ on another storage, although the storage contract holds there.
 */
type About = 'type' | 'storage';

export type DeclaredSuite = readonly [Suite, ...(readonly About[])];

export const suitesOfAnyModel: readonly DeclaredSuite[] = [
  [describeAttributes, 'type', 'storage'],
  [describeWrittenResources, 'type', 'storage'],
  [describeKinds, 'type', 'storage'],
  [describeRelationships, 'type', 'storage'],
  [describeManyToMany, 'type', 'storage'],
  [describeSelfReferences, 'type', 'storage'],
  [describeRules, 'type', 'storage'],
  [describeValidation, 'type'],
  [describeResources, 'type'],
  [describeRoutes, 'type'],
  [describeOpenApi, 'type'],
  [ofEveryOwned(describeInclude), 'type', 'storage'],
  [describeIncludedSets, 'type', 'storage'],
  [ofEveryOwned(describeIncludedSetsTags), 'type'],
  [ofEveryOwned(describeIncludedSetsProfile)],
  [ofEveryOwned(describeNestedLists), 'type', 'storage'],
  [ofEveryOwned(describeOwnerRoutes), 'type'],
  [ofEveryOwned(describeToMany), 'type', 'storage'],
  [ofEveryOwned(describeToOne), 'type', 'storage'],
  [ofEveryOwned(describeTransactions), 'storage'],
  [ofEveryOwned(describeEntityTags), 'type'],
  [ofEveryOwned(describePreconditions)],
  [ofEveryOwned(describeLostUpdates), 'storage'],
  [ofEveryOwned(describeTagHistory), 'type'],
  [ofEveryOwned(describeConcurrency), 'storage'],
  [ofEveryOwned(describeOperations), 'type', 'storage'],
  [ofEveryOwned(describeOperationConditions)],
  [ofEveryOwned(describeOperationsAgreement), 'type', 'storage'],
  [describeMessages, 'type'],
  [ofEveryOwned(describeLists), 'type'],
  [ofEveryOwned(describeSparseFieldsets), 'type'],
  [ofEveryOwned(describeIdentifiers), 'type'],
  [ofEveryOwned(describeTexts), 'type'],
  [describeCursorWalks, 'type', 'storage'],
  [ofEveryOwned(describeCursors), 'storage'],
  [ofEveryOwned(describeStreams), 'storage'],
  [ofEveryOwned(describeExports), 'type', 'storage'],
  [ofEveryOwned(describeIdempotency), 'storage'],
  [ofEveryOwned(describeModernReads), 'type', 'storage'],
  [ofEveryOwned(describeModernWrites), 'type', 'storage'],
  [ofEveryOwned(describeModernErrors), 'type'],
  [ofEveryOwned(describeModernRequests)],
  [ofEveryOwned(describeAtMembers), 'type'],
  [ofEveryOwned(describeQueryMethod), 'type', 'storage'],
  [describeChangesOfTypes, 'type', 'storage'],
  [describeChangesByLinks, 'type', 'storage'],
  [ofEveryOwned(describeChangesByTransactions), 'type', 'storage'],
  [describeChangesPages, 'storage'],
  [describeChangesParameters, 'type'],
];

export function suitesAbout(suites: readonly DeclaredSuite[], subject: About): readonly Suite[] {
  return suites.filter(([, ...about]) => about.includes(subject)).map(([suite]) => suite);
}
