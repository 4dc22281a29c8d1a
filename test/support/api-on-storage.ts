import { openCursors } from '../../src/adapters/http/jsonapi/cursor/cursors.ts';
import type { Api } from '../../src/adapters/http/handlers/handler.ts';
import type { UseCases } from '../../src/application/use-cases.ts';
import { readConfig } from '../../src/composition/config/config.ts';

const config = readConfig({ DATABASE_URL: 'memory:' });
const service = { name: 'test', version: '0', description: 'A test', license: 'MIT' };

/** What handlers need, without a server around them. */
export function apiOf(use: UseCases, linkTo: (path: string) => string = String): Api {
  const cursors = openCursors(undefined, use.epoch);
  return {
    service,
    use,
    limits: config,
    linkTo,
    openCursors: cursors,
    hasPages: true,
    hasTokens: false,
    epochMark: use.epoch,
    onKeyedAnswer: () => undefined,
  };
}
