import { readConfig } from '#composition/config/config';
import { startService } from '#composition/service';
import { testEnvironment } from './test-environment.ts';

export interface TestService {
  readonly url: string;
  /** The URL of the admin port, if `ADMIN_PORT` is set. */
  readonly adminUrl: string | undefined;
  /** The SQL statements sent since the start, or since a test emptied the list. */
  readonly statements: string[];
  /** The warnings and errors logged. */
  readonly logged: readonly LoggedLine[];
  stop(): Promise<void>;
}

export interface LoggedLine {
  readonly facts: Readonly<Record<string, unknown>>;
  readonly message: string;
}

/** So rarely that none of its statements comes between those of a request. */
const HOUR_MILLIS = 3_600_000;

/** A client may notice late that the service has closed a connection, as it waits for the same event loop. */
const oneEventLoop = { KEEP_ALIVE_MS: '3600000' };

/**
 * Starts the whole service in this process on a free port.
 * @param environment as for a process; `DATABASE_URL` selects the storage
 */
export async function startTestService(environment: Readonly<Record<string, string>>): Promise<TestService> {
  const statements: string[] = [];
  const logged: LoggedLine[] = [];
  const note = (facts: LoggedLine['facts'], message: string): void => {
    logged.push({ facts, message });
  };
  const config = readConfig({ ...testEnvironment, ...oneEventLoop, ...environment });
  const silent = (): void => undefined;
  const log = { debug: silent, info: silent, warn: note, error: note };
  const service = await startService(config, log, {
    onStatement: (sql) => void statements.push(sql),
    settleMillis: HOUR_MILLIS,
  });
  return { url: service.url, adminUrl: service.adminUrl, statements, logged, stop: () => service.stop() };
}
