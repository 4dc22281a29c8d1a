import { describeApi } from '../../contract/api/describe-api.ts';
import { suitesAbout, suitesOfAnyModel } from '../../contract/api/suites.ts';
import { atDepth } from '../../support/depth.ts';
import { startTestService } from '../../support/test-service.ts';

describeApi(
  'The API of the library in memory',
  () => startTestService({ DATABASE_URL: 'memory:' }),
  atDepth({ gate: suitesAbout(suitesOfAnyModel, 'type'), campaign: suitesOfAnyModel.map(([suite]) => suite) }),
);
