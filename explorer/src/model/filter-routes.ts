// The paths of a filter through relationships. The first view does not need this, so it does not load it.
import type { Api, Resource } from './api.ts';
import { follow, relationshipsOf, resourceOf } from './fields.ts';
import { routeThrough, toOneRoutes, type Route } from './routes.ts';

const mostNear = 20;

/**
 * The routes whose fields the filter builder offers: one or two relationships, longer chains of to-one relationships, and those along the
 * chosen path. Choosing `books__authors__books` therefore adds the fields of those books, and so on.
 */
export function filterRoutes(api: Api, resource: Resource, chosen: string): readonly Route[] {
  const steps = chosen.split('__');
  const along = steps.flatMap((_, index) => {
    const path = steps.slice(0, index + 1).join('__');
    const field = follow(api, resource, path);
    return field?.kind === 'relationship' ? routeThrough(api, field, path) : [];
  });
  const routes = [...nearRoutes(api, resource), ...toOneRoutes(api, resource), ...along];
  return [...new Map(routes.map((route) => [route.path, route])).values()];
}

/** Routes through one relationship, and through two unless there are too many. */
function nearRoutes(api: Api, resource: Resource): readonly Route[] {
  const first = routesOn(api, resource, '');
  const second = first.flatMap(({ path, resource: end }) => routesOn(api, end, `${path}__`));
  return first.length + second.length > mostNear ? first : [...first, ...second];
}

function routesOn(api: Api, resource: Resource, prefix: string): readonly Route[] {
  return relationshipsOf(resource).flatMap((field) => routeThrough(api, field, prefix + field.name));
}

/** The resource that has the field at the end of a path. */
export function ownerOf(api: Api, resource: Resource, path: string): Resource | undefined {
  const steps = path.split('__').slice(0, -1);
  if (steps.length === 0) return resource;
  const field = follow(api, resource, steps.join('__'));
  return field?.kind === 'relationship' ? resourceOf(api, field.to) : undefined;
}
