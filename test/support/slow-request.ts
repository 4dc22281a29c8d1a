// A request in two pieces, which keeps the service busy in between.
import { once } from 'node:events';
import { request as httpRequest, type ClientRequest, type IncomingMessage } from 'node:http';
import { MEDIA_TYPE } from './api-client.ts';

const body = JSON.stringify({ data: { type: 'person', attributes: { name: 'Slow' } } });

/** Sends the head and the beginning of the body of a request, over a connection of its own. Resolves once the service reads the body. */
export async function beginRequest(url: string): Promise<ClientRequest> {
  const headers = { 'Content-Type': MEDIA_TYPE, 'Content-Length': String(body.length), Expect: '100-continue' };
  const request = httpRequest(`${url}/persons`, { method: 'POST', headers, agent: false });
  request.on('error', () => undefined);
  await once(request, 'continue');
  request.write(body.slice(0, 10));
  return request;
}

/** Sends the rest; resolves to the status of the answer. */
export async function finishRequest(request: ClientRequest): Promise<number | undefined> {
  request.end(body.slice(10));
  const [response] = (await once(request, 'response')) as [IncomingMessage];
  return response.statusCode;
}
