// The composition root, which wires the service. Nothing outside the composition uses the container.
import { Container } from 'inversify';
import 'reflect-metadata';
import { createApp, type AppOptions, type HttpApp } from '#adapters/http/koa/app';
import type { Log } from '#adapters/http/koa/log';
import { useCasesOn, type UseCases } from '#application/use-cases';
import { apiConfig } from './api-config.ts';
import type { Config } from './config/config.ts';
import type { Storage } from './storage.ts';

/** The parts that the service is composed from. */
export interface ServiceParts extends Pick<AppOptions, 'load' | 'subscribers' | 'observe' | 'access'> {
  readonly config: Config;
  readonly storage: Storage;
  readonly log: Log;
}

/** Composes the service. */
export function createContainer({ config, storage, log, load, subscribers, observe, access }: ServiceParts): Container {
  const container = new Container();
  provideValue(container, tokens.config, config);
  provideValue(container, tokens.log, log);
  provideValue(container, tokens.storage, storage);
  provide(
    container,
    tokens.useCases,
    ({ unitOfWork, positions }, { requestTimeoutMillis, maxCascade }) =>
      useCasesOn({
        unitOfWork,
        positions,
        writing: { retryMillis: requestTimeoutMillis, maxCascade, observe },
        policy: access,
      }),
    [tokens.storage, tokens.config],
  );
  provide(
    container,
    tokens.app,
    (useCases, settings, appLog) =>
      createApp(useCases, {
        config: apiConfig(settings),
        corsOrigins: settings.corsOrigins,
        cursorKey: settings.cursorKey,
        log: appLog,
        observe,
        hasStatements: storage.hasStatements,
        serverTiming: settings.serverTiming,
        load,
        subscribers,
        access,
      }),
    [tokens.useCases, tokens.config, tokens.log],
  );
  return container;
}

// Typed bindings for inversify: a factory whose tokens do not match its parameters does not compile.

/** The key of a value in the container, with its type. */
export type Token<Value> = symbol & { readonly type?: Value };

export const tokens = {
  config: Symbol('Config') as Token<Config>,
  log: Symbol('Log') as Token<Log>,
  storage: Symbol('Storage') as Token<Storage>,
  useCases: Symbol('UseCases') as Token<UseCases>,
  app: Symbol('HttpApp') as Token<HttpApp>,
};

type ValuesOf<Tokens extends readonly unknown[]> = {
  [Key in keyof Tokens]: Tokens[Key] extends Token<infer Value> ? Value : never;
};

/** Binds a token to a singleton that a factory makes from the values of other tokens. */
function provide<Value, const Tokens extends readonly Token<unknown>[]>(
  container: Container,
  token: Token<Value>,
  factory: (...values: ValuesOf<Tokens>) => Value,
  dependencies: Tokens,
): void {
  const make = factory as (...values: unknown[]) => Value;
  container
    .bind<Value>(token)
    .toResolvedValue(make, [...dependencies])
    .inSingletonScope();
}

function provideValue<Value>(container: Container, token: Token<Value>, value: Value): void {
  container.bind<Value>(token).toConstantValue(value);
}

export function resolve<Value>(container: Container, token: Token<Value>): Value {
  return container.get<Value>(token);
}
