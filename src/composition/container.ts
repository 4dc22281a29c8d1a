// The composition root: what is made of what. Only the composition knows the container.
import { Container } from 'inversify';
import 'reflect-metadata';
import { type AppOptions, createApp } from '#adapters/http/koa/app';
import type { Observation } from '#adapters/http/koa/observe-request';
import type { Log } from '#adapters/http/koa/state';
import { useCasesOn } from '#application/use-cases';
import type { Config } from './config/config.ts';
import { provide, provideValue, tokens } from './provide.ts';
import type { Storage } from './storage.ts';

/** What the service is composed from. */
export interface Given extends Pick<AppOptions, 'service' | 'load' | 'onKeyedAnswer'> {
  readonly config: Config;
  readonly storage: Storage;
  readonly log: Log;
  readonly onRequest: Observation['onRequest'];
  /** Is told of every attempt of a write that another transaction stood in the way of. */
  readonly onCollision?: (() => void) | undefined;
}

/** Composes the service. */
export function createContainer({
  config,
  storage,
  log,
  service,
  load,
  onRequest,
  onKeyedAnswer,
  onCollision,
}: Given): Container {
  const container = new Container();
  provideValue(container, tokens.config, config);
  provideValue(container, tokens.log, log);
  provideValue(container, tokens.storage, storage);
  provide(
    container,
    tokens.useCases,
    ({ unitOfWork, positions }, { requestTimeoutMillis }) =>
      useCasesOn(unitOfWork, positions, { patienceMillis: requestTimeoutMillis, onCollision }),
    [tokens.storage, tokens.config],
  );
  provide(
    container,
    tokens.app,
    (useCases, limits, appLog) =>
      createApp(useCases, {
        service,
        publicUrl: limits.publicUrl,
        hasPages: limits.pages === 'on',
        corsOrigins: limits.corsOrigins,
        hasTokens: limits.replicas.length > 0,
        cursorKey: limits.cursorKey,
        limits,
        log: appLog,
        observation: { onRequest, hasStatements: storage.hasStatements, serverTiming: limits.serverTiming },
        load,
        onKeyedAnswer,
      }),
    [tokens.useCases, tokens.config, tokens.log],
  );
  return container;
}
