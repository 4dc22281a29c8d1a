import { exportList } from './export/export-list.ts';
import type { Api, Handler } from './handlers/handler.ts';
import { detail, linkage, list, related, relatedList, root } from './handlers/reads.ts';
import { inTransaction } from './handlers/write.ts';
import { describeApi } from './openapi/describe-api.ts';
import { operationsOf, type Action, type Endpoint } from './operations.ts';
import { home } from './pages/home-page.ts';
import { targetOf, writeOf } from './write-of.ts';

export interface Route extends Endpoint {
  readonly handler: Handler;
  /** Whether it replaces or deletes what somebody may have changed since the client read it. */
  readonly overwrites?: boolean;
  /** What GET answers instead where `Accept` ranks HTML above JSON:API. */
  readonly page?: Handler;
}

/** All routes of the API. */
export function apiRoutes(api: Api): readonly Route[] {
  return operationsOf(api.limits).map(({ action, ...endpoint }) => ({
    ...endpoint,
    handler: handlerOf(api, action),
    overwrites: OVERWRITING.has(action.kind),
    ...(action.kind === 'root' && api.hasPages && { page: home(api) }),
  }));
}

/** Others read, add, or take away what the request names. */
const OVERWRITING: ReadonlySet<Action['kind']> = new Set([
  'update',
  'delete',
  'update related',
  'delete related',
  'replace',
]);

function handlerOf(api: Api, action: Action): Handler {
  switch (action.kind) {
    case 'root':
      return root(api);
    case 'describe':
      return describeApi(api);
    case 'list':
      return list(api, action.resource);
    case 'detail':
      return detail(api, action.resource);
    case 'export':
      return exportList(api, action.resource, action.format);
    case 'list related':
      return relatedList(api, action.resource, action.relationship);
    case 'related':
      return related(api, action.resource, action.relationship);
    case 'linkage':
      return linkage(api, action.resource, action.relationship);
    case 'create':
    case 'update':
    case 'delete':
    case 'create related':
    case 'update related':
    case 'delete related':
    case 'link':
    case 'replace':
    case 'unlink':
      return inTransaction(api, writeOf(api, action), targetOf(action));
  }
}
