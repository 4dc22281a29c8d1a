import Router from '@koa/router';
import { expect } from 'chai';
import Koa from 'koa';
import { lookUpRoute } from '../../src/adapters/http/middleware/look-up-route.ts';
import { listen, type RunningServer } from '../../src/adapters/http/server.ts';
import type { RequestState } from '../../src/adapters/http/middleware/state.ts';
import type { Method } from '../../src/adapters/http/route.ts';
import { readConfig } from '../../src/composition/config.ts';

const ROUTES: readonly (readonly [Method, string])[] = [
  ['GET', '/'],
  ['GET', '/persons'],
  ['POST', '/persons'],
  ['GET', '/persons/first'],
  ['GET', '/persons/:id'],
  ['GET', '/persons/:person_id/computers'],
  ['DELETE', '/persons/:id/relationships/computers'],
];

const TARGETS =
  `/ /persons /persons/1 /persons/first /persons/first/computers /persons/computers /persons/1?a=/b /persons/a-b.c~ /persons/: /persons/:id /persons/1/computers
  /persons/1/relationships/computers /persons/ /persons/1/ /persons//computers //persons //persons/1 /Persons/1 /persons/%31 /persons/%
  /persons/%2F /persons/1/computers/2 /persons/1/relationships /__proto__ /persons/__proto__ /constructor/1 /other`.split(
    /\s+/,
  );

describe('looking routes up', () => {
  const servers: RunningServer[] = [];
  const start = async (lookedUp: boolean): Promise<string> => {
    const app = new Koa<RequestState>();
    const router = new Router<RequestState>({ sensitive: true, strict: true });
    const routes = ROUTES.map(([method, path]) => ({
      method,
      path,
      name: `${method} ${path}`,
      answer: (ctx: Koa.Context) => {
        ctx.body = { params: ctx['params'] as unknown, route: ctx['_matchedRouteName'] as unknown };
      },
    }));
    for (const { method, path, name, answer } of routes) router.register(path, [method], answer, { name });
    if (lookedUp) app.use(lookUpRoute(routes));
    app.use(router.routes());
    const handle = app.callback();
    const server = await listen(
      (request, response) => void handle(request, response),
      readConfig({ PORT: '0', DATABASE_URL: 'memory:' }),
    );
    servers.push(server);
    return server.url;
  };
  after(async () => {
    await Promise.all(servers.map((server) => server.close()));
  });

  it('finds what the router finds, with the same parameters', async () => {
    const [lookedUp, routed] = [await start(true), await start(false)];
    const answers = (url: string): Promise<readonly string[]> =>
      Promise.all(
        TARGETS.flatMap((target) =>
          ['GET', 'HEAD', 'POST', 'DELETE', 'OPTIONS'].map(async (method) => {
            const response = await fetch(url + target, { method });
            return `${method} ${target} ${response.status} ${response.headers.get('content-length') ?? ''} ${await response.text()}`;
          }),
        ),
      );
    expect(await answers(lookedUp)).to.deep.equal(await answers(routed));
  });

  it('refuses a route with two identifiers', () => {
    const route = { method: 'GET', path: '/persons/:id/:other', name: 'two', answer: () => undefined } as const;
    expect(() => lookUpRoute([route])).to.throw('/persons/:id/:other');
  });
});
