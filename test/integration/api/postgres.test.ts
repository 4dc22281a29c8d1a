import { describeApi, everySuite } from '../../contract/api/api.ts';
import { describeConcurrency } from '../../contract/api/concurrency.ts';
import { describeCursors } from '../../contract/api/cursors.ts';
import { describeInclude } from '../../contract/api/include.ts';
import { describeLists } from '../../contract/api/lists.ts';
import { describeNestedLists } from '../../contract/api/nested-lists.ts';
import { ownedResources } from '../../contract/api/owned-resource.ts';
import { describeResources } from '../../contract/api/resources.ts';
import { describeStatements } from '../../contract/api/statements.ts';
import { describeStreams } from '../../contract/api/streams.ts';
import { describeTransactions } from '../../contract/api/transactions.ts';
import { startWithLeastPrivileges } from '../../support/database-roles.ts';

describeApi('The API on a PostgreSQL server, with least privileges', () => startWithLeastPrivileges(), [
  ...everySuite,
  describeStatements,
]);

// The statements are the same as above, so only what totals depend on: lists, and writes of all kinds.
describeApi('The API on a PostgreSQL server without triggers', () => startWithLeastPrivileges('scan'), [
  describeResources,
  describeLists,
  describeCursors,
  describeStreams,
  (api) => {
    for (const items of ownedResources)
      for (const suite of [describeInclude, describeNestedLists, describeTransactions, describeConcurrency])
        suite(api, items);
  },
  describeStatements,
]);
