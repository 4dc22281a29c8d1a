import { describeApi } from '../../contract/api/api.ts';
import { describeConfiguration } from '../../contract/api/configuration.ts';
import { startTestService, type TestService } from '../../support/test-service.ts';

function start(environment: Readonly<Record<string, string>> = {}): Promise<TestService> {
  return startTestService({ DATABASE_URL: 'memory:', ...environment });
}

describeApi('The API in memory', start);
describeConfiguration(start);
