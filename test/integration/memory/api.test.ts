import { everySuite } from '../../contract/api/api.ts';
import { describeApi } from '../../contract/api/describe-api.ts';
import { describeConfiguration } from '../../contract/api/configuration.ts';
import { describeEntityTags } from '../../contract/api/entity-tags.ts';
import { describeOpenApi } from '../../contract/api/openapi.ts';
import { ofEveryOwned } from '../../contract/api/owned-resources.ts';
import { describeResources } from '../../contract/api/resources.ts';
import { all, writeAccessFiles } from '../../support/access.ts';
import { atDepth } from '../../support/depth.ts';
import { startTestService, type TestService } from '../../support/test-service.ts';

function start(environment: Readonly<Record<string, string>> = {}): Promise<TestService> {
  return startTestService({ DATABASE_URL: 'memory:', ...environment });
}

const files = writeAccessFiles({ anonymous: 'all', roles: { all } });
after(() => files.remove());

// A policy that allows everybody everything changes only entity tags, actors and the Vary header.
describeApi('The API in memory, with a policy', () => start(files.environment), everySuite, 'Accept, Authorization');
describeApi(
  'The API in memory',
  start,
  atDepth({ gate: [describeResources, ofEveryOwned(describeEntityTags), describeOpenApi], campaign: everySuite }),
);
describeConfiguration(start);
