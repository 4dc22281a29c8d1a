import { keyUseOf, needsIfMatch } from '../api/header-use.ts';
import type { OperationKindName } from '../api/operation-kinds.ts';
import { EVENT_STREAM } from '../api/media-types.ts';
import { isWrite, methodsOf, operationKindOf, operationsOf, type Operation } from '../api/operations.ts';
import { runOperations } from '../handlers/atomic-operations.ts';
import { getChanges } from '../handlers/changes.ts';
import { exportList } from '../handlers/export.ts';
import type { Api, Handler, Route } from '../handlers/handler.ts';
import { listRelated, listResources } from '../handlers/lists.ts';
import { getLinkage, getRelated, getResource, getRoot } from '../handlers/reads.ts';
import { streamChanges } from '../handlers/stream-changes.ts';
import { transactions, type Transact } from '../handlers/transact.ts';
import { writeResource } from '../handlers/write.ts';
import { getOpenApi } from '../openapi/serve-openapi.ts';
import { home } from '../pages/home-page.ts';
import { forbiddenBy } from '../request/permission.ts';

/**
 * The routes of the API. A type that the role does not see keeps its routes, which refuse the request; a hidden relationship
 * has none.
 */
export function apiRoutes(api: Api): readonly Route[] {
  const transact = transactions(api);
  const seen = new Map(operationsOf(api.limits, api.set).map((operation) => [operation.name, operation]));
  return operationsOf(api.limits, api.resources).flatMap((operation) => {
    const { resource, name } = operation;
    const own = seen.get(name);
    if (own !== undefined) return [routeOf(api, own, transact)];
    return resource === undefined || api.set[resource.type] ? [] : [routeOf(api, operation, transact)];
  });
}

function routeOf(api: Api, operation: Operation, transact: Transact): Route {
  const { kind, name, path } = operation;
  const { offers, body, credentials = 'required' } = operationKindOf(operation);
  return {
    name,
    methods: methodsOf(operation),
    path,
    offers,
    body,
    headerUse: {
      needsIfMatch: needsIfMatch(operation, api.limits),
      keyUse: keyUseOf(operation, api.limits),
      refusesConditions: body === 'operations',
      resumes: kind === 'changes',
    },
    credentials,
    refusal: forbiddenBy(operation, api.permissions),
    handler: HANDLERS[kind](api, operation, transact),
    ...otherOf(api, kind),
  };
}

function otherOf(api: Api, kind: OperationKindName): Pick<Route, 'other'> {
  if (kind === 'changes') return { other: { type: EVENT_STREAM, handler: streamChanges(api) } };
  return kind === 'root' && api.hasPages ? { other: { type: 'text/html', handler: home(api) } } : {};
}

type MakeHandler = (api: Api, operation: Operation, transact: Transact) => Handler;

const writeOne: MakeHandler = (api, operation, transact) => {
  if (!isWrite(operation)) throw new Error(`${operation.name} changes nothing`);
  return writeResource(api, operation, transact);
};

const HANDLERS: Readonly<Record<OperationKindName, MakeHandler>> = {
  root: getRoot,
  describe: getOpenApi,
  operate: (api, _, transact) => runOperations(api, transact),
  changes: getChanges,
  list: listResources,
  create: writeOne,
  detail: getResource,
  update: writeOne,
  delete: writeOne,
  export: exportList,
  'list related': listRelated,
  'create related': writeOne,
  related: getRelated,
  'update related': writeOne,
  'delete related': writeOne,
  linkage: getLinkage,
  link: writeOne,
  replace: writeOne,
  unlink: writeOne,
};
