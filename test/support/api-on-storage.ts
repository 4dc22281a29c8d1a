import type { Api } from '#adapters/http/handlers/handler';
import { Subscribers } from '#adapters/http/handlers/subscribers';
import { resources } from '#test/support/model';
import { feedTexts } from '#adapters/http/request/feed-texts';
import { openCursors } from '#adapters/http/request/query/cursors';
import { newReadCache, readerOfRequests } from '#adapters/http/request/read-cache';
import { everythingAllowed } from '#application/model/permissions';
import { unobserved } from '#application/ports/observation';
import type { UseCases } from '#application/use-cases';
import { readConfig } from '#composition/config/config';

const config = readConfig({ DATABASE_URL: 'memory:' });
const service = { name: 'test', version: '0', description: 'A test', license: 'MIT' };

/** The dependencies of handlers, without a server around them. */
export function apiOf(use: UseCases, linkTo: (path: string) => string = String): Api {
  const cursors = openCursors(undefined, use.epoch, resources);
  return {
    service,
    resources,
    examples: { requests: [], unknownPath: '' },
    set: resources,
    permissions: everythingAllowed,
    isPublic: true,
    use,
    limits: config,
    linkTo,
    read: readerOfRequests({ service, linkTo, limits: config }, cursors, newReadCache()),
    hasPages: true,
    hasTokens: false,
    epochMark: async () => ({ shown: await use.epoch() }),
    feedTexts: async () => feedTexts(await use.feedSecret()),
    observe: unobserved,
    subscribers: new Subscribers(config),
    roleOf: () => ({ set: resources, permissions: everythingAllowed }),
  };
}
