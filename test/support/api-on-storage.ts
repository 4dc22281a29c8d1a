import { openCursors } from '../../src/adapters/http/jsonapi/cursor/cursors.ts';
import type { Api } from '../../src/adapters/http/handlers/handler.ts';
import { Load } from '../../src/adapters/http/server/load.ts';
import type { UseCases } from '../../src/adapters/http/use-cases.ts';
import type { UnitOfWork } from '../../src/application/ports/unit-of-work.ts';
import { readConfig } from '../../src/composition/config/config.ts';
import { createContainer } from '../../src/composition/container.ts';
import { resolve, tokens } from '../../src/composition/provide.ts';

const config = readConfig({ DATABASE_URL: 'memory:' });
const service = { name: 'test', version: '0', description: 'A test', license: 'MIT' };

/** What handlers need, without a server around them. */
export function apiOf(use: UseCases, linkTo: (path: string) => string = String): Api {
  const cursors = openCursors(undefined, use.unitOfWork);
  const epochMark = (): Promise<string> => use.unitOfWork.epoch();
  return {
    service,
    use,
    limits: config,
    linkTo,
    openCursors: cursors,
    hasPages: true,
    hasTokens: false,
    epochMark,
    onKeyedAnswer: () => undefined,
  };
}

/** The use cases of the service, on any storage. */
export function useCasesOf(unitOfWork: UnitOfWork): UseCases {
  const nothing = (): undefined => undefined;
  const container = createContainer({
    config,
    storage: {
      unitOfWork,
      hasStatements: false,
      unreadyReason: async () => undefined,
      poolUse: nothing,
      replicas: () => [],
      close: async () => undefined,
    },
    log: { debug: nothing, info: nothing, warn: nothing, error: nothing },
    service,
    load: new Load(() => false, nothing),
    onRequest: nothing,
    onKeyedAnswer: nothing,
  });
  return resolve(container, tokens.useCases);
}
