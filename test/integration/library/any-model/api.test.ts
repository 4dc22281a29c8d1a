import { describeApi } from '../../../contract/api/describe-api.ts';
import { suitesAbout, suitesOfAnyModel } from '../../../contract/api/suites.ts';
import { atDepth, depth } from '../../../support/depth.ts';
import { startEmbedded } from '../../../support/embedded-service.ts';
import { testServer } from '../../../support/postgres-server.ts';
import { startTestService } from '../../../support/test-service.ts';

describeApi(
  'The API of the model in memory',
  () => startTestService({ DATABASE_URL: 'memory:' }),
  atDepth({ gate: suitesAbout(suitesOfAnyModel, 'type'), campaign: suitesOfAnyModel.map(([suite]) => suite) }),
);

if (depth === 'campaign') {
  const suites = suitesAbout(suitesOfAnyModel, 'storage');
  describeApi('The API of the model on embedded PostgreSQL', startEmbedded, suites);
  describeApi(
    'The API of the model on a PostgreSQL server',
    async () => startTestService({ DATABASE_URL: await (await testServer()).createDatabase() }),
    suites,
  );
}
