import { operate } from './atomic/operate.ts';
import { exportList } from './export/export-list.ts';
import type { Api, Handler } from './handlers/handler.ts';
import { list, relatedList } from './handlers/lists.ts';
import { detail, linkage, related, root } from './handlers/reads.ts';
import { inTransaction } from './handlers/write.ts';
import { onceByKey, type Once } from './idempotency/once.ts';
import { describeApi } from './openapi/describe-api.ts';
import { keyUseOf, overwrites } from './header-use.ts';
import { operationsOf, type Action, type Endpoint } from './operations.ts';
import { home } from './pages/home-page.ts';
import type { HeaderUse } from './request-headers.ts';
import { targetOf, writeOf } from './write-of.ts';

export interface Route extends Endpoint, HeaderUse {
  readonly handler: Handler;
  /** What GET answers instead where `Accept` ranks HTML above JSON:API. */
  readonly page?: Handler;
}

/** All routes of the API. */
export function apiRoutes(api: Api): readonly Route[] {
  const once = onceByKey(api.use.runWrite, api.limits, api.onKeyedAnswer);
  return operationsOf(api.limits).map(({ action, ...endpoint }) => ({
    ...endpoint,
    handler: handlerOf(api, once, action),
    overwrites: overwrites(action),
    refusesConditions: action.kind === 'operate',
    keyUse: keyUseOf(action, api.limits),
    ...(action.kind === 'root' && api.hasPages && { page: home(api) }),
  }));
}

function handlerOf(api: Api, once: Once, action: Action): Handler {
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
    case 'operate':
      return inTransaction(api, once, operate(api), undefined);
    case 'create':
    case 'update':
    case 'delete':
    case 'create related':
    case 'update related':
    case 'delete related':
    case 'link':
    case 'replace':
    case 'unlink':
      return inTransaction(api, once, writeOf(api, action), targetOf(action));
  }
}
