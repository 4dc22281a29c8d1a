import type { HttpApp } from '../adapters/http/app.ts';
import type { Log } from '../adapters/http/log.ts';
import type { UseCases } from '../adapters/http/use-cases.ts';
import type { UnitOfWork } from '../application/ports/unit-of-work.ts';
import type { Config } from './config.ts';
import type { Token } from './provide.ts';
import type { Storage } from './storage.ts';

/** What the container holds. */
export const tokens = {
  config: Symbol('Config') as Token<Config>,
  log: Symbol('Log') as Token<Log>,
  storage: Symbol('Storage') as Token<Storage>,
  unitOfWork: Symbol('UnitOfWork') as Token<UnitOfWork>,
  useCases: Symbol('UseCases') as Token<UseCases>,
  app: Symbol('HttpApp') as Token<HttpApp>,
};
