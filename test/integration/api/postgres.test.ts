import { everySuite, storageSuites } from '../../contract/api/api.ts';
import { describeApi } from '../../contract/api/describe-api.ts';
import { describeConcurrency } from '../../contract/api/concurrency.ts';
import { describeCursorWalks } from '../../contract/api/cursor-walks.ts';
import { describeCursors } from '../../contract/api/cursors.ts';
import { describeInclude } from '../../contract/api/include.ts';
import { describeLists } from '../../contract/api/lists.ts';
import { describeNestedLists } from '../../contract/api/nested-lists.ts';
import { ofEveryOwned } from '../../contract/api/owned-resources.ts';
import { describeResources } from '../../contract/api/resources.ts';
import { describeSortedPersons } from '../../contract/api/sorted-persons.ts';
import { describeStatements } from '../../contract/api/statements.ts';
import { describeStreams } from '../../contract/api/streams.ts';
import { describeTransactions } from '../../contract/api/transactions.ts';
import { startInSchema, startWithLeastPrivileges } from '../../support/database-roles.ts';
import { depth } from '../../support/depth.ts';

// In the gate, suites that do not depend on the storage run in memory only.
const everything = depth === 'campaign';

describeApi('The API on a PostgreSQL server, with least privileges', () => startWithLeastPrivileges(), [
  ...(everything ? everySuite : storageSuites),
  describeStatements,
]);

if (everything)
  describeApi('The API on a PostgreSQL server, in its own schema next to another service', startInSchema, [
    ...everySuite,
    describeStatements,
  ]);

// The statements are the same as above, so only what totals depend on: lists, and writes of all kinds.
if (everything)
  describeApi('The API on a PostgreSQL server without triggers', () => startWithLeastPrivileges('scan'), [
    describeResources,
    ofEveryOwned(describeLists),
    describeSortedPersons,
    describeCursorWalks,
    ofEveryOwned(describeCursors),
    ofEveryOwned(describeStreams),
    ofEveryOwned(describeInclude),
    ofEveryOwned(describeNestedLists),
    ofEveryOwned(describeTransactions),
    ofEveryOwned(describeConcurrency),
    describeStatements,
  ]);
