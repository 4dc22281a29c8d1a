// Stands before an open service and asks for a token, as one with authentication does.
import { request as httpRequest, type IncomingMessage, type ServerResponse } from 'node:http';
import { listenLocally, type LocalServer } from './local-server.ts';

/** `pass` a request on; `lose`: pass it on and cut the connection instead of answering; or the status and code of an error. */
export type Judgement = 'pass' | 'lose' | readonly [status: 401 | 403 | 503, code: string];

export interface TokenGate extends LocalServer {
  /** Method, path without query, and token of each request, in order. */
  readonly requests: readonly GateRequest[];
}

export interface GateRequest {
  readonly action: string;
  readonly token: string | undefined;
}

/** @param judge is given each request, and how many of its action came before it */
export async function openTokenGate(
  target: string,
  judge: (request: GateRequest, before: number) => Judgement,
): Promise<TokenGate> {
  const requests: GateRequest[] = [];
  const server = await listenLocally((request, response) => {
    const { method = '', url = '', headers } = request;
    const token = /^Bearer (.*)$/.exec(headers.authorization ?? '')?.[1];
    const received = { action: `${method} ${url.replace(/\?.*/, '')}`, token };
    const judgement = judge(received, requests.filter(({ action }) => action === received.action).length);
    requests.push(received);
    if (judgement === 'pass' || judgement === 'lose') return passOn(`${target}${url}`, request, response, judgement);
    const [status, code] = judgement;
    const wait = status === 503 ? { 'Retry-After': '0' } : {};
    const document = { errors: [{ code, detail: `It is ${code}` }] };
    request.resume().on('end', () => {
      response.writeHead(status, { 'Content-Type': 'application/vnd.api+json', ...wait }).end(JSON.stringify(document));
    });
  });
  return { ...server, requests };
}

function passOn(url: string, request: IncomingMessage, response: ServerResponse, judgement: 'pass' | 'lose'): void {
  const { method, headers } = request;
  const onward = httpRequest(url, { method, headers }, (answer) => {
    if (judgement === 'lose') return void answer.resume().on('end', () => request.socket.destroy());
    response.writeHead(answer.statusCode ?? 0, answer.headers);
    answer.pipe(response);
  });
  onward.on('error', () => request.socket.destroy());
  request.pipe(onward);
}
