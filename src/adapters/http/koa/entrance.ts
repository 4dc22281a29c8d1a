// Where requests come in: who makes each, and which routes that actor has.
import { nobody, type Actor } from '#application/model/actor';
import type { RoleView, Route } from '../handlers/handler.ts';
import { forbidden } from '../request/permission.ts';
import type { Identify } from './answer-request.ts';
import { identify, type IdentifyOptions } from './identify.ts';
import type { Context } from './request-state.ts';

export interface Entrance {
  readonly identify: Identify;
  /** Says which routes the actor of a request has, by their names. */
  readonly hasRoute: (ctx: Context) => Promise<(name: string) => boolean>;
}

/** Everybody may do everything. */
export const openEntrance: Entrance = {
  identify: async (_, route) => ({ actor: nobody, route }),
  hasRoute: async () => () => true,
};

/**
 * Lets in those who say who they are.
 * @param routes of the whole service
 * @param routesOf makes those that a role has
 */
export function guardedEntrance(
  { roles, ...identification }: IdentifyOptions & { readonly roles: ReadonlyMap<string, RoleView> },
  routes: readonly Route[],
  routesOf: (view: RoleView) => readonly Route[],
): Entrance {
  const forAll = routes.filter(({ credentials }) => credentials === 'ignored');
  const byRole = new Map([...roles].map(([role, view]) => [role, byName([...routesOf(view), ...forAll])]));
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
      // Nobody has to say who they are here.
      if (actor === nobody) return { actor, route: addressed };
      return { actor, route: routesFor(actor).get(addressed.name) };
    },
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

const NO_ROLE = forbidden('do anything: the credentials name no role that there is');
