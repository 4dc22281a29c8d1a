// The entrance for requests: identifies the actor, and selects the route of the actor's role.
import { nobody, type Actor } from '#application/model/actor';
import { unobserved } from '#application/ports/observation';
import type { RoleApi, Route } from '../handlers/handler.ts';
import { forbidden } from '../request/permission.ts';
import type { Identify } from './answer-request.ts';
import { identify, type GuardOptions } from './identify.ts';
import type { Context } from './request-state.ts';

export interface Entrance {
  readonly identify: Identify;
  /** Authenticates the client of a request again, by the current keys and roles. */
  readonly identifyAgain: (ctx: Context, route: Route) => Promise<Actor>;
  /** Returns a test for the routes that the actor of a request has, by name. */
  readonly hasRoute: (ctx: Context) => Promise<(name: string) => boolean>;
}

/** The entrance of a service without a policy. */
export const publicEntrance: Entrance = {
  identify: async (_, route) => ({ actor: nobody, route }),
  identifyAgain: async () => nobody,
  hasRoute: async () => () => true,
};

/**
 * Identifies the actor of each request, and gives it the routes of its role.
 * @param routes of the whole service
 * @param routesOf makes the routes of a role
 */
export function guardedEntrance(
  { roles, ...identification }: GuardOptions & { readonly roles: ReadonlyMap<string, RoleApi> },
  routes: readonly Route[],
  routesOf: (api: RoleApi) => readonly Route[],
): Entrance {
  const forAll = routes.filter(({ credentials }) => credentials === 'ignored');
  const byRole = new Map([...roles].map(([role, api]) => [role, byName([...routesOf(api), ...forAll])]));
  const ofNobody = byName(routes.map((route) => ({ ...route, refusal: route.refusal ?? NO_ROLE })));
  const routesFor = ({ role }: Actor): RoutesByName => byRole.get(role ?? '') ?? ofNobody;

  async function actorOf(ctx: Context, isRequired: boolean): Promise<Actor> {
    const actor = await identify(ctx.req, identification, isRequired);
    ctx.state.actor = actor;
    return actor;
  }

  return {
    identify: async (ctx, addressed) => {
      if (addressed.credentials === 'ignored') return { actor: nobody, route: addressed };
      const actor = await actorOf(ctx, addressed.credentials === 'required');
      // This route allows anonymous requests.
      if (actor === nobody) return { actor, route: addressed };
      return { actor, route: routesFor(actor).get(addressed.name) };
    },
    identifyAgain: async ({ req }, { credentials }) =>
      credentials === 'ignored'
        ? nobody
        : identify(req, { ...identification, observe: unobserved }, credentials === 'required'),
    hasRoute: async (ctx) => {
      const own = routesFor(await actorOf(ctx, true));
      return (name) => own.has(name);
    },
  };
}

type RoutesByName = ReadonlyMap<string, Route>;

function byName(routes: readonly Route[]): RoutesByName {
  return new Map(routes.map((route) => [route.name, route]));
}

const NO_ROLE = forbidden('do anything: the credentials name no existing role');
