import { keyEntry, writeAccessFiles, type AccessFiles } from '../support/access.ts';
import { ApiClient } from '../support/api-client.ts';
import { startTestService, type TestService } from '../support/test-service.ts';
import { watchedIt, type WatchedIt } from './watched-page.ts';

interface Setting {
  readonly environment?: Readonly<Record<string, string>>;
  /** Each role has an API key of the same name (`keyOf`). Without roles there is no policy. */
  readonly roles?: Readonly<Record<string, object>>;
  /** Stores the data that the tests start from. */
  readonly data?: (client: ApiClient) => Promise<void>;
  /** True if the tests change data. Each test then gets its own service. */
  readonly changes?: boolean;
}

interface Suite extends WatchedIt {
  readonly client: ApiClient;
  /** Replaces all API keys with one. */
  readonly replaceKeys: (name: string, role: string) => void;
}

/** Describes page tests on a service in memory. Mocha starts the service only if the depth includes one of the tests. */
export function describePages(title: string, setting: Setting, define: (suite: Suite) => void): void {
  describe(title, () => {
    const { environment = {}, roles, data, changes = false } = setting;
    let service: TestService;
    let files: AccessFiles | undefined;
    const client = new ApiClient(() => service.url);

    (changes ? beforeEach : before)(async () => {
      if (roles !== undefined) files = writeAccessFiles({ roles });
      service = await startTestService({ DATABASE_URL: 'memory:', ...files?.environment, ...environment });
      await data?.(client);
    });
    (changes ? afterEach : after)(async () => {
      await service.stop();
      files?.remove();
    });

    define({
      client,
      replaceKeys: (name, role) => files?.writeKeys([keyEntry(name, role)]),
      ...watchedIt(() => service.url),
    });
  });
}
