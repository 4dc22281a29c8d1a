// The paths from a resource through its relationships. A type may refer to itself, so their number and length are limited.
import type { Api, Relationship, Resource } from './api.ts';
import { attributesOf, relationshipsOf, resourceOf } from './fields.ts';

/** A path through one or more relationships. */
export interface Route {
  /** @example 'parent__parent' */
  readonly path: string;
  /** The resource at its end. */
  readonly resource: Resource;
}

const mostSteps = 3;
const mostRoutes = 20;

/** The paths that a list can be sorted by, including those through to-one relationships. */
export function sortPathsOf(api: Api, resource: Resource): readonly string[] {
  const related = toOneRoutes(api, resource).flatMap(({ path, resource: target }) => {
    return sortableNames(target).map((name) => `${path}__${name}`);
  });
  return [...sortableNames(resource), ...related];
}

function sortableNames(resource: Resource): readonly string[] {
  return attributesOf(resource).flatMap(({ name, sortable }) => (sortable ? [name] : []));
}

/** The routes through to-one relationships, the shortest first. */
export function toOneRoutes(api: Api, resource: Resource): readonly Route[] {
  const routes: Route[] = [];
  let last = nextRoutes(api, resource, '');
  for (let steps = 1; last.length > 0; steps += 1) {
    routes.push(...last);
    if (steps >= Math.min(mostSteps, api.limits.maxIncludeNames)) break;
    last = last.flatMap(({ path, resource: end }) => nextRoutes(api, end, `${path}__`));
    if (routes.length + last.length > mostRoutes) break;
  }
  return routes;
}

function nextRoutes(api: Api, resource: Resource, prefix: string): readonly Route[] {
  return relationshipsOf(resource)
    .filter(({ cardinality }) => cardinality === 'one')
    .flatMap((field) => routeThrough(api, field, prefix + field.name));
}

export function routeThrough(api: Api, { to }: Relationship, path: string): readonly Route[] {
  const target = resourceOf(api, to);
  return target === undefined ? [] : [{ path, resource: target }];
}
