import { Agent } from 'node:http';
import { ApiClient } from '../../support/api-client.ts';
import type { TestService } from '../../support/test-service.ts';
import type { Suite } from './api-under-test.ts';

/**
 * Runs suites against one service. `start` is called once.
 * @param vary what its answers depend on
 */
export function describeApi(
  name: string,
  start: () => Promise<TestService>,
  suites: readonly Suite[],
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
