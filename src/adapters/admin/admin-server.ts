// A second listener, for operators only. It stays reachable when the API's connections are used up.
import { once } from 'node:events';
import { createServer, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

export interface AdminPages {
  readonly readiness: () => Promise<Readiness>;
  /** The metrics in the Prometheus text format. */
  readonly metrics: () => Promise<string>;
}

export interface Readiness {
  /** The reasons why the service is not ready for requests; empty when it is. */
  readonly because: readonly string[];
  /** Problems that do not affect readiness. */
  readonly warnings: readonly string[];
  /** The digests of the policies in use: none without a policy, several while a restart replaces the policy. */
  readonly policies: readonly string[];
}

export interface AdminServer {
  readonly url: string;
  close(): Promise<void>;
}

/**
 * Serves `/live`, `/ready` and `/metrics`.
 * @throws the operating system's Error, such as EADDRINUSE, if it cannot listen on the address
 */
export async function listenAdmin(host: string, port: number, pages: AdminPages): Promise<AdminServer> {
  const server = createServer((request, response) => {
    const [path = ''] = (request.url ?? '').split('?');
    answer(pages, path, response).catch(() => sendJson(response, 500, { status: 'failed' }));
  });
  // The API's server does the same: see ARCHITECTURE.md, decision 9.
  Object.assign(server, { httpAllowHalfOpen: true });
  await once(server.listen(port, host), 'listening');
  // Accepting fails when there are no file descriptors left. Without a listener, the event would end the process.
  server.on('error', () => undefined);
  const { port: bound } = server.address() as AddressInfo;
  return {
    url: `http://${host.includes(':') ? `[${host}]` : host}:${bound}`,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}

async function answer(pages: AdminPages, path: string, response: ServerResponse): Promise<void> {
  switch (path) {
    case '/live':
      return sendJson(response, 200, { status: 'live' });
    case '/ready': {
      const { because, ...lists } = await pages.readiness();
      const others = Object.fromEntries(Object.entries(lists).filter(([, list]) => list.length > 0));
      return because.length === 0
        ? sendJson(response, 200, { status: 'ready', ...others })
        : sendJson(response, 503, { status: 'unready', because, ...others });
    }
    case '/metrics': {
      const metrics = await pages.metrics();
      response.writeHead(200, { 'Content-Type': 'text/plain; version=0.0.4; charset=utf-8' }).end(metrics);
      return;
    }
    default:
      return sendJson(response, 404, { pages: ['/live', '/ready', '/metrics'] });
  }
}

function sendJson(response: ServerResponse, status: number, body: unknown): void {
  response.writeHead(status, { 'Content-Type': 'application/json', 'Cache-Control': 'no-store' });
  response.end(JSON.stringify(body));
}
