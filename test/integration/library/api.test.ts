import { describeApi } from '../../contract/api/describe-api.ts';
import { suitesOfAnyModel } from '../../contract/api/suites.ts';
import { startTestService } from '../../support/test-service.ts';

describeApi(
  'The API of the library in memory',
  () => startTestService({ DATABASE_URL: 'memory:' }),
  suitesOfAnyModel.map(([suite]) => suite),
);
