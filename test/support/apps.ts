// Services in this process that share one storage in memory, and differ in who sees what of it.
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { Subscribers } from '#adapters/http/handlers/subscribers';
import { createApp, type AppOptions } from '#adapters/http/koa/app';
import { LoadShedder } from '#adapters/http/koa/load-shedder';
import type { UnitOfWork } from '#application/ports/unit-of-work';
import { useCasesOn, type UseCases } from '#application/use-cases';
import { apiConfig } from '#composition/api-config';
import { readConfig } from '#composition/config/config';
import type { Environment } from '#composition/config/parse-setting';

export interface ServedApp {
  readonly url: string;
  /** The log and the reports of requests, as JSON lines. */
  readonly lines: readonly string[];
  close(): Promise<void>;
}

interface Spoiled {
  /** Replaces the use cases by others, such as wrong ones. */
  readonly spoil?: (use: UseCases) => UseCases;
}

/** Replacer for `JSON.stringify`, which otherwise writes an error as `{}`. */
function withMessages(_: string, value: unknown): unknown {
  return value instanceof Error ? `${value.name}: ${value.message}` : value;
}

/**
 * Serves an app on a free port.
 * @param environment as for a process
 */
export async function serveApp(
  unitOfWork: UnitOfWork,
  { access, set, spoil = (use) => use }: Pick<AppOptions, 'access' | 'set'> & Spoiled,
  environment: Environment = {},
): Promise<ServedApp> {
  const lines: string[] = [];
  const note = (...facts: readonly unknown[]): void => void lines.push(JSON.stringify(facts, withMessages));
  const config = {
    ...apiConfig(readConfig({ DATABASE_URL: 'memory:', ...environment })),
    isPublic: access === undefined,
  };
  const app = createApp(spoil(useCasesOn({ unitOfWork, policy: access })), {
    config,
    corsOrigins: undefined,
    cursorKey: undefined,
    log: { debug: note, info: note, warn: note, error: note },
    observe: note,
    hasStatements: false,
    serverTiming: false,
    load: new LoadShedder(
      () => false,
      () => undefined,
    ),
    subscribers: new Subscribers(config.limits),
    access,
    ...(set && { set }),
  });
  const handle = app.callback();
  // A client may notice late that a connection has been closed, as it waits for the same event loop.
  const server: Server = createServer(
    { keepAliveTimeout: 3_600_000 },
    (request, response) => void handle(request, response),
  );
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    lines,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}
