import { exportFormats } from './export/export-format.ts';
import { exportList } from './export/export-list.ts';
import type { Api, Handler } from './handlers/handler.ts';
import { detail, linkage, list, related, relatedList, root } from './handlers/reads.ts';
import { changeToMany, changeToOne, create, createRelated, remove, update, updateRelated } from './handlers/writes.ts';
import { relationshipsOf, type RelationshipField, type Resource } from './jsonapi/resources/resource.ts';
import { resources } from './jsonapi/resources/resources.ts';
import type { Offer } from './middleware/negotiate.ts';
import { home } from './pages/home-page.ts';
import type { ToManyWrites, ToOneWrites } from './use-cases.ts';

export type Method = 'GET' | 'POST' | 'PATCH' | 'DELETE';

/** One method of one path. GET also answers HEAD. */
export interface Route {
  /** For logs and metrics. */
  readonly name: string;
  readonly method: Method;
  /** At most one segment is a parameter, the identifier. */
  readonly path: string;
  /** Whether a body is read; otherwise it is ignored. */
  readonly readsBody: boolean;
  readonly offers: Offer;
  readonly handler: Handler;
  /** What GET answers instead where `Accept` ranks HTML above JSON:API. */
  readonly page?: Handler;
}

/** All routes of the API, derived from the descriptions of the resources. */
export function apiRoutes(api: Api): readonly Route[] {
  return [
    { ...route('GET', '/', 'root', root(api)), ...(api.hasPages && { page: home(api) }) },
    ...Object.values(resources).flatMap((resource) => [
      ...resourceRoutes(api, resource),
      ...(api.limits.allowUnpaged ? exportRoutes(api, resource) : []),
      ...Object.entries(relationshipsOf(resource)).flatMap(([name, field]) =>
        relationshipRoutes(api, resource, name, field),
      ),
    ]),
  ];
}

function resourceRoutes(api: Api, resource: Resource): readonly Route[] {
  const { path, plural, type } = resource;
  const writes = api.use.writes[type];
  return [
    route('GET', path, `${plural}.list`, list(api, resource)),
    route('POST', path, `${plural}.create`, create(api, resource, writes.create)),
    route('GET', `${path}/:id`, `${plural}.detail`, detail(api, resource)),
    route('PATCH', `${path}/:id`, `${plural}.update`, update(api, resource, writes.update)),
    route('DELETE', `${path}/:id`, `${plural}.delete`, remove(api, writes.remove)),
  ];
}

function exportRoutes(api: Api, resource: Resource): readonly Route[] {
  const { plural } = resource;
  return exportFormats.map((format) => {
    const { extension } = format;
    const handler = exportList(api, resource, format);
    return {
      ...route('GET', `/export/${plural}.${extension}`, `${plural}.export.${extension}`, handler),
      offers: 'file',
    };
  });
}

function relationshipRoutes(api: Api, resource: Resource, name: string, field: RelationshipField): readonly Route[] {
  const { toMany, toOne } = api.use.writes[resource.type];
  return field.cardinality === 'many'
    ? toManyRoutes(api, resource, name, required(toMany, field.stored))
    : toOneRoutes(api, resource, name, required(toOne, field.stored));
}

function toManyRoutes(api: Api, resource: Resource, name: string, writes: ToManyWrites): readonly Route[] {
  const relatedPath = `${resource.path}/:id/${name}`;
  const selfPath = `${resource.path}/:id/relationships/${name}`;
  const prefix = `${resource.plural}.${name}`;
  const change = (write: ToManyWrites['link']): Handler => changeToMany(api, resource, name, write);
  return [
    route('GET', relatedPath, `${prefix}.list`, relatedList(api, resource, name)),
    route('POST', relatedPath, `${prefix}.create`, createRelated(api, resource, name, writes.create)),
    route('GET', selfPath, `${prefix}.linkage`, linkage(api, resource, name)),
    route('POST', selfPath, `${prefix}.link`, change(writes.link)),
    route('PATCH', selfPath, `${prefix}.replace`, change(writes.replace)),
    unlinkRoute(selfPath, `${prefix}.unlink`, change(writes.unlink)),
  ];
}

function toOneRoutes(api: Api, resource: Resource, name: string, writes: ToOneWrites): readonly Route[] {
  // Not `:id`: the answer is the related resource, and this is the id of the other one.
  const relatedPath = `${resource.path}/:${resource.type}_id/${name}`;
  const selfPath = `${resource.path}/:id/relationships/${name}`;
  const prefix = `${resource.plural}.${name}`;
  return [
    route('GET', relatedPath, `${prefix}.detail`, related(api, resource, name)),
    route('PATCH', relatedPath, `${prefix}.update`, updateRelated(api, resource, name, writes.update)),
    route('DELETE', relatedPath, `${prefix}.delete`, remove(api, writes.remove)),
    route('GET', selfPath, `${prefix}.linkage`, linkage(api, resource, name)),
    route('POST', selfPath, `${prefix}.link`, changeToOne(api, resource, name, 'one or list of one', writes.assign)),
    route('PATCH', selfPath, `${prefix}.replace`, changeToOne(api, resource, name, 'one', writes.assign)),
    unlinkRoute(selfPath, `${prefix}.unlink`, changeToOne(api, resource, name, 'one or list of one', writes.unassign)),
  ];
}

/** POST and PATCH read a body. */
function route(method: Method, path: string, name: string, handler: Handler): Route {
  return { name, method, path, readsBody: method === 'POST' || method === 'PATCH', offers: 'document', handler };
}

/** A DELETE on a relationship: its body lists what to unlink. */
function unlinkRoute(path: string, name: string, handler: Handler): Route {
  return { ...route('DELETE', path, name, handler), readsBody: true };
}

function required<Writes>(writes: Readonly<Record<string, Writes>>, relationship: string): Writes {
  const found = writes[relationship];
  if (found === undefined) throw new Error(`no use cases change the relationship ${relationship}`);
  return found;
}
