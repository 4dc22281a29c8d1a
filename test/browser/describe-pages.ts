import { keyEntry, writeAccessFiles, type AccessFiles } from '../support/access.ts';
import { ApiClient } from '../support/api-client.ts';
import { startTestService, type TestService } from '../support/test-service.ts';
import { watchedIt, type WatchedIt } from './watched-page.ts';

interface Setting {
  readonly environment?: Readonly<Record<string, string>>;
  /** Each has an API key of its name (`keyOf`). Without roles there is no policy. */
  readonly roles?: Readonly<Record<string, object>>;
  /** Stores what the tests start from. */
  readonly data?: (client: ApiClient) => Promise<void>;
  /** True if the tests change data: each has a service of its own. */
  readonly changes?: boolean;
}

interface Suite extends WatchedIt {
  readonly client: ApiClient;
  /** Replaces the API keys by one. */
  readonly replaceKeys: (name: string, role: string) => void;
}

/** Describes tests of the pages of a service in memory. Mocha starts it only if the depth has tests of them. */
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
