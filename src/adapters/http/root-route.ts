import { ok, type Handler } from './handlers.ts';
import type { LinkTo } from './jsonapi/links.ts';
import { refuseParameters } from './jsonapi/query/refuse-parameters.ts';
import { renderRoot } from './jsonapi/render-document.ts';
import { route, type Route } from './route.ts';

/** Who answers: as the entry point names it. */
export interface ServiceName {
  readonly name: string;
  readonly version: string;
}

/** The entry point, from which a client finds everything else. */
export function rootRoute(service: ServiceName, linkTo: LinkTo): Route {
  const handler: Handler = async ({ queryString }) => {
    refuseParameters(queryString);
    return ok(renderRoot(service, linkTo));
  };
  return route('GET', '/', 'root', handler);
}
