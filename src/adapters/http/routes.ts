import { exportList } from './export/export-list.ts';
import type { Api, Handler } from './handlers/handler.ts';
import { detail, linkage, list, related, relatedList, root } from './handlers/reads.ts';
import { changeToMany, changeToOne, create, createRelated, remove, update, updateRelated } from './handlers/writes.ts';
import { requireRelationship } from './jsonapi/resources/resource.ts';
import { describeApi } from './openapi/describe-api.ts';
import { operationsOf, type Action, type Endpoint, type LinkageWrite, type RelatedAction } from './operations.ts';
import { home } from './pages/home-page.ts';
import type { ToManyWrites, ToOneWrites } from './use-cases.ts';

export interface Route extends Endpoint {
  readonly handler: Handler;
  /** What GET answers instead where `Accept` ranks HTML above JSON:API. */
  readonly page?: Handler;
}

/** All routes of the API. */
export function apiRoutes(api: Api): readonly Route[] {
  return operationsOf(api.limits).map(({ action, ...endpoint }) => ({
    ...endpoint,
    handler: handlerOf(api, action),
    ...(action.kind === 'root' && api.hasPages && { page: home(api) }),
  }));
}

function handlerOf(api: Api, action: Action): Handler {
  switch (action.kind) {
    case 'root':
      return root(api);
    case 'describe':
      return describeApi(api);
    case 'list':
      return list(api, action.resource);
    case 'create':
      return create(api, action.resource, api.use.writes[action.resource.type].create);
    case 'detail':
      return detail(api, action.resource);
    case 'update':
      return update(api, action.resource, api.use.writes[action.resource.type].update);
    case 'delete':
      return remove(api, api.use.writes[action.resource.type].remove);
    case 'export':
      return exportList(api, action.resource, action.format);
    case 'linkage':
      return linkage(api, action.resource, action.relationship);
    case 'link':
    case 'replace':
    case 'unlink':
      return linkageWriter(api, action);
    case 'list related':
    case 'create related':
    case 'related':
    case 'update related':
    case 'delete related':
      return relatedHandler(api, action);
  }
}

function relatedHandler(api: Api, { kind, resource, relationship }: RelatedAction): Handler {
  switch (kind) {
    case 'list related':
      return relatedList(api, resource, relationship);
    case 'create related':
      return createRelated(api, resource, relationship, toManyWrites(api, { resource, relationship }).create);
    case 'related':
      return related(api, resource, relationship);
    case 'update related':
      return updateRelated(api, resource, relationship, toOneWrites(api, { resource, relationship }).update);
    case 'delete related':
      return remove(api, toOneWrites(api, { resource, relationship }).remove);
  }
}

function linkageWriter(api: Api, { kind, resource, relationship, form }: LinkageWrite): Handler {
  if (form === 'many') {
    const writes = toManyWrites(api, { resource, relationship });
    return changeToMany(api, resource, relationship, writes[kind]);
  }
  const { assign, unassign } = toOneWrites(api, { resource, relationship });
  return changeToOne(api, resource, relationship, form, kind === 'unlink' ? unassign : assign);
}

type OnRelationship = Pick<RelatedAction, 'resource' | 'relationship'>;

function toManyWrites({ use }: Api, { resource, relationship }: OnRelationship): ToManyWrites {
  return required(use.writes[resource.type].toMany, requireRelationship(resource, relationship).stored);
}

function toOneWrites({ use }: Api, { resource, relationship }: OnRelationship): ToOneWrites {
  return required(use.writes[resource.type].toOne, requireRelationship(resource, relationship).stored);
}

function required<Writes>(writes: Readonly<Record<string, Writes>>, relationship: string): Writes {
  const found = writes[relationship];
  if (found === undefined) throw new Error(`no use cases change the relationship ${relationship}`);
  return found;
}
