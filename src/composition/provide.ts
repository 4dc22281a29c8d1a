// Typed bindings for inversify: a factory whose tokens do not match its parameters does not compile.
import type { Container } from 'inversify';
import type { HttpApp } from '#adapters/http/koa/app';
import type { Log } from '#adapters/http/koa/state';
import type { UseCases } from '#application/use-cases';
import type { Config } from './config/config.ts';
import type { Storage } from './storage.ts';

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
export function provide<Value, const Tokens extends readonly Token<unknown>[]>(
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

export function provideValue<Value>(container: Container, token: Token<Value>, value: Value): void {
  container.bind<Value>(token).toConstantValue(value);
}

export function resolve<Value>(container: Container, token: Token<Value>): Value {
  return container.get<Value>(token);
}
