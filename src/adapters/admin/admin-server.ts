// A second listener for whoever runs the service: it is reached when the API's connections are used up, and is not for clients.
import { createServer, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

export interface AdminPages {
  /** Why the service should get no requests at the moment; empty when it should. */
  readonly unreadyBecause: () => Promise<readonly string[]>;
  /** The metrics in the text format of Prometheus. */
  readonly metrics: () => Promise<string>;
}

export interface AdminServer {
  readonly url: string;
  close(): Promise<void>;
}

/**
 * Serves `/live`, `/ready` and `/metrics`.
 * @throws Error of the operating system when the address cannot be had
 */
export async function listenAdmin(host: string, port: number, pages: AdminPages): Promise<AdminServer> {
  const server = createServer((request, response) => {
    const [path = ''] = (request.url ?? '').split('?');
    answer(pages, path, response).catch(() => sendJson(response, 500, { status: 'failed' }));
  });
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject).listen(port, host, () => {
      server.off('error', reject);
      resolve();
    });
  });
  // From here on: a connection that could not be accepted, for want of descriptors. The others go on.
  server.on('error', () => undefined);
  const { port: bound } = server.address() as AddressInfo;
  return {
    url: `http://${host.includes(':') ? `[${host}]` : host}:${bound}`,
    close: () =>
      new Promise((resolve) => {
        server.close(() => {
          resolve();
        });
        server.closeAllConnections();
      }),
  };
}

async function answer(pages: AdminPages, path: string, response: ServerResponse): Promise<void> {
  switch (path) {
    case '/live':
      sendJson(response, 200, { status: 'live' });
      return;
    case '/ready': {
      const because = await pages.unreadyBecause();
      sendJson(
        response,
        because.length === 0 ? 200 : 503,
        because.length === 0 ? { status: 'ready' } : { status: 'unready', because },
      );
      return;
    }
    case '/metrics': {
      const metrics = await pages.metrics();
      response.writeHead(200, { 'Content-Type': 'text/plain; version=0.0.4; charset=utf-8' }).end(metrics);
      return;
    }
    default:
      sendJson(response, 404, { pages: ['/live', '/ready', '/metrics'] });
  }
}

function sendJson(response: ServerResponse, status: number, body: unknown): void {
  response.writeHead(status, { 'Content-Type': 'application/json', 'Cache-Control': 'no-store' });
  response.end(JSON.stringify(body));
}
