// A proxy in front of the service that loses answers, or answers itself that it has no time.
import { once } from 'node:events';
import { request as httpRequest, type IncomingMessage, type ServerResponse } from 'node:http';
import { buffer } from 'node:stream/consumers';
import { listenLocally, type LocalServer } from './local-server.ts';

/**
 * The treatment of a request. `lose`: pass it on and cut the connection instead of answering; `drop`: cut it without passing it on;
 * `busy`: answer 503 with `Retry-After: 0`; `refuse`: answer 403; `halve`: send the first half of the answer and cut; `halve and
 * hold`: send it and nothing more; `contentType`: answer with another `Content-Type`.
 */
export type Treatment =
  'pass' | 'lose' | 'drop' | 'busy' | 'refuse' | 'halve' | 'halve and hold' | { readonly contentType: string };

export interface HttpProxy extends LocalServer {
  /** Method, path and body of each request, in order. */
  readonly requests: readonly string[];
}

/** @param treat is given method, path and body of a request, and how many came before it */
export async function openHttpProxy(
  target: string,
  treat: (request: string, before: number) => Treatment,
): Promise<HttpProxy> {
  const requests: string[] = [];
  const server = await listenLocally(
    (request, response) => void answer(request, response).catch(() => request.socket.destroy()),
  );

  async function answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const body = await buffer(request);
    const text = `${request.method ?? ''} ${request.url ?? ''} ${body.toString()}`;
    const treatment = treat(text, requests.length);
    requests.push(text);
    if (treatment === 'drop') return void request.socket.destroy();
    if (treatment === 'busy') return void response.writeHead(503, { 'Retry-After': '0' }).end();
    if (treatment === 'refuse') return void response.writeHead(403).end('<h1>Forbidden</h1>');
    const { method, headers, url } = request;
    const onward = httpRequest(`${target}${url ?? ''}`, { method, headers });
    onward.end(body);
    const [answered] = (await once(onward, 'response')) as [IncomingMessage];
    const content = await buffer(answered);
    if (treatment === 'lose') return void request.socket.destroy();
    const changed = typeof treatment === 'object' ? { 'content-type': treatment.contentType } : {};
    response.writeHead(answered.statusCode ?? 0, { ...answered.headers, ...changed });
    if (treatment === 'pass' || typeof treatment === 'object') return void response.end(content);
    response.write(content.subarray(0, Math.floor(content.length / 2)), () => {
      if (treatment === 'halve') request.socket.destroy();
    });
  }

  return { ...server, requests };
}
