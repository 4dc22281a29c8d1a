// With a policy under which everybody may do everything, nothing changes but tags and what answers vary by.
import { describeApi, ofEveryOwned } from '../../contract/api/api.ts';
import { describePreconditions } from '../../contract/api/preconditions.ts';
import { describeCursors } from '../../contract/api/cursors.ts';
import { describeEntityTags } from '../../contract/api/entity-tags.ts';
import { describeIdempotency } from '../../contract/api/idempotency.ts';
import { describeInclude } from '../../contract/api/include.ts';
import { describeLists } from '../../contract/api/lists.ts';
import { describeOperations } from '../../contract/api/operations.ts';
import { all, writeAccessFiles } from '../../support/access.ts';
import { startTestService } from '../../support/test-service.ts';

const files = writeAccessFiles({ anonymous: 'all', roles: { all } });
after(() => files.remove());

describeApi(
  'The API in memory, with a policy',
  () => startTestService({ DATABASE_URL: 'memory:', ...files.environment }),
  [
    describeLists,
    describeCursors,
    ofEveryOwned(describePreconditions),
    ofEveryOwned(describeEntityTags),
    ofEveryOwned(describeInclude),
    ofEveryOwned(describeIdempotency),
    ofEveryOwned(describeOperations),
  ],
  'Accept, Authorization',
);
