import { readConfig } from '#composition/config/config';
import { startService } from '#composition/service';
import { AdminPages } from './admin-pages.ts';
import { ApiClient } from './api-client.ts';
import { testEnvironment } from './test-environment.ts';

export interface ObservedService {
  readonly client: ApiClient;
  readonly admin: AdminPages;
  /** The log lines of every level. */
  readonly logged: readonly Readonly<Record<string, unknown>>[];
  /** The SQL of all statements sent. */
  readonly statements: readonly string[];
  stop(): Promise<void>;
}

/** Starts the whole service in this process, with an admin port; in memory unless `DATABASE_URL` says otherwise. */
export async function startObserved(environment: Readonly<Record<string, string>> = {}): Promise<ObservedService> {
  const logged: Readonly<Record<string, unknown>>[] = [];
  const statements: string[] = [];
  const note =
    (level: string) =>
    (facts: Readonly<Record<string, unknown>>, message: string): void => {
      logged.push({ level, message, ...facts });
    };
  const defaults = { ...testEnvironment, ADMIN_PORT: '0', DATABASE_URL: 'memory:' };
  const config = readConfig({ ...defaults, ...environment });
  const log = { debug: note('debug'), info: note('info'), warn: note('warn'), error: note('error') };
  const service = await startService(config, log, { onStatement: (sql) => void statements.push(sql) });
  return {
    client: new ApiClient(service.url),
    admin: new AdminPages(service.adminUrl ?? ''),
    logged,
    statements,
    stop: () => service.stop(),
  };
}
